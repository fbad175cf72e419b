import { DeliveryError, DeliveryPausedError } from '../message.ts';
import type { Deliver } from './breaker.ts';

/**
 * Wraps two deliveries so that the second one gets a message that the first one has certainly not taken: it was not reached, is
 * paused, or refused it for the account's sake. Otherwise the first may have sent it, and nobody should get a code twice. Where the
 * second can never deliver the message, the failure of the first counts, so that the message is tried again. [C-41]
 */
export function withFallback(first: Deliver, second: Deliver, onFallback: (reason: string) => void): Deliver {
  return async (message, id) => {
    try {
      return await first(message, id);
    } catch (error) {
      if (!isNotTaken(error)) throw error;
      onFallback(error.message);
      return second(message, id).catch((again) => {
        const isNeverPossible = again instanceof DeliveryError && again.isFinal;
        throw isNeverPossible ? error : again;
      });
    }
  };
}

/** Returns whether the provider has certainly not taken the message: it was not reached, is paused, or refused it. */
export const isNotTaken = (error: unknown): error is Error =>
  error instanceof DeliveryPausedError || (error instanceof DeliveryError && error.isNotTaken);
