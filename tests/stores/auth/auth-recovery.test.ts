import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { $user, clearUser } from '#lib/stores/account/user.ts';
import * as auth from '#lib/stores/auth/auth-actions.ts';
import { closeAuth } from '#lib/stores/auth/auth-actions.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { reopenOnSignOut } from '#lib/stores/auth/auth-resume.ts';
import {
  $authFlow,
  $authModal,
  $retryErrors,
  $secondsUntilResend,
  $secondsUntilRetry,
} from '#lib/stores/auth/auth-state.ts';
import {
  calls,
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

describe('a change of mind while the network is slow', () => {
  test('[AUTH-10] after Edit, the response of a pending resend does not show the OTP step again', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    const late = Promise.withResolvers<Response>();
    browser.on(calls.loginOtp, () => late.promise);
    const resent = auth.resendOtp();
    auth.editPhone();
    authForm.change('phone', newPhone);
    late.resolve(json({ otp_id: 'late' }));
    await resent;
    expect($authFlow.get()).toMatchObject({ activeStep: 'PHONE_INPUT', otpId: null, otpResendCount: 0 });
    expect(authForm.$values.get().phone).toBe(newPhone);
  });

  test('[AUTH-10] Edit does nothing while the code is being checked: the response signs the person in', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    const slow = Promise.withResolvers<Response>();
    browser.on(calls.loginVerify, () => slow.promise);
    authForm.change('otp', '123456');
    const sent = auth.submitOtp();
    auth.editPhone();
    expect($authFlow.get().activeStep).toBe('OTP_INPUT');
    slow.resolve(json({ user: wireUser(), user_profiles: [] }));
    await sent;
    expect($authModal.get().isOpen).toBe(false);
  });

  test('[AUTH-12] a code typed before the response arrives is sent with the id of that response', async () => {
    signInUser({ isPhoneVerified: false });
    await open({ intent: 'VERIFY_PHONE' });
    await waitFor(() => expect($authFlow.get().otpId).toBe('otp-1'));
    auth.editPhone();
    const slow = Promise.withResolvers<Response>();
    browser.on(calls.verificationOtp, () => slow.promise);
    const cancelled = auth.cancelPhoneChange();
    authForm.change('otp', '123456');
    const sent = auth.submitOtp();
    slow.resolve(errorResponse(429, 'OTP_RESEND_TOO_SOON', 'Please wait', { retry_after: 20 }));
    await Promise.all([cancelled, sent]);
    expect(browser.sentTo(calls.verificationVerify)[0]?.body).toEqual({ otp_id: 'otp-1', otp: '123456' });
    expect($authModal.get().isOpen).toBe(false);
  });
});

describe('[AUTH-15] the button', () => {
  const blocked = () => Object.keys(authForm.$valueErrors.get());

  test('is disabled after a wrong code, and enabled after a failure of the network or the server', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    authForm.change('otp', '111111');
    await auth.submitOtp();
    expect(blocked()).toEqual(['otp']);
    browser.on(calls.loginVerify, () => new TypeError('Failed to fetch'));
    await auth.submitOtp();
    expect([blocked(), authForm.$errors.get().otp]).toEqual([[], 'Failed to verify OTP']);
    browser.on(calls.loginVerify, () => errorResponse(503, 'SERVICE_UNAVAILABLE', 'Busy'));
    await auth.submitOtp();
    expect([blocked(), authForm.$errors.get().otp]).toEqual([[], 'Busy']);
  });

  test('stays enabled on the details step when the account was created and only the OTP failed', async () => {
    await open({ intent: 'SIGN_UP' }, newPhone);
    typeDetails();
    browser.on(calls.register, () =>
      errorResponse(409, 'EMAIL_ALREADY_REGISTERED', 'In use', { field_errors: { email: 'In use' } }),
    );
    await auth.submitDetails();
    expect(blocked()).toEqual(['email']);
    browser.on(calls.register, () =>
      json({ user: wireUser({ phone: newPhone, is_phone_verified: false }), user_profiles: [] }),
    );
    browser.on(calls.verificationOtp, () =>
      errorResponse(429, 'OTP_SEND_LIMIT', 'Too many OTP requests. Try later.'),
    );
    await auth.submitDetails();
    expect([blocked(), authForm.$errors.get().email]).toEqual([[], 'Too many OTP requests. Try later.']);
  });
});

test('[C-06] the form says where to enter a newer code that another tab or device requested', async () => {
  await open({ intent: 'LOGIN' }, knownPhone);
  browser.on(calls.loginVerify, () => errorResponse(400, 'OTP_SUPERSEDED', 'Use the latest OTP'));
  authForm.change('otp', '111111');
  await auth.submitOtp();
  expect(authForm.$errors.get().otp).toBe('Use the latest OTP');
  expect(authForm.$formError.get()).toMatch(/another tab or on another device.*press Resend here/);
});

describe('a session that expired in between', () => {
  const ended = () => errorResponse(401, 'SESSION_EXPIRED', 'Your session has ended. Please log in again.');
  beforeEach(() => {
    reopenOnSignOut();
  });

  test('leads to the login, with the number and the server’s message', async () => {
    signInUser({ isPhoneVerified: false, phone: newPhone });
    await open({ intent: 'VERIFY_PHONE' });
    await waitFor(() => expect($authFlow.get().otpId).toBe('otp-1'));
    browser.on(calls.verificationVerify, ended);
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect($user.get()).toBeNull();
    expect($authFlow.get()).toMatchObject({ activeStep: 'PHONE_INPUT', intent: 'LOGIN' });
    expect(authForm.$values.get().phone).toBe(newPhone);
    expect(authForm.$formError.get()).toBe('Your session has ended. Please log in again.');
  });

  test('in another tab: a person who was changing the number logs in and continues', async () => {
    signInUser();
    await open({ intent: 'CHANGE_PHONE' });
    clearUser();
    expect($authFlow.get()).toMatchObject({ activeStep: 'PHONE_INPUT', intent: 'LOGIN' });
    authForm.change('phone', knownPhone);
    await auth.submitPhone();
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect($authFlow.get()).toMatchObject({ activeStep: 'CHANGE_PHONE', intent: 'CHANGE_PHONE' });
  });
});

test('[FORM-13] the server’s error on the number of a sign-up is shown at the number', async () => {
  await open({ intent: 'DIRECT_SIGN_UP', payload: { phone: newPhone } });
  typeDetails();
  const message = 'Please enter a valid phone number';
  browser.on(calls.register, () =>
    errorResponse(400, 'PHONE_INVALID', message, { field_errors: { phone: message } }),
  );
  await auth.submitDetails();
  expect([$authFlow.get().activeStep, authForm.$errors.get()]).toEqual(['PHONE_INPUT', { phone: message }]);
});

test('[AUTH-02] details without a number lead to the phone step, and the input stays', async () => {
  await open({ intent: 'DIRECT_SIGN_UP' });
  typeDetails();
  await auth.submitDetails();
  expect(browser.sent).toEqual([]);
  expect($authFlow.get().activeStep).toBe('PHONE_INPUT');
  expect(authForm.$errors.get()).toEqual({ phone: 'This field is required' });
  expect(authForm.$values.get().firstName).toBe('Asha');
});

test('a browser without cookies gets the error before an SMS is sent', async () => {
  vi.stubGlobal('navigator', { cookieEnabled: false });
  await open({ intent: 'LOGIN' }, knownPhone);
  expect(browser.sent).toEqual([]);
  expect(authForm.$formError.get()).toMatch(/blocks cookies/);
  vi.stubGlobal('navigator', { cookieEnabled: true });
});

test('[C-23] closing in the middle of a change leaves the number as it was, without asking the server', async () => {
  const before = signInUser();
  await open({ intent: 'CHANGE_PHONE' });
  authForm.change('phone', newPhone);
  await auth.submitPhoneChange();
  expect($user.get()).toMatchObject({ phone: newPhone, isPhoneVerified: false });
  closeAuth();
  expect($user.get()).toEqual(before);
});

describe('a locked or limited person sees when to try again', () => {
  test('as long as the form shows the error', async () => {
    browser.on(calls.exists, () =>
      errorResponse(429, 'RATE_LIMITED', 'Too many requests', { retry_after: 600 }),
    );
    await open({ intent: 'LOGIN' }, knownPhone);
    expect($secondsUntilRetry.get()).toBe(600);
    await vi.advanceTimersByTimeAsync(60_000);
    expect($secondsUntilRetry.get()).toBe(540);
    expect($retryErrors.get()).toBe(authForm.$errors.get());
    authForm.change('phone', '98');
    authForm.validate(['phone']);
    expect($retryErrors.get()).not.toBe(authForm.$errors.get());
    authForm.change('phone', knownPhone);
    browser.on(calls.exists, () => json({ user_exists: false }));
    await auth.submitPhone();
    expect([$authFlow.get().activeStep, authForm.$isValid.get()]).toEqual(['DETAILS', true]);
  });

  test('[C-04] a locked number delays Resend too', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    browser.on(calls.loginVerify, () =>
      errorResponse(429, 'ACCOUNT_LOCKED', 'Locked', { retry_after: 3600 }),
    );
    authForm.change('otp', '111111');
    await auth.submitOtp();
    expect([$secondsUntilResend.get(), $secondsUntilRetry.get()]).toEqual([3600, 3600]);
  });

  test('a later failure without a wait shows none', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    browser.on(calls.loginVerify, () => errorResponse(429, 'RATE_LIMITED', 'Later', { retry_after: 90 }));
    authForm.change('otp', '111111');
    await auth.submitOtp();
    browser.on(calls.loginVerify, () => errorResponse(400, 'OTP_INVALID', 'Please enter a valid OTP'));
    await auth.submitOtp();
    expect($secondsUntilRetry.get()).toBe(0);
  });
});
