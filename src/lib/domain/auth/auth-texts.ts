import type { Product } from '#lib/domain/account/profiles.ts';
import { waitText } from '#lib/domain/core/limits/wait-text.ts';
import { type AuthFlow, type AuthIntent, replacesVerifiedPhone } from './auth-flow.ts';

export interface StepText {
  title: string;
  subtitle: string;
  /** Shown instead of `subtitle` at phone width. [AUTH-17] */
  phoneSubtitle?: string;
  button: string;
}

export interface StepTextInput {
  /** The name of the product that the person signs in to. */
  productName: string;
  callingCode: string;
  phone: string;
  /** Whether the signed-in person has verified their own number. */
  isPhoneVerified: boolean;
}

/** The products' names in texts. A page about programmes names the site, because most are about several programmes. */
export const productNames: Record<Product, string> = { moonshot: 'Moonshot', cap: 'Liftoff' };

/** Returns the texts of the current step. [AUTH-16 to AUTH-19] */
export function getStepText(flow: AuthFlow, facts: StepTextInput): StepText {
  switch (flow.activeStep) {
    case 'PHONE_INPUT':
      return phoneText(flow.intent, facts);
    case 'DETAILS':
      return detailsText(flow, facts);
    case 'OTP_INPUT':
      return otpText(flow.intent, facts);
    case 'CHANGE_PHONE':
      return changePhoneText(flow, facts);
  }
}

/** [AUTH-16] */
function phoneText(intent: AuthIntent, { productName }: StepTextInput): StepText {
  return isSignUp(intent)
    ? {
        title: `Welcome to ${productName}`,
        subtitle: 'Sign up to Apply. It will take less than 2 mins.',
        button: 'Continue',
      }
    : { title: 'Welcome back', subtitle: 'Login with your mobile number', button: 'Login' };
}

/** [AUTH-18] */
function detailsText(flow: AuthFlow, { productName, phone }: StepTextInput): StepText {
  return {
    title: flow.initialIntent === 'LOGIN' ? `New to ${productName}?` : 'Complete details',
    // DIRECT_SIGN_UP may start without a number.
    subtitle: phone ? `You are trying to signup with ${phone}` : 'We ask for your mobile number next.',
    button: 'Register Now',
  };
}

/** [AUTH-17] */
function otpText(intent: AuthIntent, { callingCode, phone }: StepTextInput): StepText {
  const number = `${callingCode} ${phone}`;
  const shared = { subtitle: `We have sent an OTP on ${number}`, button: 'Continue' };
  if (isSignUp(intent)) {
    return { ...shared, title: 'Enter OTP to Sign up', phoneSubtitle: `Sign up with ${number}` };
  }
  if (intent === 'VERIFY_PHONE' || intent === 'CHANGE_PHONE') {
    return { ...shared, title: 'Enter OTP', phoneSubtitle: `OTP sent on ${number}` };
  }
  return { ...shared, title: 'Enter OTP to Login', phoneSubtitle: `Trying to login with ${number}` };
}

/** The number is the person's own, not the one being typed; only a verified one is their current one. [AUTH-19] */
function changePhoneText(flow: AuthFlow, { callingCode, phone, isPhoneVerified }: StepTextInput): StepText {
  const number = `${callingCode} ${phone}`;
  return {
    title: 'Change phone number',
    subtitle: replacesVerifiedPhone(flow, { isPhoneVerified })
      ? `${number} is your current phone number`
      : `${number} seems correct?`,
    button: 'Get OTP',
  };
}

/** Returns the countdown until Resend; a wait of more than three minutes is set by the server and shown in minutes. [AUTH-13] */
export function formatResendText(seconds: number): string {
  return `Resend OTP in ${seconds > 180 ? waitText(seconds) : `${seconds}s`}`;
}

/**
 * Returns when a locked or rate-limited person may try again, as a duration and a time of day. It changes once a minute, so
 * that a screen reader does not announce it every second.
 */
export function formatRetryText(seconds: number, now: Date): string {
  if (seconds <= 60) return 'You can try again in less than a minute.';
  const clock = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', hour12: true });
  const at = clock.format(new Date(now.getTime() + seconds * 1000)).replace(/\s/g, ' ');
  return `You can try again in ${waitText(seconds)}, at ${at}.`;
}

function isSignUp(intent: AuthIntent): boolean {
  return intent === 'SIGN_UP' || intent === 'DIRECT_SIGN_UP';
}
