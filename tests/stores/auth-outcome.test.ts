import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as auth from '../../src/lib/stores/auth-actions.ts';
import { $authFlow, $secondsUntilResend, $secondsUntilTryAgain } from '../../src/lib/stores/auth-flow.ts';
import { authForm } from '../../src/lib/stores/auth-form.ts';
import { $authModal, type AuthCallbacks } from '../../src/lib/stores/auth-modal.ts';
import { closeAuth } from '../../src/lib/stores/auth-open.ts';
import { $user, forgetUser } from '../../src/lib/stores/user.ts';
import {
  calls,
  freshVisitor,
  knownPhone,
  newPhone,
  open,
  signedIn,
  tracked,
  typeDetails,
} from '../support/auth-modal.ts';
import { json, refusal, wireUser } from '../support/fake-api.ts';

let browser: ReturnType<typeof freshVisitor>;
beforeEach(() => {
  browser = freshVisitor();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('[AUTH-22] tracking the modal', () => {
  test('opening and closing, once each, with the tracking option', async () => {
    await open({ intent: 'LOGIN', product: 'moonshot', tracking: { source: 'header' } });
    closeAuth();
    closeAuth();
    const common = { initial_intent: 'LOGIN', intent: 'LOGIN', product: 'moonshot', source: 'header' };
    expect(tracked()).toEqual([
      { name: 'viewed_auth_modal', ...common },
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
    expect(tracked().map(({ name }) => name)).toEqual([
      'viewed_auth_modal',
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
  beforeEach(() => {
    vi.clearAllMocks();
  });

  async function failing(name: keyof typeof failures, status: number, code: string) {
    const properties = { error_code: code, error_message: 'No, sorry', http_status_code: status };
    expect(tracked().at(-1)).toMatchObject(properties);
    expect(failures[name]).toHaveBeenCalledExactlyOnceWith({
      errorCode: code,
      errorMessage: 'No, sorry',
      httpStatusCode: status,
    });
  }

  test('existence check', async () => {
    browser.on(calls.exists, () => refusal(429, 'RATE_LIMITED', 'No, sorry'));
    await open({ intent: 'LOGIN', callbacks }, knownPhone);
    await failing('existenceCheck', 429, 'RATE_LIMITED');
    expect(authForm.$errors.get()).toEqual({ phone: 'No, sorry' });
  });

  test('OTP request', async () => {
    browser.on(calls.loginOtp, () => refusal(429, 'OTP_SEND_LIMIT', 'No, sorry', { retry_after: 60 }));
    await open({ intent: 'LOGIN', callbacks }, knownPhone);
    await failing('otpRequest', 429, 'OTP_SEND_LIMIT');
    expect($authFlow.get().activeStep).toBe('PHONE_INPUT');
  });

  test('OTP verify', async () => {
    await open({ intent: 'LOGIN', callbacks }, knownPhone);
    browser.on(calls.loginVerify, () => refusal(400, 'OTP_EXPIRED', 'No, sorry'));
    authForm.change('otp', '123456');
    await auth.submitOtp();
    await failing('otpVerify', 400, 'OTP_EXPIRED');
  });

  test('phone change', async () => {
    signedIn();
    await open({ intent: 'CHANGE_PHONE', callbacks });
    authForm.change('phone', newPhone);
    browser.on(calls.changePhone, () => refusal(409, 'PHONE_ALREADY_REGISTERED', 'No, sorry'));
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

describe('no answer from the network', () => {
  test('[AUTH-23] the field has its text, the form says what is wrong, what was typed stays', async () => {
    browser.on(calls.exists, () => new TypeError('Failed to fetch'));
    await open({ intent: 'LOGIN' }, knownPhone);
    expect(authForm.$errors.get()).toEqual({ phone: 'Something went wrong. Try Again.' });
    expect(authForm.$formError.get()).toMatch(/Check your connection/);
    expect(authForm.$values.get().phone).toBe(knownPhone);
    expect(authForm.$isSubmitting.get()).toBe(false);
  });
});

describe('a change of mind while the network is slow', () => {
  test('[AUTH-10] edit while a resend is pending: its answer does not lead back to the OTP step', async () => {
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

  test('[AUTH-10] no edit while the code is being checked: the answer signs the person in', async () => {
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

  test('[AUTH-12] a code typed before the answer came is kept and sent with the id that belongs to it', async () => {
    signedIn({ isPhoneVerified: false });
    await open({ intent: 'VERIFY_PHONE' });
    await vi.waitFor(() => expect($authFlow.get().otpId).toBe('otp-1'));
    auth.editPhone();
    const slow = Promise.withResolvers<Response>();
    browser.on(calls.verificationOtp, () => slow.promise);
    const cancelled = auth.cancelPhoneChange();
    authForm.change('otp', '123456');
    const sent = auth.submitOtp();
    slow.resolve(refusal(429, 'OTP_RESEND_TOO_SOON', 'Please wait', { retry_after: 20 }));
    await Promise.all([cancelled, sent]);
    expect(browser.sentTo(calls.verificationVerify)[0]?.body).toEqual({ otp_id: 'otp-1', otp: '123456' });
    expect($authModal.get().isOpen).toBe(false);
  });
});

describe('[AUTH-15] the button', () => {
  const blocked = () => Object.keys(authForm.$valueErrors.get());

  test('waits for another code where the code was wrong, and not where the network or the server failed', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    authForm.change('otp', '111111');
    await auth.submitOtp();
    expect(blocked()).toEqual(['otp']);
    browser.on(calls.loginVerify, () => new TypeError('Failed to fetch'));
    await auth.submitOtp();
    expect([blocked(), authForm.$errors.get().otp]).toEqual([[], 'Failed to verify OTP']);
    browser.on(calls.loginVerify, () => refusal(503, 'SERVICE_UNAVAILABLE', 'Busy'));
    await auth.submitOtp();
    expect([blocked(), authForm.$errors.get().otp]).toEqual([[], 'Busy']);
  });

  test('of the details stays when the account was made and only the OTP failed', async () => {
    await open({ intent: 'SIGN_UP' }, newPhone);
    typeDetails();
    browser.on(calls.register, () =>
      refusal(409, 'EMAIL_ALREADY_REGISTERED', 'In use', { field_errors: { email: 'In use' } }),
    );
    await auth.submitDetails();
    expect(blocked()).toEqual(['email']);
    browser.on(calls.register, () =>
      json({ user: wireUser({ phone: newPhone, is_phone_verified: false }), user_profiles: [] }),
    );
    browser.on(calls.verificationOtp, () =>
      refusal(429, 'OTP_SEND_LIMIT', 'Too many OTP requests. Try later.'),
    );
    await auth.submitDetails();
    expect([blocked(), authForm.$errors.get().email]).toEqual([[], 'Too many OTP requests. Try later.']);
  });
});

test('[C-06] a code that another tab or device replaced: the form says where the newer one belongs', async () => {
  await open({ intent: 'LOGIN' }, knownPhone);
  browser.on(calls.loginVerify, () => refusal(400, 'OTP_SUPERSEDED', 'Use the latest OTP'));
  authForm.change('otp', '111111');
  await auth.submitOtp();
  expect(authForm.$errors.get().otp).toBe('Use the latest OTP');
  expect(authForm.$formError.get()).toMatch(/another tab or on another device.*press Resend here/);
});

describe('a session that ended meanwhile', () => {
  const ended = () => refusal(401, 'SESSION_EXPIRED', 'Your session has ended. Please log in again.');
  beforeEach(() => {
    auth.followPerson();
  });

  test('leads to logging in, with the number and the server’s words', async () => {
    signedIn({ isPhoneVerified: false, phone: newPhone });
    await open({ intent: 'VERIFY_PHONE' });
    await vi.waitFor(() => expect($authFlow.get().otpId).toBe('otp-1'));
    browser.on(calls.verificationVerify, ended);
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect($user.get()).toBeNull();
    expect($authFlow.get()).toMatchObject({ activeStep: 'PHONE_INPUT', intent: 'LOGIN' });
    expect(authForm.$values.get().phone).toBe(newPhone);
    expect(authForm.$formError.get()).toBe('Your session has ended. Please log in again.');
  });

  test('in another tab: who was changing the number logs in and goes on', async () => {
    signedIn();
    await open({ intent: 'CHANGE_PHONE' });
    forgetUser();
    expect($authFlow.get()).toMatchObject({ activeStep: 'PHONE_INPUT', intent: 'LOGIN' });
    authForm.change('phone', knownPhone);
    await auth.submitPhone();
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect($authFlow.get()).toMatchObject({ activeStep: 'CHANGE_PHONE', intent: 'CHANGE_PHONE' });
  });
});

test('[FORM-13] what the server has against the number of a sign-up is said at the number', async () => {
  await open({ intent: 'DIRECT_SIGN_UP', payload: { phone: newPhone } });
  typeDetails();
  const said = 'Please enter a valid phone number';
  browser.on(calls.register, () => refusal(400, 'PHONE_INVALID', said, { field_errors: { phone: said } }));
  await auth.submitDetails();
  expect([$authFlow.get().activeStep, authForm.$errors.get()]).toEqual(['PHONE_INPUT', { phone: said }]);
});

test('[AUTH-02] details without a number lead to the number, and keep what was typed', async () => {
  await open({ intent: 'DIRECT_SIGN_UP' });
  typeDetails();
  await auth.submitDetails();
  expect(browser.sent).toEqual([]);
  expect($authFlow.get().activeStep).toBe('PHONE_INPUT');
  expect(authForm.$errors.get()).toEqual({ phone: 'This field is required' });
  expect(authForm.$values.get().firstName).toBe('Asha');
});

describe('a locked or limited person reads when to try again', () => {
  test('for as long as the refusal stands on the form', async () => {
    browser.on(calls.exists, () => refusal(429, 'RATE_LIMITED', 'Too many requests', { retry_after: 600 }));
    await open({ intent: 'LOGIN' }, knownPhone);
    expect($secondsUntilTryAgain.get()).toBe(600);
    await vi.advanceTimersByTimeAsync(60_000);
    expect($secondsUntilTryAgain.get()).toBe(540);
    browser.on(calls.exists, () => json({ user_exists: false }));
    await auth.submitPhone();
    expect([$authFlow.get().activeStep, authForm.$isValid.get()]).toEqual(['DETAILS', true]);
  });

  test('[C-04] a locked number holds back Resend too', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    browser.on(calls.loginVerify, () => refusal(429, 'ACCOUNT_LOCKED', 'Locked', { retry_after: 3600 }));
    authForm.change('otp', '111111');
    await auth.submitOtp();
    expect([$secondsUntilResend.get(), $secondsUntilTryAgain.get()]).toEqual([3600, 3600]);
  });

  test('nothing is said of a wait that another failure has no part in', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    browser.on(calls.loginVerify, () => refusal(429, 'RATE_LIMITED', 'Later', { retry_after: 90 }));
    authForm.change('otp', '111111');
    await auth.submitOtp();
    browser.on(calls.loginVerify, () => refusal(400, 'OTP_INVALID', 'Please enter a valid OTP'));
    await auth.submitOtp();
    expect($secondsUntilTryAgain.get()).toBe(0);
  });
});

describe('OTPs that the server refuses for now', () => {
  const tooSoon = (seconds: number) =>
    refusal(429, 'OTP_RESEND_TOO_SOON', `Please wait ${seconds} seconds`, { retry_after: seconds });

  test('[AUTH-13] Resend counts down to when the server takes the next', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    browser.on(calls.loginOtp, () =>
      refusal(429, 'OTP_SEND_LIMIT', 'Too many OTP requests. Try later.', { retry_after: 77 }),
    );
    await auth.resendOtp();
    expect(authForm.$errors.get().otp).toBe('Too many OTP requests. Try later.');
    expect($secondsUntilResend.get()).toBe(77);
    expect($authFlow.get().otpId).toBe('otp-1');
  });

  test('edited and sent again at once: the OTP that is under way is still the one to enter', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    auth.editPhone();
    browser.on(calls.loginOtp, () => tooSoon(18));
    await auth.submitPhone();
    expect($authFlow.get()).toMatchObject({ activeStep: 'OTP_INPUT', otpId: 'otp-1', otpResendCount: 0 });
    expect($secondsUntilResend.get()).toBe(18);
    expect(authForm.$errors.get()).toEqual({});
  });

  test('another number has none under way, and reads how long to wait', async () => {
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

describe('[USER-07] what the intent needs', () => {
  test('a visitor who wants to change the phone signs in first', async () => {
    await open({ intent: 'CHANGE_PHONE' }, knownPhone);
    expect($authFlow.get().intent).toBe('LOGIN');
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect($authModal.get().isOpen).toBe(true);
    expect($authFlow.get()).toMatchObject({ intent: 'CHANGE_PHONE', activeStep: 'CHANGE_PHONE' });
  });

  test('who is signed in and verified already goes on at once', async () => {
    signedIn();
    const onSuccess = vi.fn();
    await open({ intent: 'SIGN_UP', callbacks: { otpVerify: { onSuccess } } });
    expect(onSuccess).toHaveBeenCalledOnce();
    expect($authModal.get().isOpen).toBe(false);
  });

  test('a change some time after signing in is confirmed by an OTP to the present number, then goes on [C-23]', async () => {
    signedIn();
    await open({ intent: 'CHANGE_PHONE', product: 'cap' });
    authForm.change('phone', newPhone);
    browser.on(calls.changePhone, () =>
      refusal(403, 'REAUTH_REQUIRED', 'Confirm it is you with an OTP first'),
    );
    await auth.submitPhoneChange();
    await vi.waitFor(() => expect($authFlow.get().otpId).toBe('otp-1'));
    expect($authFlow.get().intent).toBe('REQUEST_LOGIN_OTP');
    expect(browser.sentTo(calls.loginOtp)[0]?.body.phone).toBe(knownPhone);

    browser.on(calls.changePhone, ({ phone }) =>
      json({ user: wireUser({ phone, is_phone_verified: false }) }),
    );
    authForm.change('otp', '123456');
    await auth.submitOtp();
    await vi.waitFor(() => expect($authFlow.get().otpId).toBe('otp-2'));
    expect($authFlow.get()).toMatchObject({ intent: 'CHANGE_PHONE', activeStep: 'OTP_INPUT' });
    expect(browser.sentTo(calls.verificationOtp)[0]?.body.phone).toBe(newPhone);
  });
});
