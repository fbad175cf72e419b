import { describe, expect, test } from 'vitest';
import {
  AUTH_INTENTS,
  type AuthFlow,
  type AuthIntent,
  canOfferCall,
  isAlreadySignedIn,
  needsLogin,
  nextAuthFlow,
  requestPurpose,
  requestsOtpOnEntry,
  startAuthFlow,
  verifyPurpose,
} from '#lib/domain/auth/auth-flow.ts';
import { secondsUntil } from '#lib/domain/core/time-text.ts';

const unverified = { isPhoneVerified: false };
const verified = { isPhoneVerified: true };
const otpId = 'a1';

function onOtpStep(intent: AuthIntent, change: Partial<AuthFlow> = {}): AuthFlow {
  return {
    ...startAuthFlow(intent, null),
    activeStep: 'OTP_INPUT',
    otpId,
    otpResendCount: 2,
    resendAt: 5,
    ...change,
  };
}

test('[AUTH-01] there are six intents', () => {
  expect(AUTH_INTENTS).toEqual([
    'LOGIN',
    'SIGN_UP',
    'DIRECT_SIGN_UP',
    'CHANGE_PHONE',
    'VERIFY_PHONE',
    'REQUEST_LOGIN_OTP',
  ]);
});

test.each([
  ['LOGIN', 'PHONE_INPUT'],
  ['SIGN_UP', 'PHONE_INPUT'],
  ['REQUEST_LOGIN_OTP', 'OTP_INPUT'],
  ['VERIFY_PHONE', 'OTP_INPUT'],
  ['CHANGE_PHONE', 'CHANGE_PHONE'],
  ['DIRECT_SIGN_UP', 'DETAILS'],
] as const)('[AUTH-02] %s begins at %s', (intent, step) => {
  expect(startAuthFlow(intent, null)).toEqual({
    activeStep: step,
    initialIntent: intent,
    intent,
    otpResendCount: 0,
    otpId: null,
    resendAt: 0,
  });
});

test('[AUTH-03] a person with an unverified phone verifies it first, for every intent except changing it', () => {
  for (const intent of AUTH_INTENTS.filter((one) => one !== 'CHANGE_PHONE')) {
    expect(startAuthFlow(intent, unverified)).toMatchObject({
      intent: 'VERIFY_PHONE',
      activeStep: 'OTP_INPUT',
    });
    expect(startAuthFlow(intent, verified).intent).toBe(intent);
  }
  expect(startAuthFlow('CHANGE_PHONE', unverified)).toMatchObject({
    intent: 'CHANGE_PHONE',
    activeStep: 'CHANGE_PHONE',
  });
});

test('[AUTH-04] only VERIFY_PHONE and REQUEST_LOGIN_OTP request an OTP on opening', () => {
  expect(AUTH_INTENTS.filter(requestsOtpOnEntry)).toEqual(['VERIFY_PHONE', 'REQUEST_LOGIN_OTP']);
});

describe('[AUTH-05] the phone step', () => {
  const sent = { type: 'OTP_REQUESTED', otpId, resend: false, at: 0 } as const;

  test.each(['LOGIN', 'SIGN_UP'] as const)(
    '%s of a known number becomes LOGIN at OTP_INPUT, in one step',
    (intent) => {
      const next = nextAuthFlow(startAuthFlow(intent, null), sent);
      expect(next).toMatchObject({ intent: 'LOGIN', initialIntent: intent, activeStep: 'OTP_INPUT' });
    },
  );

  test.each(['LOGIN', 'SIGN_UP'] as const)('%s of an unknown number becomes SIGN_UP at DETAILS', (intent) => {
    const next = nextAuthFlow(startAuthFlow(intent, null), { type: 'USER_NOT_FOUND' });
    expect(next).toMatchObject({ intent: 'SIGN_UP', initialIntent: intent, activeStep: 'DETAILS' });
  });
});

test('[AUTH-06] [AUTH-07] from every step, a sent OTP leads to OTP_INPUT', () => {
  for (const intent of AUTH_INTENTS) {
    const next = nextAuthFlow(startAuthFlow(intent, null), {
      type: 'OTP_REQUESTED',
      otpId,
      resend: false,
      at: 0,
    });
    expect(next).toMatchObject({ activeStep: 'OTP_INPUT', otpId, otpResendCount: 0 });
  }
});

test('[AUTH-08] a verified person, and LOGIN and REQUEST_LOGIN_OTP, verify a login OTP; others verify the phone', () => {
  const purposes = (person: typeof verified | null) =>
    AUTH_INTENTS.filter((one) => verifyPurpose(one, person) === 'LOGIN');
  expect(purposes(null)).toEqual(['LOGIN', 'REQUEST_LOGIN_OTP']);
  expect(purposes(unverified)).toEqual(['LOGIN', 'REQUEST_LOGIN_OTP']);
  expect(purposes(verified)).toEqual(AUTH_INTENTS);
});

describe('[AUTH-09] resending', () => {
  test('requests the purpose that the intent verifies', () => {
    expect(AUTH_INTENTS.filter((one) => requestPurpose(one) === 'PHONE_VERIFICATION')).toEqual([
      'SIGN_UP',
      'DIRECT_SIGN_UP',
      'CHANGE_PHONE',
      'VERIFY_PHONE',
    ]);
  });

  test('counts, and stores the newest id', () => {
    const next = nextAuthFlow(onOtpStep('LOGIN'), {
      type: 'OTP_REQUESTED',
      otpId: 'b2',
      resend: true,
      at: 0,
    });
    expect(next).toMatchObject({ otpResendCount: 3, otpId: 'b2', activeStep: 'OTP_INPUT' });
  });
});

describe('[AUTH-10] editing the number on the OTP step', () => {
  const edit = (intent: AuthIntent, user: typeof verified | null) =>
    nextAuthFlow(onOtpStep(intent), { type: 'PHONE_EDITED', user });

  test.each(['SIGN_UP', 'DIRECT_SIGN_UP', 'VERIFY_PHONE', 'CHANGE_PHONE'] as const)(
    '%s, unverified: CHANGE_PHONE',
    (intent) => {
      expect(edit(intent, unverified).activeStep).toBe('CHANGE_PHONE');
      expect(edit(intent, verified).activeStep).toBe('PHONE_INPUT');
    },
  );

  test.each(['LOGIN', 'REQUEST_LOGIN_OTP'] as const)('%s: PHONE_INPUT', (intent) => {
    expect(edit(intent, null).activeStep).toBe('PHONE_INPUT');
    expect(edit(intent, unverified).activeStep).toBe('PHONE_INPUT');
  });

  test('resets the OTP and the number of resends', () => {
    expect(edit('LOGIN', null)).toMatchObject({ otpId: null, otpResendCount: 0, resendAt: 0 });
  });
});

test('[AUTH-11] choosing Sign Up makes both intents SIGN_UP at PHONE_INPUT', () => {
  const next = nextAuthFlow(startAuthFlow('LOGIN', null), { type: 'SIGN_UP_CHOSEN' });
  expect(next).toMatchObject({ intent: 'SIGN_UP', initialIntent: 'SIGN_UP', activeStep: 'PHONE_INPUT' });
});

test('[AUTH-12] cancelling a phone change leads back to OTP_INPUT', () => {
  const flow = { ...onOtpStep('SIGN_UP'), activeStep: 'CHANGE_PHONE' as const };
  expect(nextAuthFlow(flow, { type: 'CHANGE_CANCELLED' })).toMatchObject({
    activeStep: 'OTP_INPUT',
    intent: 'SIGN_UP',
  });
});

describe('[AUTH-13] the countdown', () => {
  test('lasts thirty seconds from the request, by the clock', () => {
    const flow = nextAuthFlow(startAuthFlow('LOGIN', null), {
      type: 'OTP_REQUESTED',
      otpId,
      resend: false,
      at: 1_000,
    });
    const at = (milliseconds: number) => secondsUntil(flow.resendAt, 1_000 + milliseconds);
    expect([at(0), at(1), at(1_000), at(29_001), at(30_000), at(3_600_000)]).toEqual([30, 30, 29, 1, 0, 0]);
  });

  test('lasts as long as the server said after a rejection', () => {
    const flow = nextAuthFlow(onOtpStep('LOGIN'), { type: 'RESEND_DELAYED', resendAt: 17_000 });
    expect(secondsUntil(flow.resendAt, 0)).toBe(17);
    expect(flow.otpId).toBe(otpId);
  });

  test('continues for an OTP that was already sent', () => {
    const flow = nextAuthFlow(startAuthFlow('LOGIN', null), {
      type: 'OTP_REUSED',
      otpId,
      resendAt: 9_000,
    });
    expect(flow).toMatchObject({ activeStep: 'OTP_INPUT', otpId, otpResendCount: 0 });
    expect(secondsUntil(flow.resendAt, 0)).toBe(9);
  });
});

test('[AUTH-14] offers a call only after two resends, only in India, and only while nothing is pending', () => {
  expect(canOfferCall(onOtpStep('LOGIN'), 'IN', false)).toBe(true);
  expect(canOfferCall(onOtpStep('LOGIN', { otpResendCount: 1 }), 'IN', false)).toBe(false);
  expect(canOfferCall(onOtpStep('LOGIN'), 'US', false)).toBe(false);
  expect(canOfferCall(onOtpStep('LOGIN'), 'IN', true)).toBe(false);
});

test('[USER-07] changing and verifying a phone require a login; a verified person has nothing left to do for other intents', () => {
  expect(AUTH_INTENTS.filter(needsLogin)).toEqual(['CHANGE_PHONE', 'VERIFY_PHONE']);
  expect(AUTH_INTENTS.filter((intent) => !isAlreadySignedIn(intent, verified))).toEqual([
    'CHANGE_PHONE',
    'REQUEST_LOGIN_OTP',
  ]);
  expect(
    AUTH_INTENTS.some((intent) => isAlreadySignedIn(intent, null) || isAlreadySignedIn(intent, unverified)),
  ).toBe(false);
});
