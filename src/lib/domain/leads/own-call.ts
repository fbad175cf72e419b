import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { type CallbackStatus, openCallbackStatuses } from './callback.ts';

interface OwnCall {
  status: CallbackStatus;
  expectedBy: Date;
}

/** Returns whether we still owe the person this call: it is open, and its time has not passed. */
export const isCallAhead = ({ status, expectedBy }: OwnCall, now: Date): boolean =>
  (openCallbackStatuses as readonly string[]).includes(status) && expectedBy > now;

/** Returns what has become of a call, as a sentence to the person who requested it. [API-53] */
export function describeOwnCall(call: OwnCall, now: Date, timeZone: string): string {
  switch (call.status) {
    case 'CANCELLED':
      return 'You cancelled this call.';
    case 'CONNECTED':
    case 'CONVERTED':
    case 'NOT_INTERESTED':
      return 'We have called you.';
    case 'UNREACHABLE':
      return 'We could not reach you.';
    default:
      return isCallAhead(call, now)
        ? `We call by ${dateTimeText(call.expectedBy, 'Asia/Kolkata', timeZone)}.`
        : 'This call is over.';
  }
}
