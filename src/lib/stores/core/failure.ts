import { ApiError, NetworkError } from '#lib/client/api-error.ts';
import { errors } from '#lib/contract/core/errors.ts';
import { reportSessionEnd } from './session-end.ts';

/** The message after a failed request. `needsLogin`: the session has ended, so the person must log in. */
export interface Failure {
  message: string;
  needsLogin: boolean;
  /** The code of the API's error, where the request was answered. */
  errorCode?: string;
}

/**
 * Turns the error of a request into what a person reads. `isTyped`: the failure is shown at a form, whose values stay.
 * After the session has ended the page stays as it is too; only the modal, which opens next, must no longer take the
 * person for signed in.
 */
export function failureOf(error: unknown, { isTyped }: { isTyped: boolean }): Failure {
  const needsLogin = error instanceof ApiError && error.status === 401;
  if (needsLogin) reportSessionEnd();
  const errorCode = error instanceof ApiError ? error.errorCode : null;
  return { message: sentenceOf(error, isTyped), needsLogin, ...(errorCode && { errorCode }) };
}

function sentenceOf(error: unknown, isTyped: boolean): string {
  if (error instanceof NetworkError) return isTyped ? error.message : error.advice;
  const own = error instanceof ApiError ? error.error : null;
  return own ?? errors.INTERNAL_ERROR[1];
}
