import { describe, expect, test } from 'vitest';
import { getFailureMessages } from '#lib/domain/auth/auth-failures.ts';
import { type AuthFlow, type AuthIntent, type AuthStep, startAuthFlow } from '#lib/domain/auth/auth-flow.ts';
import { formatResendText, formatRetryText, getStepText, productNames } from '#lib/domain/auth/auth-texts.ts';

const facts = { productName: 'Moonshot', callingCode: '+91', phone: '9876543210', isPhoneVerified: true };

function at(activeStep: AuthStep, intent: AuthIntent, initialIntent = intent): AuthFlow {
  return { ...startAuthFlow(intent, null), activeStep, initialIntent };
}

test('[AUTH-16] the phone step', () => {
  expect(getStepText(at('PHONE_INPUT', 'LOGIN'), facts)).toEqual({
    title: 'Welcome back',
    subtitle: 'Login with your mobile number',
    button: 'Login',
  });
  expect(getStepText(at('PHONE_INPUT', 'SIGN_UP'), facts)).toEqual({
    title: 'Welcome to Moonshot',
    subtitle: 'Sign up to Apply. It will take less than 2 mins.',
    button: 'Continue',
  });
  expect(productNames.moonshot).toBe('Moonshot');
});

test.each([
  ['LOGIN', 'Enter OTP to Login', 'Trying to login with +91 9876543210'],
  ['REQUEST_LOGIN_OTP', 'Enter OTP to Login', 'Trying to login with +91 9876543210'],
  ['SIGN_UP', 'Enter OTP to Sign up', 'Sign up with +91 9876543210'],
  ['DIRECT_SIGN_UP', 'Enter OTP to Sign up', 'Sign up with +91 9876543210'],
  ['VERIFY_PHONE', 'Enter OTP', 'OTP sent on +91 9876543210'],
  ['CHANGE_PHONE', 'Enter OTP', 'OTP sent on +91 9876543210'],
] as const)('[AUTH-17] the OTP step of %s', (intent, title, phoneSubtitle) => {
  expect(getStepText(at('OTP_INPUT', intent), facts)).toEqual({
    title,
    subtitle: 'We have sent an OTP on +91 9876543210',
    phoneSubtitle,
    button: 'Continue',
  });
});

test('[AUTH-18] the details step', () => {
  const subtitle = 'You are trying to signup with 9876543210';
  const button = 'Register Now';
  expect(getStepText(at('DETAILS', 'SIGN_UP'), facts)).toEqual({
    title: 'Complete details',
    subtitle,
    button,
  });
  expect(getStepText(at('DETAILS', 'DIRECT_SIGN_UP'), facts)).toEqual({
    title: 'Complete details',
    subtitle,
    button,
  });
  expect(getStepText(at('DETAILS', 'SIGN_UP', 'LOGIN'), facts)).toEqual({
    title: 'New to Moonshot?',
    subtitle,
    button,
  });
});

test('[AUTH-19] the change-phone step', () => {
  expect(getStepText(at('CHANGE_PHONE', 'CHANGE_PHONE'), facts)).toEqual({
    title: 'Change phone number',
    subtitle: '+91 9876543210 is your current phone number',
    button: 'Get OTP',
  });
  expect(getStepText(at('CHANGE_PHONE', 'SIGN_UP'), facts).subtitle).toBe('+91 9876543210 seems correct?');
});

test('[AUTH-19] a number that was never verified is not called the current one', () => {
  const unverified = { ...facts, isPhoneVerified: false };
  expect(getStepText(at('CHANGE_PHONE', 'CHANGE_PHONE'), unverified).subtitle).toBe(
    '+91 9876543210 seems correct?',
  );
});

test('[AUTH-13] the countdown is in seconds, and in minutes only for a lock', () => {
  expect(formatResendText(30)).toBe('Resend OTP in 30s');
  expect(formatResendText(1)).toBe('Resend OTP in 1s');
  expect(formatResendText(3_541)).toBe('Resend OTP in 1 hour');
});

describe('[AUTH-23] failures', () => {
  test.each([
    ['existenceCheck', 'PHONE_INPUT', { phone: 'Something went wrong. Try Again.' }],
    ['register', 'DETAILS', { email: 'Failed to create account' }],
    ['loginOtpRequest', 'OTP_INPUT', { otp: 'Failed to request OTP' }],
    ['loginOtpRequest', 'PHONE_INPUT', { phone: 'Failed to request OTP' }],
    ['verificationOtpRequest', 'OTP_INPUT', { otp: 'Failed to request OTP' }],
    ['verificationOtpRequest', 'CHANGE_PHONE', { phone: 'Failed to request OTP' }],
    ['verificationOtpRequest', 'DETAILS', { email: 'Failed to request OTP' }],
    ['otpVerify', 'OTP_INPUT', { otp: 'Failed to verify OTP' }],
    ['phoneChange', 'CHANGE_PHONE', { phone: 'Failed to change phone number' }],
  ] as const)('%s at %s', (call, step, expected) => {
    expect(getFailureMessages(call, step, {})).toEqual(expected);
    const field = Object.keys(expected)[0] as string;
    expect(getFailureMessages(call, step, { message: 'The server says' })).toEqual({
      [field]: 'The server says',
    });
  });

  test('[FORM-13] the server’s field errors are shown at their fields', () => {
    const fieldErrors = { firstName: 'Too long', email: 'In use' };
    expect(getFailureMessages('register', 'DETAILS', { message: 'In use', fieldErrors })).toEqual(
      fieldErrors,
    );
    expect(
      getFailureMessages('existenceCheck', 'PHONE_INPUT', { fieldErrors: { countryIsoCode: 'Not here' } }),
    ).toEqual({
      phone: 'Not here',
    });
  });

  test('an error of a field that the step does not have is shown at the step’s own field', () => {
    const failure = {
      message: 'This number is already in use',
      fieldErrors: { phone: 'This number is already in use' },
    };
    expect(getFailureMessages('register', 'DETAILS', failure)).toEqual({
      email: 'This number is already in use',
    });
  });
});

test('a lock shows the wait in whole minutes and the time of day', () => {
  const now = new Date(2026, 10, 21, 18, 28);
  expect([30, 60, 61, 720, 7199, 10_800].map((seconds) => formatRetryText(seconds, now))).toEqual([
    'You can try again in less than a minute.',
    'You can try again in less than a minute.',
    'You can try again in 2 minutes, at 6:29 pm.',
    'You can try again in 12 minutes, at 6:40 pm.',
    'You can try again in 2 hours, at 8:27 pm.',
    'You can try again in 3 hours, at 9:28 pm.',
  ]);
});
