import { DeliveryError, DeliveryPausedError, type Medium } from '../message.ts';
import type { Deliver } from './breaker.ts';

export type DeliveryOutcome = 'sent' | 'refused' | 'failed' | 'uncertain' | 'paused';

/** Wraps a delivery so that `onOutcome` learns what became of each attempt. */
export function withOutcomes(
  deliver: Deliver,
  onOutcome: (medium: Medium, outcome: DeliveryOutcome) => void,
): Deliver {
  return async (message, id) => {
    try {
      const providerId = await deliver(message, id);
      onOutcome(message.medium, 'sent');
      return providerId;
    } catch (error) {
      onOutcome(message.medium, outcomeOf(error));
      throw error;
    }
  };
}

function outcomeOf(error: unknown): DeliveryOutcome {
  if (error instanceof DeliveryPausedError) return 'paused';
  if (!(error instanceof DeliveryError)) return 'failed';
  if (error.isFinal) return 'refused';
  return error.isUncertain ? 'uncertain' : 'failed';
}
