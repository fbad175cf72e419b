import { type CallbackWindow, findWindowProblem } from '#lib/domain/leads/callback.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Throws VALIDATION_FAILED at the part of the window in which we cannot call. [API-53] */
export function requireCallableWindow(window: CallbackWindow, timeZone: string, now: Date): void {
  const problem = findWindowProblem(window, timeZone, now);
  if (!problem) return;
  throw new HttpError('VALIDATION_FAILED', {
    message: problem.message,
    fields: { [`preferredWindow.${problem.field}`]: problem.message },
  });
}
