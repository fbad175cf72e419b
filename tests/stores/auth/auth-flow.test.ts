import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { $user } from '#lib/stores/account/user.ts';
import * as auth from '#lib/stores/auth/auth-actions.ts';
import { closeAuth, openAuth } from '#lib/stores/auth/auth-actions.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $authFlow, $authModal, $secondsUntilResend } from '#lib/stores/auth/auth-state.ts';
import { $userWithOwnPhone } from '#lib/stores/auth/phone-change.ts';
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

let browser: ReturnType<typeof setUpVisitor>;
beforeEach(() => {
  browser = setUpVisitor();
});
afterEach(() => {
  vi.useRealTimers();
});

const step = () => $authFlow.get().activeStep;
const settle = () => vi.advanceTimersByTimeAsync(0);

async function typeOtp(otp: string): Promise<void> {
  authForm.change('otp', otp);
  await auth.submitOtp();
}

describe('[AUTH-04] on opening', () => {
  test('VERIFY_PHONE fills in the person’s number and requests an OTP by SMS', async () => {
    signInUser({ isPhoneVerified: false, phone: newPhone });
    await open({ intent: 'VERIFY_PHONE', payload: { phone: knownPhone } });
    await settle();
    const number = { country_iso_code: 'IN', phone: newPhone };
    expect(browser.sent.map(({ key, body }) => [key, body])).toEqual([
      [calls.verificationOtp, { ...number, resend: false, previous_otp_id: null, delivery_medium: 'SMS' }],
    ]);
    expect($authFlow.get()).toMatchObject({ activeStep: 'OTP_INPUT', otpId: 'otp-1' });
  });

  test('REQUEST_LOGIN_OTP fills in the payload and requests a login OTP', async () => {
    await open({ intent: 'REQUEST_LOGIN_OTP', payload: { phone: knownPhone, countryIsoCode: 'IN' } });
    await settle();
    expect(browser.sentTo(calls.loginOtp)).toHaveLength(1);
    expect(authForm.$values.get().phone).toBe(knownPhone);
  });

  test('[FORM-05] a prefilled number may be formatted, and a country may be unsupported', async () => {
    await open({ intent: 'DIRECT_SIGN_UP', payload: { phone: '+91 98765-43210', countryIsoCode: 'ZZ' } });
    expect(authForm.$values.get()).toMatchObject({ phone: knownPhone, countryIsoCode: 'IN' });
    await open({ intent: 'LOGIN', payload: { phone: '7400 123456', countryIsoCode: 'gb' } });
    expect(authForm.$values.get()).toMatchObject({ phone: '7400123456', countryIsoCode: 'GB' });
  });

  test('REQUEST_LOGIN_OTP without a number asks for it first', async () => {
    await open({ intent: 'REQUEST_LOGIN_OTP' });
    expect([step(), browser.sent]).toEqual(['PHONE_INPUT', []]);
  });

  test('CHANGE_PHONE fills in the current phone, DIRECT_SIGN_UP the payload; neither sends a request', async () => {
    signInUser();
    await open({ intent: 'CHANGE_PHONE' });
    expect(authForm.$values.get().phone).toBe(knownPhone);
    $user.set(null);
    await open({ intent: 'DIRECT_SIGN_UP', payload: { phone: '81234567', countryIsoCode: 'SG' } });
    expect(authForm.$values.get()).toMatchObject({ phone: '81234567', countryIsoCode: 'SG' });
    expect([step(), browser.sent]).toEqual(['DETAILS', []]);
  });
});

describe('[AUTH-05] the phone step', () => {
  test('sends nothing while the number is invalid', async () => {
    await open({ intent: 'LOGIN' }, '98765');
    expect(browser.sent).toEqual([]);
    expect(authForm.$errors.get().phone).toBe('Please enter a valid phone number');
  });

  test('a known number gets a login OTP', async () => {
    await open({ intent: 'SIGN_UP' }, knownPhone);
    expect(browser.sent.map(({ key }) => key)).toEqual([calls.exists, calls.loginOtp]);
    expect($authFlow.get()).toMatchObject({ intent: 'LOGIN', activeStep: 'OTP_INPUT', otpId: 'otp-1' });
    expect($authModal.get().intent).toBe('LOGIN');
  });

  test('an unknown number leads to the details', async () => {
    await open({ intent: 'LOGIN' }, newPhone);
    expect($authFlow.get()).toMatchObject({
      intent: 'SIGN_UP',
      initialIntent: 'LOGIN',
      activeStep: 'DETAILS',
    });
  });

  test('a second click during the first request sends nothing', async () => {
    const answer = Promise.withResolvers<Response>();
    browser.on(calls.exists, () => answer.promise);
    openPhone();
    const pressed = [auth.submitPhone(), auth.submitPhone(), auth.submitPhone()];
    answer.resolve(json({ user_exists: true }));
    await Promise.all(pressed);
    expect(browser.sentTo(calls.exists)).toHaveLength(1);
    expect(browser.sentTo(calls.loginOtp)).toHaveLength(1);
  });

  test('a response after closing changes nothing and blocks nothing', async () => {
    const late = Promise.withResolvers<Response>();
    browser.on(calls.exists, () => late.promise);
    openPhone();
    const pressed = auth.submitPhone();
    closeAuth();
    browser.on(calls.exists, () => json({ user_exists: false }));
    await open({ intent: 'LOGIN' }, newPhone);
    expect(step()).toBe('DETAILS');
    late.resolve(json({ user_exists: true }));
    await pressed;
    expect(step()).toBe('DETAILS');
  });

  function openPhone() {
    openAuth({ intent: 'LOGIN' });
    authForm.change('phone', knownPhone);
  }
});

describe('[AUTH-06] the details step', () => {
  test('registers with the product, stores the user, requests a verification OTP', async () => {
    await open({ intent: 'SIGN_UP', product: 'cap' }, newPhone);
    typeDetails();
    await auth.submitDetails();
    expect(browser.sentTo(calls.register)[0]?.body).toEqual({
      first_name: 'Asha',
      last_name: 'Rao',
      email: 'asha@example.com',
      country_iso_code: 'IN',
      phone: newPhone,
      product: 'cap',
    });
    expect($user.get()).toMatchObject({ phone: newPhone, isPhoneVerified: false });
    expect(browser.sentTo(calls.verificationOtp)).toHaveLength(1);
    expect(step()).toBe('OTP_INPUT');
  });

  test('when only the OTP failed, a second click requests only the OTP, unless the input changed', async () => {
    await open({ intent: 'SIGN_UP' }, newPhone);
    typeDetails();
    browser.on(calls.verificationOtp, () =>
      errorResponse(502, 'OTP_DELIVERY_FAILED', 'Failed to request OTP'),
    );
    await auth.submitDetails();
    expect(authForm.$errors.get()).toEqual({ email: 'Failed to request OTP' });
    authForm.change('email', 'asha@example.com');
    await auth.submitDetails();
    expect(browser.sentTo(calls.register)).toHaveLength(1);
    authForm.change('email', 'other@example.com');
    await auth.submitDetails();
    expect(browser.sentTo(calls.register)).toHaveLength(2);
  });
});

describe('[AUTH-07] the change-phone step', () => {
  test('changes the phone, then requests a verification OTP', async () => {
    signInUser();
    await open({ intent: 'CHANGE_PHONE' });
    authForm.change('phone', newPhone);
    await auth.submitPhoneChange();
    expect(browser.sent.map(({ key }) => key)).toEqual([calls.changePhone, calls.verificationOtp]);
    expect(step()).toBe('OTP_INPUT');
  });

  test('does not change the phone again when only the OTP failed', async () => {
    signInUser();
    await open({ intent: 'CHANGE_PHONE' });
    authForm.change('phone', newPhone);
    browser.on(calls.verificationOtp, () => errorResponse(503, 'OTP_DELIVERY_PAUSED', 'Later'));
    await auth.submitPhoneChange();
    await auth.submitPhoneChange();
    expect(browser.sentTo(calls.changePhone)).toHaveLength(1);
    expect(browser.sentTo(calls.verificationOtp)).toHaveLength(2);
  });
});

describe('[AUTH-08] the OTP step', () => {
  test('a login stores the user, runs the success callback, closes', async () => {
    const onSuccess = vi.fn();
    await open({ intent: 'LOGIN', callbacks: { otpVerify: { onSuccess } } }, knownPhone);
    await typeOtp('123456');
    expect(browser.sentTo(calls.loginVerify)[0]?.body).toEqual({ otp_id: 'otp-1', otp: '123456' });
    expect($user.get()?.name).toBe('Asha Rao');
    expect(onSuccess).toHaveBeenCalledOnce();
    expect($authModal.get().isOpen).toBe(false);
  });

  test('a sign-up verifies the phone, which is then verified', async () => {
    await open({ intent: 'SIGN_UP' }, newPhone);
    typeDetails();
    await auth.submitDetails();
    await typeOtp('123456');
    expect(browser.sentTo(calls.verificationVerify)).toHaveLength(1);
    expect($user.get()?.isPhoneVerified).toBe(true);
    expect($authModal.get().isOpen).toBe(false);
  });

  test('informs the page who is signed in', async () => {
    const heard = vi.fn();
    browser.page.addEventListener('liftoff:user', (event) => heard((event as CustomEvent).detail.user.name));
    await open({ intent: 'LOGIN' }, knownPhone);
    await typeOtp('123456');
    expect(heard).toHaveBeenCalledWith('Asha Rao');
  });

  test('a wrong code stays on the step, and a code without six digits is not sent', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    await typeOtp('12345');
    expect(browser.sentTo(calls.loginVerify)).toHaveLength(0);
    await typeOtp('111111');
    expect(authForm.$errors.get().otp).toBe('Please enter a valid OTP');
    expect([step(), authForm.$values.get().otp]).toEqual(['OTP_INPUT', '111111']);
  });

  test('[AUTH-03] a person who is unverified after login continues with verifying', async () => {
    browser.on(calls.loginVerify, () =>
      json({ user: wireUser({ is_phone_verified: false }), user_profiles: [] }),
    );
    await open({ intent: 'LOGIN' }, knownPhone);
    await typeOtp('123456');
    expect($authFlow.get()).toMatchObject({ intent: 'VERIFY_PHONE', activeStep: 'OTP_INPUT' });
    expect(browser.sentTo(calls.verificationOtp)).toHaveLength(1);
  });
});

describe('[AUTH-09] resend', () => {
  test('sends the previous id, counts, and clears the code', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    authForm.change('otp', '12');
    await auth.resendOtp();
    expect(browser.sentTo(calls.loginOtp)[1]?.body).toMatchObject({
      resend: true,
      previous_otp_id: 'otp-1',
      delivery_medium: 'SMS',
    });
    expect($authFlow.get()).toMatchObject({ otpResendCount: 1, otpId: 'otp-2' });
    expect(authForm.$values.get().otp).toBe('');
  });

  test('[AUTH-14] a call is a resend by voice, of the verification for a sign-up', async () => {
    await open({ intent: 'SIGN_UP' }, newPhone);
    typeDetails();
    await auth.submitDetails();
    await auth.resendOtp('VOICE_CALL');
    expect(browser.sentTo(calls.verificationOtp)[1]?.body).toMatchObject({
      resend: true,
      delivery_medium: 'VOICE_CALL',
    });
  });
});

test('[AUTH-10] edit after a sign-up leads to CHANGE_PHONE with the number, and the same number changes nothing', async () => {
  await open({ intent: 'SIGN_UP' }, newPhone);
  typeDetails();
  await auth.submitDetails();
  auth.editPhone();
  expect($authFlow.get()).toMatchObject({ activeStep: 'CHANGE_PHONE', otpId: null, otpResendCount: 0 });
  expect(authForm.$values.get()).toMatchObject({ phone: newPhone, otp: '' });
  await auth.submitPhoneChange();
  expect(browser.sentTo(calls.changePhone)).toHaveLength(0);
  expect(step()).toBe('OTP_INPUT');
});

test('[AUTH-11] choosing Sign Up clears the form', async () => {
  await open({ intent: 'LOGIN' }, '98765');
  auth.chooseSignUp();
  expect($authFlow.get()).toMatchObject({
    intent: 'SIGN_UP',
    initialIntent: 'SIGN_UP',
    activeStep: 'PHONE_INPUT',
  });
  expect(authForm.$values.get().phone).toBe('');
  expect(authForm.$errors.get()).toEqual({});
});

test('[AUTH-12] cancelling the change restores the person’s number and requests an OTP', async () => {
  signInUser({ isPhoneVerified: false, phone: newPhone });
  await open({ intent: 'VERIFY_PHONE' });
  await settle();
  auth.editPhone();
  authForm.change('phone', '9111111111');
  await auth.cancelPhoneChange();
  expect(authForm.$values.get().phone).toBe(newPhone);
  expect(browser.sentTo(calls.verificationOtp)[1]?.body).toMatchObject({
    phone: newPhone,
    delivery_medium: 'SMS',
    resend: false,
  });
  expect(step()).toBe('OTP_INPUT');
});

test('[AUTH-13] counts down each second, and is correct at once in a tab that was suspended', async () => {
  await open({ intent: 'LOGIN' }, knownPhone);
  expect($secondsUntilResend.get()).toBe(30);
  await vi.advanceTimersByTimeAsync(1000);
  expect($secondsUntilResend.get()).toBe(29);
  vi.setSystemTime(Date.now() + 20_000);
  browser.page.dispatchEvent(new Event('visibilitychange'));
  expect($secondsUntilResend.get()).toBe(9);
  await vi.advanceTimersByTimeAsync(9000);
  expect($secondsUntilResend.get()).toBe(0);
});

describe('[AUTH-19] the sixth digit', () => {
  const type = (digits: string) => {
    for (let end = 1; end <= digits.length; end += 1) auth.enterOtp(digits.slice(0, end));
  };

  test('submits the code once, however often the form is submitted meanwhile', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    const answer = Promise.withResolvers<Response>();
    browser.on(calls.loginVerify, () => answer.promise);
    type('123456');
    await Promise.all([auth.submitOtp(), auth.submitOtp()]);
    auth.enterOtp('654321');
    await settle();
    expect(browser.sentTo(calls.loginVerify).map(({ body }) => body.otp)).toEqual(['123456']);
    expect(authForm.$values.get().otp).toBe('123456');
    answer.resolve(json({ user: wireUser(), user_profiles: [] }));
    await settle();
    expect($authModal.get().isOpen).toBe(false);
  });

  test('submits again only after the wrong code has changed', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    type('111111');
    await settle();
    expect(authForm.$errors.get().otp).toBe('Please enter a valid OTP');
    auth.enterOtp('111111');
    await settle();
    expect(browser.sentTo(calls.loginVerify)).toHaveLength(1);
    type('123456');
    await settle();
    expect(browser.sentTo(calls.loginVerify)).toHaveLength(2);
    expect($authModal.get().isOpen).toBe(false);
  });
});

test('[AUTH-19] while a new number is being verified, the person’s own number is the verified one', async () => {
  signInUser();
  await open({ intent: 'CHANGE_PHONE' });
  authForm.change('phone', newPhone);
  await auth.submitPhoneChange();
  expect($user.get()).toMatchObject({ phone: newPhone, isPhoneVerified: false });
  expect($userWithOwnPhone.get()).toMatchObject({ phone: knownPhone, isPhoneVerified: true });
  closeAuth();
  expect($user.get()).toMatchObject({ phone: knownPhone, isPhoneVerified: true });
});
