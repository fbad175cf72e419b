import type { AuthStep } from './auth-flow.ts';

export type AuthCall =
  | 'existenceCheck'
  | 'register'
  | 'loginOtpRequest'
  | 'verificationOtpRequest'
  | 'otpVerify'
  | 'phoneChange';

export type AuthField = 'phone' | 'firstName' | 'lastName' | 'email' | 'otp';

/** Shown when the server sent no message. [AUTH-23] */
const FALLBACK_MESSAGES: Record<AuthCall, string> = {
  existenceCheck: 'Something went wrong. Try Again.',
  register: 'Failed to create account',
  loginOtpRequest: 'Failed to request OTP',
  verificationOtpRequest: 'Failed to request OTP',
  otpVerify: 'Failed to verify OTP',
  phoneChange: 'Failed to change phone number',
};

const FIELDS_OF_STEP: Record<AuthStep, readonly AuthField[]> = {
  PHONE_INPUT: ['phone'],
  CHANGE_PHONE: ['phone'],
  DETAILS: ['firstName', 'lastName', 'email'],
  OTP_INPUT: ['otp'],
};

/** The response body of an error. */
export interface ServerFailure {
  message?: string | undefined;
  fieldErrors?: Readonly<Record<string, string>> | undefined;
}

/** Returns the server's field errors by field; an error without a field on this step goes to the call's own. [AUTH-23, FORM-13] */
export function getFailureMessages(
  call: AuthCall,
  step: AuthStep,
  failure: ServerFailure,
): Partial<Record<AuthField, string>> {
  const messages: Partial<Record<AuthField, string>> = {};
  for (const [name, message] of Object.entries(failure.fieldErrors ?? {})) {
    const field = name === 'countryIsoCode' ? 'phone' : name;
    const visible = FIELDS_OF_STEP[step].find((candidate) => candidate === field);
    if (visible) messages[visible] = message;
  }
  if (Object.keys(messages).length > 0) return messages;
  return { [failureField(call, step)]: failure.message || FALLBACK_MESSAGES[call] };
}

/** Returns the field that shows an error without a field of its own. [AUTH-23] */
function failureField(call: AuthCall, step: AuthStep): AuthField {
  switch (call) {
    case 'existenceCheck':
    case 'phoneChange':
      return 'phone';
    case 'register':
      return 'email';
    case 'otpVerify':
      return 'otp';
    case 'loginOtpRequest':
      return step === 'OTP_INPUT' ? 'otp' : 'phone';
    case 'verificationOtpRequest':
      if (step === 'OTP_INPUT') return 'otp';
      return step === 'DETAILS' ? 'email' : 'phone';
  }
}

/** Returns whether the same input may succeed at the next try, so that the button stays enabled. [AUTH-15] */
export function canResubmit(
  call: AuthCall,
  response: { status: number; errorCode: string | null } | null,
): boolean {
  if (isOtpRequest(call) || !response || response.status >= 500) return true;
  return response.errorCode === 'RATE_LIMITED' || response.errorCode === 'ACCOUNT_LOCKED';
}

export function isOtpRequest(call: AuthCall): boolean {
  return call === 'loginOtpRequest' || call === 'verificationOtpRequest';
}
