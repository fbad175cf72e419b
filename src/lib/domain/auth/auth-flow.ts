import { mayCall, type OtpPurpose, otpPolicy } from './otp-policy.ts';

/** What the person came to do; `intent` may become another one on the way, `initialIntent` only by AUTH-11. */
export type AuthIntent =
  | 'LOGIN'
  | 'SIGN_UP'
  | 'DIRECT_SIGN_UP'
  | 'CHANGE_PHONE'
  | 'VERIFY_PHONE'
  | 'REQUEST_LOGIN_OTP';

/** The intent to go on with after another, and the number that was typed for it before. */
export interface AuthFollowUp {
  intent: AuthIntent;
  typed?: { phone: string; countryIsoCode: string };
}

export type AuthStep = 'PHONE_INPUT' | 'DETAILS' | 'OTP_INPUT' | 'CHANGE_PHONE';

export interface AuthFlow {
  activeStep: AuthStep;
  initialIntent: AuthIntent;
  intent: AuthIntent;
  otpResendCount: number;
  otpId: string | null;
  /** Milliseconds since 1970 from which another OTP may be asked for; a deadline, so a sleeping tab stays right. */
  resendAt: number;
}

export type AuthEvent =
  | { type: 'STARTED'; intent: AuthIntent; person: Person }
  | { type: 'NOBODY_FOUND' }
  | { type: 'OTP_REQUESTED'; otpId: string; resend: boolean; at: number }
  | { type: 'OTP_UNDER_WAY'; otpId: string; resendAt: number }
  | { type: 'OTP_REFUSED'; resendAt: number }
  | { type: 'PHONE_EDITED'; person: Person }
  | { type: 'SIGN_UP_CHOSEN' }
  | { type: 'CHANGE_CANCELLED' }
  | { type: 'RESUMED'; flow: AuthFlow };

/** A visitor is `null` (USER-07). */
export type Person = { isPhoneVerified: boolean } | null;

export const AUTH_INTENTS: readonly AuthIntent[] = [
  'LOGIN',
  'SIGN_UP',
  'DIRECT_SIGN_UP',
  'CHANGE_PHONE',
  'VERIFY_PHONE',
  'REQUEST_LOGIN_OTP',
];

/** AUTH-02 */
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

/** AUTH-02, AUTH-03 */
export function startAuthFlow(wanted: AuthIntent, person: Person): AuthFlow {
  const mustVerify = person !== null && !person.isPhoneVerified && wanted !== 'CHANGE_PHONE';
  const intent = mustVerify ? 'VERIFY_PHONE' : wanted;
  return {
    activeStep: FIRST_STEP[intent],
    initialIntent: intent,
    intent,
    otpResendCount: 0,
    otpId: null,
    resendAt: 0,
  };
}

/** AUTH-05 to AUTH-13 as one pure step; what goes over the wire is the store's business. */
export function nextAuthFlow(flow: AuthFlow, event: AuthEvent): AuthFlow {
  switch (event.type) {
    case 'STARTED':
      return startAuthFlow(event.intent, event.person);
    case 'NOBODY_FOUND':
      return { ...withoutOtp(flow), intent: 'SIGN_UP', activeStep: 'DETAILS' };
    case 'OTP_REQUESTED':
      return {
        ...atOtpInput(flow),
        otpId: event.otpId,
        otpResendCount: flow.otpResendCount + (event.resend ? 1 : 0),
        resendAt: event.at + otpPolicy.resendSeconds * 1000,
      };
    case 'OTP_UNDER_WAY':
      return { ...atOtpInput(flow), otpId: event.otpId, resendAt: event.resendAt };
    case 'OTP_REFUSED':
      return { ...flow, resendAt: event.resendAt };
    case 'PHONE_EDITED':
      return { ...withoutOtp(flow), activeStep: editStep(flow, event.person) };
    case 'SIGN_UP_CHOSEN':
      return { ...withoutOtp(flow), intent: 'SIGN_UP', initialIntent: 'SIGN_UP', activeStep: 'PHONE_INPUT' };
    case 'CHANGE_CANCELLED':
      return { ...withoutOtp(flow), activeStep: 'OTP_INPUT' };
    case 'RESUMED':
      return event.flow;
  }
}

/** AUTH-05: an OTP asked for on the phone step is a known person's. */
function atOtpInput(flow: AuthFlow): AuthFlow {
  const intent = flow.activeStep === 'PHONE_INPUT' ? 'LOGIN' : flow.intent;
  return { ...flow, intent, activeStep: 'OTP_INPUT' };
}

/** AUTH-10 */
function editStep(flow: AuthFlow, person: Person): AuthStep {
  const unverified = person !== null && !person.isPhoneVerified;
  return unverified && VERIFICATION_INTENTS.includes(flow.intent) ? 'CHANGE_PHONE' : 'PHONE_INPUT';
}

function withoutOtp(flow: AuthFlow): AuthFlow {
  return { ...flow, otpResendCount: 0, otpId: null, resendAt: 0 };
}

/** USER-07: what only a signed-in person can do. */
export function needsLogin(intent: AuthIntent): boolean {
  return intent === 'CHANGE_PHONE' || intent === 'VERIFY_PHONE';
}

/** At these steps the server answers a signed-in person only. */
export function needsPerson({ activeStep, intent }: AuthFlow): boolean {
  const isAfterSignUp = activeStep === 'OTP_INPUT' || activeStep === 'CHANGE_PHONE';
  return needsLogin(intent) || (isAfterSignUp && requestPurpose(intent) === 'PHONE_VERIFICATION');
}

/** Already signed in and verified, in another tab perhaps: there is nothing left to ask. */
export function isSettled(intent: AuthIntent, person: Person): boolean {
  return person?.isPhoneVerified === true && intent !== 'CHANGE_PHONE' && intent !== 'REQUEST_LOGIN_OTP';
}

/** AUTH-04: these two ask for an OTP by SMS as soon as they open. */
export function requestsOtpOnEntry(intent: AuthIntent): boolean {
  return intent === 'VERIFY_PHONE' || intent === 'REQUEST_LOGIN_OTP';
}

/** Whether opening for this intent makes the person's phone ring: AUTH-03 makes VERIFY_PHONE of most. */
export function sendsOtpOnEntry(wanted: AuthIntent, person: Person): boolean {
  const isForLogin = person === null && needsLogin(wanted);
  return !isForLogin && requestsOtpOnEntry(startAuthFlow(wanted, person).intent);
}

/** AUTH-09, and which of the two OTP requests an intent makes at all. */
export function requestPurpose(intent: AuthIntent): OtpPurpose {
  return VERIFICATION_INTENTS.includes(intent) ? 'PHONE_VERIFICATION' : 'LOGIN';
}

/** AUTH-08 */
export function verifyPurpose(intent: AuthIntent, person: Person): OtpPurpose {
  return person?.isPhoneVerified === true ? 'LOGIN' : requestPurpose(intent);
}

/** AUTH-14 */
export function offersCall(flow: AuthFlow, countryIsoCode: string, requestPending: boolean): boolean {
  return !requestPending && mayCall({ countryIsoCode, resendCount: flow.otpResendCount });
}
