import { canCall, type OtpPurpose, otpPolicy } from './otp-policy.ts';

/**
 * The purpose of the login. The flow's `intent` may change on the way, its `initialIntent` only by AUTH-11.
 */
export type AuthIntent =
  | 'LOGIN'
  | 'SIGN_UP'
  | 'DIRECT_SIGN_UP'
  | 'CHANGE_PHONE'
  | 'VERIFY_PHONE'
  | 'REQUEST_LOGIN_OTP';

/** The intent to continue with after signing in, and the number that was typed for it before. */
export interface AuthFollowUp {
  intent: AuthIntent;
  phoneInput?: { phone: string; countryIsoCode: string };
}

export type AuthStep = 'PHONE_INPUT' | 'DETAILS' | 'OTP_INPUT' | 'CHANGE_PHONE';

export interface AuthFlow {
  activeStep: AuthStep;
  initialIntent: AuthIntent;
  intent: AuthIntent;
  otpResendCount: number;
  otpId: string | null;
  /**
   * The time at which another OTP may be requested, in milliseconds since 1970: a deadline stays correct in a
   * tab that slept.
   */
  resendAt: number;
}

export type AuthEvent =
  | { type: 'STARTED'; intent: AuthIntent; user: AuthUser }
  | { type: 'USER_NOT_FOUND' }
  | { type: 'OTP_REQUESTED'; otpId: string; resend: boolean; at: number }
  | { type: 'OTP_REUSED'; otpId: string; resendAt: number }
  | { type: 'RESEND_DELAYED'; resendAt: number }
  | { type: 'PHONE_EDITED'; user: AuthUser }
  | { type: 'SIGN_UP_CHOSEN' }
  | { type: 'CHANGE_CANCELLED' }
  | { type: 'RESUMED'; flow: AuthFlow };

/** The signed-in person as far as the flow needs to know them; null for a visitor. [USER-07] */
export type AuthUser = { isPhoneVerified: boolean } | null;

export const AUTH_INTENTS: readonly AuthIntent[] = [
  'LOGIN',
  'SIGN_UP',
  'DIRECT_SIGN_UP',
  'CHANGE_PHONE',
  'VERIFY_PHONE',
  'REQUEST_LOGIN_OTP',
];

/** [AUTH-02] */
const FIRST_STEP: Record<AuthIntent, AuthStep> = {
  LOGIN: 'PHONE_INPUT',
  SIGN_UP: 'PHONE_INPUT',
  DIRECT_SIGN_UP: 'DETAILS',
  CHANGE_PHONE: 'CHANGE_PHONE',
  VERIFY_PHONE: 'OTP_INPUT',
  REQUEST_LOGIN_OTP: 'OTP_INPUT',
};

const VERIFICATION_INTENTS: readonly AuthIntent[] = [
  'SIGN_UP',
  'DIRECT_SIGN_UP',
  'CHANGE_PHONE',
  'VERIFY_PHONE',
];

/** Returns the first state of a flow; a signed-in person with an unverified number has to verify it first. [AUTH-02, AUTH-03] */
export function startAuthFlow(requestedIntent: AuthIntent, user: AuthUser): AuthFlow {
  const mustVerify = user !== null && !user.isPhoneVerified && requestedIntent !== 'CHANGE_PHONE';
  const intent = mustVerify ? 'VERIFY_PHONE' : requestedIntent;
  return {
    activeStep: FIRST_STEP[intent],
    initialIntent: intent,
    intent,
    otpResendCount: 0,
    otpId: null,
    resendAt: 0,
  };
}

/** Returns the state after an event. The stores make the calls that lead to the events. [AUTH-05 to AUTH-13] */
export function nextAuthFlow(flow: AuthFlow, event: AuthEvent): AuthFlow {
  switch (event.type) {
    case 'STARTED':
      return startAuthFlow(event.intent, event.user);
    case 'USER_NOT_FOUND':
      return { ...withoutOtp(flow), intent: 'SIGN_UP', activeStep: 'DETAILS' };
    case 'OTP_REQUESTED':
      return {
        ...withOtpStep(flow),
        otpId: event.otpId,
        otpResendCount: flow.otpResendCount + (event.resend ? 1 : 0),
        resendAt: event.at + otpPolicy.resendSeconds * 1000,
      };
    case 'OTP_REUSED':
      return { ...withOtpStep(flow), otpId: event.otpId, resendAt: event.resendAt };
    case 'RESEND_DELAYED':
      return { ...flow, resendAt: event.resendAt };
    case 'PHONE_EDITED':
      return { ...withoutOtp(flow), activeStep: stepToEditPhone(flow, event.user) };
    case 'SIGN_UP_CHOSEN':
      return { ...withoutOtp(flow), intent: 'SIGN_UP', initialIntent: 'SIGN_UP', activeStep: 'PHONE_INPUT' };
    case 'CHANGE_CANCELLED':
      return { ...withoutOtp(flow), activeStep: 'OTP_INPUT' };
    case 'RESUMED':
      return event.flow;
  }
}

/** An OTP that is requested on the phone step belongs to an existing account. [AUTH-05] */
function withOtpStep(flow: AuthFlow): AuthFlow {
  const intent = flow.activeStep === 'PHONE_INPUT' ? 'LOGIN' : flow.intent;
  return { ...flow, intent, activeStep: 'OTP_INPUT' };
}

/** Returns the step on which the number is edited. [AUTH-10] */
function stepToEditPhone(flow: AuthFlow, user: AuthUser): AuthStep {
  const isUnverified = user !== null && !user.isPhoneVerified;
  return isUnverified && VERIFICATION_INTENTS.includes(flow.intent) ? 'CHANGE_PHONE' : 'PHONE_INPUT';
}

function withoutOtp(flow: AuthFlow): AuthFlow {
  return { ...flow, otpResendCount: 0, otpId: null, resendAt: 0 };
}

/** Returns whether only a signed-in person can do it. [USER-07] */
export function needsLogin(intent: AuthIntent): boolean {
  return intent === 'CHANGE_PHONE' || intent === 'VERIFY_PHONE';
}

/** Returns whether the step's calls need a session. */
export function needsUser({ activeStep, intent }: AuthFlow): boolean {
  const isAfterSignUp = activeStep === 'OTP_INPUT' || activeStep === 'CHANGE_PHONE';
  return needsLogin(intent) || (isAfterSignUp && requestPurpose(intent) === 'PHONE_VERIFICATION');
}

/** Returns whether the number is a replacement for a verified one; otherwise the person's own may still be verified. [AUTH-19] */
export function replacesVerifiedPhone({ intent }: Pick<AuthFlow, 'intent'>, user: AuthUser): boolean {
  return intent === 'CHANGE_PHONE' && user?.isPhoneVerified === true;
}

/** Returns whether the person is signed in and verified already, perhaps in another tab, and has nothing left to do. */
export function isAlreadySignedIn(intent: AuthIntent, user: AuthUser): boolean {
  return user?.isPhoneVerified === true && intent !== 'CHANGE_PHONE' && intent !== 'REQUEST_LOGIN_OTP';
}

/** Returns whether the intent requests an OTP as soon as the modal opens. [AUTH-04] */
export function requestsOtpOnEntry(intent: AuthIntent): boolean {
  return intent === 'VERIFY_PHONE' || intent === 'REQUEST_LOGIN_OTP';
}

/** Returns whether opening the modal sends an SMS; most intents become VERIFY_PHONE for an unverified person. [AUTH-03] */
export function sendsOtpOnEntry(requestedIntent: AuthIntent, user: AuthUser): boolean {
  const becomesLogin = user === null && needsLogin(requestedIntent);
  return !becomesLogin && requestsOtpOnEntry(startAuthFlow(requestedIntent, user).intent);
}

/** Returns which of the two OTP requests an intent makes. [AUTH-09] */
export function requestPurpose(intent: AuthIntent): OtpPurpose {
  return VERIFICATION_INTENTS.includes(intent) ? 'PHONE_VERIFICATION' : 'LOGIN';
}

/** Returns which of the two OTP checks an intent makes. [AUTH-08] */
export function verifyPurpose(intent: AuthIntent, user: AuthUser): OtpPurpose {
  return user?.isPhoneVerified === true ? 'LOGIN' : requestPurpose(intent);
}

/** Returns whether to offer the OTP by a phone call. [AUTH-14] */
export function canOfferCall(flow: AuthFlow, countryIsoCode: string, requestPending: boolean): boolean {
  return !requestPending && canCall({ countryIsoCode, resendCount: flow.otpResendCount });
}

/** Returns whether a reload should restore the step: details were typed or an OTP was sent. */
export function isWorthPersisting({ activeStep, otpId }: AuthFlow): boolean {
  return activeStep === 'DETAILS' || (activeStep === 'OTP_INPUT' && otpId !== null);
}

/** Returns whether a persisted flow still fits who is signed in now. */
export function canResume({ activeStep, intent }: AuthFlow, user: AuthUser): boolean {
  if (isAlreadySignedIn(intent, user)) return false;
  // The details step is for people without an account; a verification needs an existing account.
  if (activeStep === 'DETAILS') return user === null;
  return requestPurpose(intent) === 'LOGIN' || user !== null;
}
