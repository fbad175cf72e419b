import type { AuthStep } from './auth-flow.ts';

export type AuthCall =
  | 'existenceCheck'
  | 'register'
  | 'loginOtpRequest'
  | 'verificationOtpRequest'
  | 'otpVerify'
  | 'phoneChange';

export type AuthField = 'phone' | 'firstName' | 'lastName' | 'email' | 'otp';

/** AUTH-23: said when the server gave no message. */
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

export interface ServerSays {
  message?: string | undefined;
  fieldErrors?: Readonly<Record<string, string>> | undefined;
}

/** AUTH-23, FORM-13: the server's field errors at their fields; what has no field on this step, at the call's own. */
export function failureTexts(
  call: AuthCall,
  step: AuthStep,
  said: ServerSays,
): Partial<Record<AuthField, string>> {
  const shown: Partial<Record<AuthField, string>> = {};
  for (const [name, message] of Object.entries(said.fieldErrors ?? {})) {
    const field = name === 'countryIsoCode' ? 'phone' : name;
    const visible = FIELDS_OF_STEP[step].find((known) => known === field);
    if (visible) shown[visible] = message;
  }
  if (Object.keys(shown).length > 0) return shown;
  return { [failureField(call, step)]: said.message || FALLBACK_MESSAGES[call] };
}

/** AUTH-23 */
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
