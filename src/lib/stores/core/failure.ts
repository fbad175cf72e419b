import { ApiError, NetworkError } from '#lib/client/api-error.ts';
import { errors } from '#lib/contract/core/errors.ts';
import { invalidateUser } from '#lib/stores/account/user.ts';

/** What a person reads when a call has failed, and whether logging in again is the way on. */
export interface Failure {
  message: string;
  needsLogin: boolean;
}

/**
 * `isTyped`: it is said at a form, whose values are kept. When the session has ended the page stays as it is, with
 * what was typed; only the modal, which opens next, must no longer take the person for signed in.
 */
export function failureOf(error: unknown, { isTyped }: { isTyped: boolean }): Failure {
  const needsLogin = error instanceof ApiError && error.status === 401;
  if (needsLogin) invalidateUser();
  return { message: sentenceOf(error, isTyped), needsLogin };
}

function sentenceOf(error: unknown, isTyped: boolean): string {
  if (error instanceof NetworkError) return isTyped ? error.message : error.advice;
  const own = error instanceof ApiError ? error.error : null;
  return own ?? errors.INTERNAL_ERROR[1];
}
