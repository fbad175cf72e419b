import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InterruptedAction } from '#lib/browser/interrupted-action.ts';
import { findPendingSignIn } from '#lib/browser/pending-sign-in.ts';
import { $user } from '#lib/stores/account/user.ts';
import * as auth from '#lib/stores/auth/auth-actions.ts';
import { closeAuth, openAuth } from '#lib/stores/auth/auth-actions.ts';
import { authForm, persistAuth } from '#lib/stores/auth/auth-form.ts';
import { resumeAuth } from '#lib/stores/auth/auth-resume.ts';
import { $authFlow, $authModal, $secondsUntilResend, closeAuthModal } from '#lib/stores/auth/auth-state.ts';
import {
  calls,
  knownPhone,
  newPhone,
  open,
  setUpVisitor,
  signInUser,
  typeDetails,
} from '../../support/auth/auth-modal.ts';

let browser: ReturnType<typeof setUpVisitor>;
beforeEach(() => {
  browser = setUpVisitor();
  persistAuth();
});
afterEach(() => {
  closeAuth();
  vi.useRealTimers();
});

const applications = 'https://liftoff.test/moonshot/applications/';
const interrupted: InterruptedAction = { type: 'VISIT', path: '/moonshot/applications/' };

/** Reloads the page: storage and cookies stay, the stores are empty. */
function reload(): void {
  const storedSignIn = sessionStorage.getItem('liftoff:sign-in');
  $user.set(null);
  closeAuthModal();
  authForm.reset();
  openAuth({ intent: 'LOGIN' });
  closeAuth();
  if (storedSignIn) sessionStorage.setItem('liftoff:sign-in', storedSignIn);
}

function resume(): void {
  const signIn = findPendingSignIn();
  if (signIn) resumeAuth(signIn);
}

describe('a reload on the OTP step', () => {
  test('[AUTH-13] returns to it with the countdown where it was, and the code signs in', async () => {
    await open({ intent: 'SIGN_UP', product: 'cap', interrupted }, knownPhone);
    await auth.resendOtp();
    await vi.advanceTimersByTimeAsync(12_000);
    reload();
    resume();
    expect($authModal.get()).toMatchObject({
      isOpen: true,
      product: 'cap',
      initialIntent: 'SIGN_UP',
      intent: 'LOGIN',
    });
    expect($authFlow.get()).toMatchObject({ activeStep: 'OTP_INPUT', otpId: 'otp-2', otpResendCount: 1 });
    expect($secondsUntilResend.get()).toBe(18);
    expect(authForm.$values.get()).toMatchObject({ phone: knownPhone, otp: '' });
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect(browser.sentTo(calls.loginVerify)[0]?.body.otp_id).toBe('otp-2');
    expect(browser.address.assign).toHaveBeenCalledExactlyOnceWith(applications);
  });

  test('of a sign-up continues with verifying the number', async () => {
    await open({ intent: 'SIGN_UP' }, newPhone);
    typeDetails();
    await auth.submitDetails();
    reload();
    signInUser({ phone: newPhone, isPhoneVerified: false });
    resume();
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect(browser.sentTo(calls.verificationVerify)).toHaveLength(1);
    expect($authModal.get().isOpen).toBe(false);
  });

  test('[C-23] of a change of number continues with verifying the new one', async () => {
    signInUser();
    await open({ intent: 'CHANGE_PHONE' });
    authForm.change('phone', newPhone);
    await auth.submitPhoneChange();
    reload();
    signInUser();
    resume();
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect(browser.sentTo(calls.verificationVerify)).toHaveLength(1);
  });

  test('never stores the code', async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
    authForm.change('otp', '987123');
    expect(sessionStorage.getItem('liftoff:sign-in')).not.toContain('987123');
  });
});

test('details that were typed are restored, and nothing of an earlier step', async () => {
  await open({ intent: 'LOGIN' }, newPhone);
  typeDetails();
  reload();
  resume();
  expect($authFlow.get()).toMatchObject({ activeStep: 'DETAILS', initialIntent: 'LOGIN', intent: 'SIGN_UP' });
  expect(authForm.$values.get()).toMatchObject({
    phone: newPhone,
    firstName: 'Asha',
    email: 'asha@example.com',
  });
  closeAuth();
  await open({ intent: 'LOGIN' });
  expect(findPendingSignIn()).toBeNull();
});

describe('nothing is resumed', () => {
  beforeEach(async () => {
    await open({ intent: 'LOGIN' }, knownPhone);
  });

  test('once the modal was closed', () => {
    closeAuth();
    expect(findPendingSignIn()).toBeNull();
  });

  test('on another page, nor ten minutes later', async () => {
    browser.address.pathname = '/';
    expect(findPendingSignIn()).toBeNull();
    browser.address.pathname = '/moonshot/jobs/';
    expect(findPendingSignIn()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(findPendingSignIn()).toBeNull();
  });

  test('from storage that holds something else', () => {
    sessionStorage.setItem('liftoff:sign-in', '{"path":');
    expect(findPendingSignIn()).toBeNull();
  });
});

describe('the person has changed meanwhile', () => {
  test('[USER-07] after signing in in another tab, the interrupted action continues at once', async () => {
    await open({ intent: 'LOGIN', interrupted }, knownPhone);
    reload();
    signInUser();
    resume();
    expect($authModal.get().isOpen).toBe(false);
    expect(browser.address.assign).toHaveBeenCalledExactlyOnceWith(applications);
  });

  test('a person who was signed out meanwhile logs in again', async () => {
    signInUser();
    await open({ intent: 'CHANGE_PHONE' });
    authForm.change('phone', newPhone);
    await auth.submitPhoneChange();
    reload();
    resume();
    expect($authFlow.get()).toMatchObject({ intent: 'LOGIN', activeStep: 'PHONE_INPUT' });
  });

  test('[AUTH-03] the details of a person who has an account by now lead to verifying its number', async () => {
    await open({ intent: 'SIGN_UP' }, newPhone);
    typeDetails();
    reload();
    signInUser({ phone: newPhone, isPhoneVerified: false });
    resume();
    expect($authFlow.get()).toMatchObject({ intent: 'VERIFY_PHONE', activeStep: 'OTP_INPUT' });
  });
});

describe('the interrupted action', () => {
  const control = { click: vi.fn() };

  test('presses the same control again, after the callback', async () => {
    vi.stubGlobal('HTMLFormElement', class {});
    browser.page.querySelector.mockReturnValue(control);
    const order: string[] = [];
    control.click.mockImplementation(() => order.push('pressed'));
    await open(
      {
        intent: 'LOGIN',
        interrupted: { type: 'PRESS', selector: '[data-apply="inside-sales-cl12"]' },
        callbacks: { otpVerify: { onSuccess: () => order.push('callback') } },
      },
      knownPhone,
    );
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect(browser.page.querySelector).toHaveBeenCalledWith('[data-apply="inside-sales-cl12"]');
    expect(order).toEqual(['callback', 'pressed']);
  });

  test('submits the form again', async () => {
    class Form {
      requestSubmit = vi.fn();
    }
    vi.stubGlobal('HTMLFormElement', Form);
    const form = new Form();
    browser.page.querySelector.mockReturnValue(form);
    await open({ intent: 'LOGIN', interrupted: { type: 'PRESS', selector: '#callback' } }, knownPhone);
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect(form.requestSubmit).toHaveBeenCalledOnce();
  });

  test('runs only once when the person has to log in before changing the number', async () => {
    await open({ intent: 'CHANGE_PHONE', interrupted }, knownPhone);
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect($authFlow.get().intent).toBe('CHANGE_PHONE');
    expect(browser.address.assign).not.toHaveBeenCalled();
    authForm.change('phone', newPhone);
    await auth.submitPhoneChange();
    authForm.change('otp', '123456');
    await auth.submitOtp();
    expect(browser.address.assign).toHaveBeenCalledOnce();
  });

  test('never leads to another host', async () => {
    signInUser();
    for (const path of [
      '//evil.example/',
      '/\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/\n\\evil.example',
    ])
      await open({ intent: 'LOGIN', interrupted: { type: 'VISIT', path } });
    expect(browser.address.assign).not.toHaveBeenCalled();
  });
});
