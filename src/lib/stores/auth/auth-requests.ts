import { findOtpUnderWay, forgetOtp, rememberOtp } from '#lib/browser/otp-memory.ts';
import { api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import type { AuthCall } from '#lib/domain/auth/auth-failures.ts';
import type { DeliveryMedium, OtpPurpose } from '#lib/domain/auth/otp-policy.ts';
import { $user, storeUser, type User } from '#lib/stores/account/user.ts';
import { createRequest } from '#lib/stores/core/request.ts';
import { $authFlow, dispatchAuth } from './auth-flow.ts';
import { authForm } from './auth-form.ts';
import { $authModal } from './auth-modal.ts';
import { fail, succeed } from './auth-outcome.ts';

const existenceRequest = createRequest(() => api('POST /api/v1/auth/user-exists/', { body: typedNumber() }));

export const registerRequest = createRequest(() => {
  const { otp: _, ...person } = authForm.$values.get();
  const { product } = $authModal.get();
  return api('POST /api/v3/auth/register/', { body: { ...person, ...(product ? { product } : {}) } });
});

export const phoneChangeRequest = createRequest(() =>
  api('PATCH /api/v2/user/change-phone/', { body: typedNumber() }),
);

export const otpRequest = createRequest(
  (purpose: OtpPurpose, resend: boolean, deliveryMedium: DeliveryMedium) => {
    const previousOtpId = resend ? $authFlow.get().otpId : null;
    const body = { ...typedNumber(), resend, previousOtpId, deliveryMedium };
    return purpose === 'LOGIN'
      ? api('POST /api/v1/auth/login/request-otp/', { body })
      : api('POST /api/v1/user/phone-verification/request-otp/', { body });
  },
);

const otpVerifyRequest = createRequest((purpose: OtpPurpose) => {
  const body = { otpId: $authFlow.get().otpId ?? '', otp: authForm.$values.get().otp };
  return purpose === 'LOGIN'
    ? api('POST /api/v1/auth/login/verify-otp/', { body })
    : api('POST /api/v1/user/phone-verification/verify-otp/', { body });
});

const requests = [existenceRequest, registerRequest, phoneChangeRequest, otpRequest, otpVerifyRequest];

/** Counts up whenever the person turns to something else. */
let turn = 0;

/** What is still pending was for something that the person has left: its answer comes too late to matter. */
export function dropAuthRequests(): void {
  turn += 1;
  for (const request of requests) request.reset();
}

function typedNumber(): { countryIsoCode: string; phone: string } {
  const { countryIsoCode, phone } = authForm.$values.get();
  return { countryIsoCode, phone };
}

/** AUTH-05 */
export function checkExistence(): Promise<{ userExists: boolean } | null> {
  return attempt('existenceCheck', existenceRequest.run());
}

/** AUTH-06: the answer becomes the current user, even when the modal has been closed meanwhile. */
export function register(): Promise<object | null> {
  return attempt('register', registerRequest.run().then(keepUser));
}

/**
 * AUTH-07. Only this modal takes the number asked for as the person's own; for the header and for other tabs nothing
 * has changed before it is proven (C-23).
 */
export function changePhone(): Promise<object | null> {
  return attempt(
    'phoneChange',
    phoneChangeRequest.run().then((answer) => {
      const user = $user.get();
      if (user?.isPhoneVerified) provenUser = user;
      if (answer) $user.set(answer.user);
      return answer;
    }),
  );
}

let provenUser: User | null = null;

/** A change of number that was not proven is no change. */
export function undoPhoneChange(): void {
  if (provenUser && $user.get()?.id === provenUser.id && !$user.get()?.isPhoneVerified) $user.set(provenUser);
  provenUser = null;
}

/** AUTH-08 */
export async function verifyOtp(purpose: OtpPurpose): Promise<object | null> {
  const answer = await attempt('otpVerify', otpVerifyRequest.run(purpose).then(keepUser));
  if (answer) forgetOtp();
  return answer;
}

let latestOtpRequest: Promise<boolean> = Promise.resolve(false);

/** AUTH-05 to AUTH-09, AUTH-13: true when an OTP is on its way and the OTP step is shown. */
export function requestOtp(
  purpose: OtpPurpose,
  resend = false,
  medium: DeliveryMedium = 'SMS',
): Promise<boolean> {
  latestOtpRequest = showOtpStep(purpose, resend, medium);
  return latestOtpRequest;
}

/** Whoever types faster than the network waits here for the id that belongs to the code. */
export async function otpRequestSettled(): Promise<void> {
  if (otpRequest.isPending()) await latestOtpRequest;
}

async function showOtpStep(purpose: OtpPurpose, resend: boolean, medium: DeliveryMedium): Promise<boolean> {
  const call = purpose === 'LOGIN' ? 'loginOtpRequest' : 'verificationOtpRequest';
  const issued = await attempt(call, issueOtp(purpose, resend, medium));
  if (!issued) return false;
  const { otpId, resendAt } = issued;
  dispatchAuth(
    resendAt === undefined
      ? { type: 'OTP_REQUESTED', otpId, resend, at: Date.now() }
      : { type: 'OTP_UNDER_WAY', otpId, resendAt },
  );
  authForm.setErrors({});
  // AUTH-13; a code that is under way may have been typed already.
  if (resendAt === undefined) authForm.change('otp', '');
  return true;
}

async function issueOtp(
  purpose: OtpPurpose,
  resend: boolean,
  medium: DeliveryMedium,
): Promise<{ otpId: string; resendAt?: number } | null> {
  const number = typedNumber();
  try {
    const issued = await otpRequest.run(purpose, resend, medium);
    if (issued) rememberOtp({ purpose, ...number, otpId: issued.otpId });
    return issued;
  } catch (error) {
    const underWay = $authFlow.get().otpId ? null : findUnderWay(error, purpose);
    if (underWay) return underWay;
    throw error;
  }
}

/**
 * Closed and opened again, or edited and sent again, within the 30 seconds in which the server refuses another
 * OTP for the number: the one it sent is still good, so the person goes on with it.
 */
function findUnderWay(error: unknown, purpose: OtpPurpose) {
  if (!(error instanceof ApiError) || error.errorCode !== 'OTP_RESEND_TOO_SOON') return null;
  const otpId = findEarlierOtp(purpose);
  return otpId ? { otpId, resendAt: Date.now() + (error.retryAfter ?? 0) * 1000 } : null;
}

/** The id of an OTP that this tab had sent to the number in the form, or null. */
export function findEarlierOtp(purpose: OtpPurpose): string | null {
  return findOtpUnderWay({ purpose, ...typedNumber() });
}

function keepUser<Answer extends Parameters<typeof storeUser>[0]>(answer: Answer | null): Answer | null {
  if (answer) storeUser(answer);
  return answer;
}

/** Null when it failed (then the form shows why), or when the person has turned to something else. */
async function attempt<Answer extends object>(
  call: AuthCall,
  run: Promise<Answer | null>,
): Promise<Answer | null> {
  const { callbacks } = $authModal.get();
  const mine = turn;
  const isWanted = () => mine === turn;
  try {
    const answer = await run;
    if (!answer || !isWanted()) return null;
    succeed(call, answer, callbacks);
    return answer;
  } catch (error) {
    if (isWanted()) fail(call, error, callbacks);
    return null;
  }
}
