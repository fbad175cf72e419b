import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as auth from '#lib/stores/auth/auth-actions.ts';
import { closeAuth } from '#lib/stores/auth/auth-actions.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import {
  $authFlow,
  $authModal,
  $secondsUntilResend,
  type AuthCallbacks,
} from '#lib/stores/auth/auth-state.ts';
import {
  calls,
  drainTrackedEvents,
  knownPhone,
  newPhone,
  open,
  setUpVisitor,
  signInUser,
  typeDetails,
} from '../../support/auth/auth-modal.ts';
import { errorResponse, json, wireUser } from '../../support/fake-api.ts';
import { waitFor } from '../../support/wait-for.ts';

let browser: ReturnType<typeof setUpVisitor>;
beforeEach(() => {
  browser = setUpVisitor();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('[AUTH-22] tracking the modal', () => {
  test('opening and closing are tracked once each, with the tracking option', async () => {
    await open({ intent: 'LOGIN', product: 'moonshot', tracking: { source: 'apply' } });
    closeAuth();
    closeAuth();
    const common = { initial_intent: 'LOGIN', intent: 'LOGIN', product: 'moonshot', source: 'apply' };
    expect(drainTrackedEvents()).toEqual([
      { name: 'viewed_auth_modal', ...common },
      { name: 'auth step view', ...common, step: 'PHONE_INPUT' },
      { name: 'closed_auth_modal', ...common },
    ]);
  });

  test('closing resets the modal to closed', async () => {
    await open({ intent: 'SIGN_UP', product: 'cap', payload: { phone: knownPhone }, callbacks: {} });
    closeAuth();
    const { opening: _, ...state } = $authModal.get();
    expect(state).toEqual({ isOpen: false, initialIntent: 'LOGIN', intent: 'LOGIN' });
  });

  test('[AUTH-08] completion is tracked after the callback and the closing', async () => {
    const order: string[] = [];
    await open(
      {
        intent: 'LOGIN',
        callbacks: { otpVerify: { onSuccess: () => order.push(`open: ${$authModal.get().isOpen}`) } },
      },
      knownPhone,
    );
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect(order).toEqual(['open: true']);
    expect(drainTrackedEvents().map(({ name }) => name)).toEqual([
      'viewed_auth_modal',
      'auth step view',
      'auth otp request success',
      'auth step view',
      'auth otp verify success',
      'closed_auth_modal',
      'auth completion success',
    ]);
  });
});

describe('[AUTH-24] failures', () => {
  const failures = { existenceCheck: vi.fn(), otpRequest: vi.fn(), otpVerify: vi.fn(), phoneChange: vi.fn() };
  const callbacks: AuthCallbacks = Object.fromEntries(
    Object.entries(failures).map(([name, onFailure]) => [name, { onFailure }]),
  );
  const eventNames = {
    existenceCheck: 'auth existence check failure',
    otpRequest: 'auth otp request failure',
    otpVerify: 'auth otp verify failure',
    phoneChange: 'auth phone change failure',
  };
  beforeEach(() => {
    vi.clearAllMocks();
  });

  async function failing(name: keyof typeof failures, status: number, code: string) {
    const properties = {
      name: eventNames[name],
      error_code: code,
      error_message: 'No, sorry',
      http_status_code: status,
    };
    expect(drainTrackedEvents().at(-1)).toMatchObject(properties);
    expect(failures[name]).toHaveBeenCalledExactlyOnceWith({
      errorCode: code,
      errorMessage: 'No, sorry',
      httpStatusCode: status,
    });
  }

  test('existence check', async () => {
    browser.on(calls.exists, () => errorResponse(429, 'RATE_LIMITED', 'No, sorry'));
    await open({ intent: 'LOGIN', callbacks }, knownPhone);
    await failing('existenceCheck', 429, 'RATE_LIMITED');
    expect(authForm.$errors.get()).toEqual({ phone: 'No, sorry' });
  });

  test('OTP request', async () => {
    browser.on(calls.loginOtp, () => errorResponse(429, 'OTP_SEND_LIMIT', 'No, sorry', { retry_after: 60 }));
    await open({ intent: 'LOGIN', callbacks }, knownPhone);
    await failing('otpRequest', 429, 'OTP_SEND_LIMIT');
    expect($authFlow.get().activeStep).toBe('PHONE_INPUT');
  });

  test('OTP verify', async () => {
    await open({ intent: 'LOGIN', callbacks }, knownPhone);
    browser.on(calls.loginVerify, () => errorResponse(400, 'OTP_EXPIRED', 'No, sorry'));
    authForm.change('otp', '123456');
    await auth.submitOtp();
    await failing('otpVerify', 400, 'OTP_EXPIRED');
  });

  test('phone change', async () => {
    signInUser();
    await open({ intent: 'CHANGE_PHONE', callbacks });
    authForm.change('phone', newPhone);
    browser.on(calls.changePhone, () => errorResponse(409, 'PHONE_ALREADY_REGISTERED', 'No, sorry'));
    await auth.submitPhoneChange();
    await failing('phoneChange', 409, 'PHONE_ALREADY_REGISTERED');
  });
});

test('success callbacks: existence check, OTP request, OTP verify, phone change', async () => {
  const heard: string[] = [];
  const note = (name: string) => ({ onSuccess: () => heard.push(name) });
  const callbacks: AuthCallbacks = {
    existenceCheck: note('exists'),
    otpRequest: note('otp'),
    otpVerify: note('verified'),
    phoneChange: note('changed'),
  };
  await open({ intent: 'SIGN_UP', callbacks }, newPhone);
  typeDetails();
  await auth.submitDetails();
  auth.editPhone();
  authForm.change('phone', '9111111111');
  await auth.submitPhoneChange();
  authForm.change('otp', '123456');
  await auth.submitOtp();
  expect(heard).toEqual(['exists', 'otp', 'changed', 'otp', 'verified']);
});

describe('no response from the network', () => {
  test('[AUTH-23] the field has its error, the form shows the reason, and the input stays', async () => {
    browser.on(calls.exists, () => new TypeError('Failed to fetch'));
    await open({ intent: 'LOGIN' }, knownPhone);
    expect(authForm.$errors.get()).toEqual({ phone: 'Something went wrong. Try Again.' });
    expect(authForm.$formError.get()).toMatch(/Check your connection/);
    expect(authForm.$values.get().phone).toBe(knownPhone);
    expect(authForm.$isSubmitting.get()).toBe(false);
  });
});

describe('OTP requests that the server rejects for now', () => {
  const tooSoon = (seconds: number) =>
    errorResponse(429, 'OTP_RESEND_TOO_SOON', `Please wait ${seconds} seconds`, { retry_after: seconds });

  test('[AUTH-13] Resend counts down until the server accepts the next request', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    browser.on(calls.loginOtp, () =>
      errorResponse(429, 'OTP_SEND_LIMIT', 'Too many OTP requests. Try later.', { retry_after: 77 }),
    );
    await auth.resendOtp();
    expect(authForm.$errors.get().otp).toBe('Too many OTP requests. Try later.');
    expect($secondsUntilResend.get()).toBe(77);
    expect($authFlow.get().otpId).toBe('otp-1');
  });

  test('the same number sent again at once still uses the OTP that was sent', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    auth.editPhone();
    browser.on(calls.loginOtp, () => tooSoon(18));
    await auth.submitPhone();
    expect($authFlow.get()).toMatchObject({ activeStep: 'OTP_INPUT', otpId: 'otp-1', otpResendCount: 0 });
    expect($secondsUntilResend.get()).toBe(18);
    expect(authForm.$errors.get()).toEqual({});
  });

  test('another number has no sent OTP, and shows how long to wait', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    auth.editPhone();
    browser.on(calls.exists, () => new Response('{"user_exists":true}'));
    browser.on(calls.loginOtp, () => tooSoon(18));
    authForm.change('phone', '9222222222');
    await auth.submitPhone();
    expect($authFlow.get().activeStep).toBe('PHONE_INPUT');
    expect(authForm.$errors.get().phone).toBe('Please wait 18 seconds');
  });
});

describe('[USER-07] what the intent requires', () => {
  test('a visitor who wants to change the phone logs in first', async () => {
    await open({ intent: 'CHANGE_PHONE' }, knownPhone);
    expect($authFlow.get().intent).toBe('LOGIN');
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect($authModal.get().isOpen).toBe(true);
    expect($authFlow.get()).toMatchObject({ intent: 'CHANGE_PHONE', activeStep: 'CHANGE_PHONE' });
  });

  test('a verified person who is signed in continues at once', async () => {
    signInUser();
    const onSuccess = vi.fn();
    await open({ intent: 'SIGN_UP', callbacks: { otpVerify: { onSuccess } } });
    expect(onSuccess).toHaveBeenCalledOnce();
    expect($authModal.get().isOpen).toBe(false);
  });

  test('a change some time after login is confirmed by an OTP to the current number, and then continues [C-23]', async () => {
    signInUser();
    await open({ intent: 'CHANGE_PHONE', product: 'cap' });
    authForm.change('phone', newPhone);
    browser.on(calls.changePhone, () =>
      errorResponse(403, 'REAUTH_REQUIRED', 'Confirm it is you with an OTP first'),
    );
    await auth.submitPhoneChange();
    await waitFor(() => expect($authFlow.get().otpId).toBe('otp-1'));
    expect($authFlow.get().intent).toBe('REQUEST_LOGIN_OTP');
    expect(browser.sentTo(calls.loginOtp)[0]?.body.phone).toBe(knownPhone);

    browser.on(calls.changePhone, ({ phone }) =>
      json({ user: wireUser({ phone, is_phone_verified: false }) }),
    );
    authForm.change('otp', '123456');
    await auth.submitOtp();
    await waitFor(() => expect($authFlow.get().otpId).toBe('otp-2'));
    expect($authFlow.get()).toMatchObject({ intent: 'CHANGE_PHONE', activeStep: 'OTP_INPUT' });
    expect(browser.sentTo(calls.verificationOtp)[0]?.body.phone).toBe(newPhone);
  });
});
