import { ApiError, NetworkError, UnreadableAnswerError } from '#lib/client/api-error.ts';
import { type AuthCall, failureTexts } from '#lib/domain/auth/auth-failures.ts';
import { forgetUser } from '#lib/stores/account/user.ts';
import { $authFlow, dispatchAuth, holdUntil } from './auth-flow.ts';
import { authForm } from './auth-form.ts';
import { type AuthCallbacks, type AuthEventName, trackAuth } from './auth-modal.ts';

/** Registration has no callback of its own (AUTH state). */
const CALLBACK_OF: Record<AuthCall, keyof AuthCallbacks | null> = {
  existenceCheck: 'existenceCheck',
  register: null,
  loginOtpRequest: 'otpRequest',
  verificationOtpRequest: 'otpRequest',
  otpVerify: 'otpVerify',
  phoneChange: 'phoneChange',
};

const FAILURE_EVENTS: Record<AuthCall, AuthEventName> = {
  existenceCheck: 'auth existence check failure',
  register: 'auth registration failure',
  loginOtpRequest: 'auth otp request failure',
  verificationOtpRequest: 'auth otp request failure',
  otpVerify: 'auth otp verify failure',
  phoneChange: 'auth phone change failure',
};

/** A verified OTP is the end of the whole flow; its callback runs there (AUTH-08). */
export function succeed(call: AuthCall, answer: object, callbacks: AuthCallbacks | undefined): void {
  const name = CALLBACK_OF[call];
  if (name && name !== 'otpVerify') callbacks?.[name]?.onSuccess?.(answer as never);
}

/** AUTH-23 and AUTH-24; what was typed stays. */
export function fail(call: AuthCall, error: unknown, callbacks: AuthCallbacks | undefined): void {
  const answer = error instanceof ApiError ? error : null;
  const step = $authFlow.get().activeStep;
  const shown = failureTexts(call, step, {
    message: answer?.error ?? undefined,
    fieldErrors: answer?.fieldErrors,
  });
  authForm.setErrors(shown, explain(error), isPassing(call, answer));
  hold(call, answer);

  const failure = {
    errorCode: answer?.errorCode ?? null,
    errorMessage: answer?.error ?? Object.values(shown)[0] ?? '',
    httpStatusCode: answer?.status ?? null,
  };
  trackAuth(FAILURE_EVENTS[call], {
    error_code: failure.errorCode,
    error_message: failure.errorMessage,
    http_status_code: failure.httpStatusCode,
  });
  const name = CALLBACK_OF[call];
  if (name) callbacks?.[name]?.onFailure?.(failure);
  if (!isExpected(error)) globalThis.reportError?.(error);
  if (answer?.status === 401) forgetUser();
}

/** What the whole form has to say besides the field's own text. */
function explain(error: unknown): string | null {
  if (error instanceof NetworkError) return error.message;
  // C-06: this tab's code ended when another one was asked for, which has an id that this tab does not know.
  const isElsewhere = error instanceof ApiError && error.errorCode === 'OTP_SUPERSEDED';
  return isElsewhere
    ? 'A newer OTP was requested in another tab or on another device. Enter it there, or press Resend here.'
    : null;
}

/** Nothing is wrong with what was typed: the same may be sent again, so the button stays (AUTH-15). */
function isPassing(call: AuthCall, answer: ApiError | null): boolean {
  if (isOtpRequest(call) || !answer || answer.status >= 500) return true;
  return answer.errorCode === 'RATE_LIMITED' || answer.errorCode === 'ACCOUNT_LOCKED';
}

/** The server says when it takes the next: then the person reads it, and Resend counts down to that moment. */
function hold(call: AuthCall, answer: ApiError | null): void {
  const until = answer?.retryAfter ? Date.now() + answer.retryAfter * 1000 : 0;
  // Half a minute is what the field says itself.
  holdUntil(answer?.errorCode === 'OTP_RESEND_TOO_SOON' ? 0 : until, authForm.$errors.get());
  const concernsResend = isOtpRequest(call) || answer?.errorCode === 'ACCOUNT_LOCKED';
  if (until && concernsResend) dispatchAuth({ type: 'OTP_REFUSED', resendAt: until });
}

const isOtpRequest = (call: AuthCall): boolean =>
  call === 'loginOtpRequest' || call === 'verificationOtpRequest';

function isExpected(error: unknown): boolean {
  return error instanceof ApiError || error instanceof NetworkError || error instanceof UnreadableAnswerError;
}
