import { clearPendingOtp, findPendingOtp, savePendingOtp } from '#lib/browser/pending-otp.ts';
import { api } from '#lib/client/api.ts';
import { ApiError, NetworkError, UnreadableResponseError } from '#lib/client/api-error.ts';
import {
  type AuthCall,
  canResubmit,
  getFailureMessages,
  isOtpRequest,
} from '#lib/domain/auth/auth-failures.ts';
import type { DeliveryMedium, OtpPurpose } from '#lib/domain/auth/otp-policy.ts';
import { clearUser, setUser } from '#lib/stores/account/user.ts';
import { createRequest } from '#lib/stores/core/request.ts';
import { authForm, getPhoneInput } from './auth-form.ts';
import {
  $authFlow,
  $authModal,
  type AuthCallbacks,
  callNames,
  dispatchAuth,
  startRetryCountdown,
  trackAuth,
} from './auth-state.ts';
import { startPhoneChange } from './phone-change.ts';

/**
 * The requests of the modal. Each returns null if it failed, after the form has shown the reason, or if the person has
 * started something else in the meantime.
 */

const userExistsRequest = createRequest(() =>
  api('POST /api/v1/auth/user-exists/', { body: getPhoneInput() }),
);

const registerRequest = createRequest(() => {
  const { otp: _, acceptsOffers, ...details } = authForm.$values.get();
  const { product } = $authModal.get();
  return api('POST /api/v3/auth/register/', {
    body: { ...details, ...(product ? { product } : {}), ...(acceptsOffers ? { acceptsOffers: true } : {}) },
  });
});

const changePhoneRequest = createRequest(() =>
  api('PATCH /api/v2/user/change-phone/', { body: getPhoneInput() }),
);

const otpRequest = createRequest((purpose: OtpPurpose, resend: boolean, deliveryMedium: DeliveryMedium) => {
  const previousOtpId = resend ? $authFlow.get().otpId : null;
  const body = { ...getPhoneInput(), resend, previousOtpId, deliveryMedium };
  return purpose === 'LOGIN'
    ? api('POST /api/v1/auth/login/request-otp/', { body })
    : api('POST /api/v1/user/phone-verification/request-otp/', { body });
});

const verifyOtpRequest = createRequest((purpose: OtpPurpose) => {
  const body = { otpId: $authFlow.get().otpId ?? '', otp: authForm.$values.get().otp };
  return purpose === 'LOGIN'
    ? api('POST /api/v1/auth/login/verify-otp/', { body })
    : api('POST /api/v1/user/phone-verification/verify-otp/', { body });
});

const requests = [userExistsRequest, registerRequest, changePhoneRequest, otpRequest, verifyOtpRequest];

/** Counts the cancellations: a response to a call from before the last one is ignored. */
let generation = 0;

/** Ignores the responses of all pending calls. */
export function cancelAuthRequests(): void {
  generation += 1;
  for (const request of requests) request.reset();
}

/** [AUTH-05] */
export function checkUserExists(): Promise<{ userExists: boolean } | null> {
  return run('existenceCheck', userExistsRequest.run());
}

/** Registers, and sets the user even if the modal was closed before the response. [AUTH-06] */
export function register(): Promise<object | null> {
  return run('register', registerRequest.run().then(setUserFrom));
}

/** Returns the server's error on the number after a failed `register`; the details step has no such field. [FORM-13] */
export function getRegisterPhoneError(): string | null {
  const { error } = registerRequest.$state.get();
  if (!(error instanceof ApiError)) return null;
  return error.fieldErrors.phone ?? error.fieldErrors.countryIsoCode ?? null;
}

/** Changes the number. The header and other tabs show the new one only after it is verified. [AUTH-07, C-23] */
export function changePhone(): Promise<object | null> {
  return run(
    'phoneChange',
    changePhoneRequest.run().then((response) => {
      if (response) startPhoneChange(response.user);
      return response;
    }),
  );
}

/** Returns whether the last `changePhone` was rejected because the person logged in too long ago. [C-23] */
export function needsRecentLogin(): boolean {
  const { error } = changePhoneRequest.$state.get();
  return error instanceof ApiError && error.errorCode === 'REAUTH_REQUIRED';
}

/** [AUTH-08] */
export async function verifyOtp(purpose: OtpPurpose): Promise<object | null> {
  const response = await run('otpVerify', verifyOtpRequest.run(purpose).then(setUserFrom));
  if (!response) return null;
  clearPendingOtp();
  trackAuth('auth otp verify success', {});
  return response;
}

export const $otpRequestState = otpRequest.$state;
let latestOtpRequest: Promise<boolean> = Promise.resolve(false);

/**
 * Requests an OTP; returns true after it was sent and the OTP step is shown. [AUTH-05 to AUTH-09, AUTH-13]
 */
export function requestOtp(
  purpose: OtpPurpose,
  resend = false,
  medium: DeliveryMedium = 'SMS',
): Promise<boolean> {
  latestOtpRequest = sendOtp(purpose, resend, medium);
  return latestOtpRequest;
}

/** Waits for the id of a pending OTP: a person may type the code before the response arrives. */
export async function waitForOtpRequest(): Promise<void> {
  if (otpRequest.isPending()) await latestOtpRequest;
}

async function sendOtp(purpose: OtpPurpose, resend: boolean, medium: DeliveryMedium): Promise<boolean> {
  const call = purpose === 'LOGIN' ? 'loginOtpRequest' : 'verificationOtpRequest';
  const phone = getPhoneInput();
  const sending = otpRequest.run(purpose, resend, medium).then(
    (sent) => {
      if (sent) savePendingOtp({ purpose, ...phone, otpId: sent.otpId });
      return sent;
    },
    (error) => findReusableOtp(error, purpose),
  );
  const otp = await run<{ otpId: string; resendAt?: number }>(call, sending);
  if (!otp) return false;
  const { otpId, resendAt } = otp;
  const isNew = resendAt === undefined;
  if (isNew) trackAuth('auth otp request success', {});
  dispatchAuth(
    isNew
      ? { type: 'OTP_REQUESTED', otpId, resend, at: Date.now() }
      : { type: 'OTP_REUSED', otpId, resendAt },
  );
  authForm.setErrors({});
  // The code of a reused OTP may have been typed already. [AUTH-13]
  if (isNew) authForm.change('otp', '');
  return true;
}

/**
 * Returns the OTP that was sent less than 30 seconds ago, when the server rejects another one for that reason: the
 * modal was closed and opened again, or the number edited and sent again. Throws every other error.
 */
function findReusableOtp(error: unknown, purpose: OtpPurpose): { otpId: string; resendAt: number } {
  const isTooSoon = error instanceof ApiError && error.errorCode === 'OTP_RESEND_TOO_SOON';
  const otpId = isTooSoon && !$authFlow.get().otpId ? findSentOtp(purpose) : null;
  if (!isTooSoon || !otpId) throw error;
  return { otpId, resendAt: Date.now() + (error.retryAfter ?? 0) * 1000 };
}

/** Returns the id of an OTP that this tab requested for the number in the form, or null. */
export function findSentOtp(purpose: OtpPurpose): string | null {
  return findPendingOtp({ purpose, ...getPhoneInput() });
}

function setUserFrom<Response extends Parameters<typeof setUser>[0]>(response: Response | null) {
  if (response) setUser(response);
  return response;
}

async function run<Response extends object>(
  call: AuthCall,
  pending: Promise<Response | null>,
): Promise<Response | null> {
  const { callbacks } = $authModal.get();
  const started = generation;
  try {
    const response = await pending;
    if (!response || started !== generation) return null;
    const name = callNames[call].callback;
    // The callback of a verified OTP runs at the end of the flow. [AUTH-08]
    if (name && name !== 'otpVerify') callbacks?.[name]?.onSuccess?.(response as never);
    return response;
  } catch (error) {
    if (started === generation) handleFailure(call, error, callbacks);
    return null;
  }
}

/** Shows the error, tracks it and reports it to the callback; the form keeps what was typed. [AUTH-23, AUTH-24] */
function handleFailure(call: AuthCall, error: unknown, callbacks: AuthCallbacks | undefined): void {
  const response = error instanceof ApiError ? error : null;
  const messages = getFailureMessages(call, $authFlow.get().activeStep, {
    message: response?.error ?? undefined,
    fieldErrors: response?.fieldErrors,
  });
  authForm.setErrors(messages, formErrorOf(error), canResubmit(call, response));
  startWait(call, response);
  const failure = {
    errorCode: response?.errorCode ?? null,
    errorMessage: response?.error ?? Object.values(messages)[0] ?? '',
    httpStatusCode: response?.status ?? null,
  };
  trackAuth(callNames[call].failure, {
    error_code: failure.errorCode,
    error_message: failure.errorMessage,
    http_status_code: failure.httpStatusCode,
  });
  const name = callNames[call].callback;
  if (name) callbacks?.[name]?.onFailure?.(failure);
  const isExpected = response || error instanceof NetworkError || error instanceof UnreadableResponseError;
  if (!isExpected) globalThis.reportError?.(error);
  if (response?.status === 401) clearUser();
}

/** Returns the error of the whole form, beside those of its fields. */
function formErrorOf(error: unknown): string | null {
  if (error instanceof NetworkError) return error.message;
  // Another tab requested a newer OTP; this tab does not know its id. [C-06]
  const isSuperseded = error instanceof ApiError && error.errorCode === 'OTP_SUPERSEDED';
  return isSuperseded
    ? 'A newer OTP was requested in another tab or on another device. Enter it there, or press Resend here.'
    : null;
}

/** Counts down to the moment that the server named: for the notice, and for Resend when the wait concerns OTPs. */
function startWait(call: AuthCall, response: ApiError | null): void {
  const until = response?.retryAfter ? Date.now() + response.retryAfter * 1000 : 0;
  // The field's own message says the wait of 30 seconds.
  startRetryCountdown(response?.errorCode === 'OTP_RESEND_TOO_SOON' ? 0 : until, authForm.$errors.get());
  const concernsResend = isOtpRequest(call) || response?.errorCode === 'ACCOUNT_LOCKED';
  if (until && concernsResend) dispatchAuth({ type: 'RESEND_DELAYED', resendAt: until });
}
