import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $user, $userProfiles, logout } from '#lib/stores/account/user.ts';
import * as auth from '#lib/stores/auth/auth-actions.ts';
import { closeAuth, openAuth } from '#lib/stores/auth/auth-actions.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $authFlow, $authModal, $secondsUntilResend } from '#lib/stores/auth/auth-state.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { stubBrowser } from '../../support/fake-api.ts';
import type { Visitor } from '../../support/visitor.ts';
import { waitFor } from '../../support/wait-for.ts';

/** Runs the modal's stores against the real API, without rendering. */
const app = useTestApi();

beforeEach(() => {
  stubBrowser();
  useVisitor(app.visitor());
});
afterEach(() => {
  closeAuth();
  $user.set(null);
  vi.unstubAllGlobals();
});

function useVisitor(visitor: Visitor): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { status, headers, body } = await visitor.call(`${init.method} ${url}`, init.body ?? undefined);
    return new Response(JSON.stringify(body), { status, headers });
  });
}

async function openWith(intent: 'LOGIN' | 'SIGN_UP', phone: string): Promise<void> {
  openAuth({ intent, product: 'cap' });
  authForm.change('phone', phone);
  await auth.submitPhone();
}

async function register(phone: string): Promise<void> {
  await openWith('SIGN_UP', phone);
  authForm.change('firstName', 'Asha');
  authForm.change('email', `asha-${phone}@example.com`);
  await auth.submitDetails();
}

async function enterNewestCode(phone: string): Promise<void> {
  authForm.change('otp', await app.codeFor(`+91${phone}`));
  await auth.submitOtp();
}

const errors = () => authForm.$errors.get();

test('[AUTH-06] [AUTH-08] signs up, verifies, logs out, logs in', async () => {
  const phone = newPhone();
  await register(phone);
  expect(errors()).toEqual({});
  expect($authFlow.get()).toMatchObject({ activeStep: 'OTP_INPUT', intent: 'SIGN_UP' });
  await enterNewestCode(phone);
  expect($authModal.get().isOpen).toBe(false);
  expect($user.get()).toMatchObject({ firstName: 'Asha', isPhoneVerified: true });
  expect($userProfiles.get().map(({ type }) => type)).toEqual(['CAP_CANDIDATE']);

  await logout();
  await travel(app.db, 60);
  await openWith('LOGIN', phone);
  expect($authFlow.get()).toMatchObject({ activeStep: 'OTP_INPUT', intent: 'LOGIN' });
  await enterNewestCode(phone);
  expect($user.get()?.phone).toBe(phone);
});

test('[AUTH-09] a resent code replaces the first one after thirty seconds', async () => {
  const { phone } = await signUpVerified(app);
  await travel(app.db, 60);
  await openWith('LOGIN', phone);
  const first = await app.codeFor(`+91${phone}`);
  await auth.resendOtp();
  expect(errors().otp).toMatch(/Please wait \d+ seconds/);
  expect($secondsUntilResend.get()).toBeGreaterThan(25);

  await travel(app.db, 31);
  await auth.resendOtp();
  expect($authFlow.get().otpResendCount).toBe(1);
  await enterNewestCode(phone);
  expect($user.get()?.phone).toBe(phone);
  expect(first).toMatch(/^\d{6}$/);
});

test('[AUTH-10] [AUTH-07] edits the number after signing up, and verifies the new one', async () => {
  const [typo, phone] = [newPhone(), newPhone()];
  await register(typo);
  auth.editPhone();
  expect($authFlow.get().activeStep).toBe('CHANGE_PHONE');
  authForm.change('phone', phone);
  await travel(app.db, 31);
  await auth.submitPhoneChange();
  expect([errors(), $authFlow.get().activeStep]).toEqual([{}, 'OTP_INPUT']);
  await enterNewestCode(phone);
  expect($user.get()).toMatchObject({ phone, isPhoneVerified: true });
});

test('[AUTH-10] an edit without a change keeps the sent code valid', async () => {
  const phone = newPhone();
  await register(phone);
  auth.editPhone();
  await auth.submitPhoneChange();
  expect([errors(), $authFlow.get().activeStep]).toEqual([{}, 'OTP_INPUT']);
  await enterNewestCode(phone);
  expect($user.get()?.isPhoneVerified).toBe(true);
});

test('[AUTH-03] a person who closed the modal before verifying is asked for the code again', async () => {
  const phone = newPhone();
  await register(phone);
  closeAuth();
  openAuth({ intent: 'LOGIN' });
  await waitFor(() => expect($authFlow.get().otpId).not.toBeNull());
  expect($authFlow.get()).toMatchObject({ intent: 'VERIFY_PHONE', activeStep: 'OTP_INPUT' });
  await enterNewestCode(phone);
  expect($user.get()?.isPhoneVerified).toBe(true);
});

test('[AUTH-23] after five wrong codes the OTP field shows the server’s message', async () => {
  const { phone } = await signUpVerified(app);
  await travel(app.db, 60);
  await openWith('LOGIN', phone);
  const right = await app.codeFor(`+91${phone}`);
  const wrong = right === '000000' ? '000001' : '000000';
  const messages: (string | undefined)[] = [];
  for (let guess = 0; guess < 5; guess++) {
    authForm.change('otp', wrong);
    await auth.submitOtp();
    messages.push(errors().otp);
    authForm.change('otp', '');
  }
  expect(messages).toEqual([
    ...Array(4).fill('Please enter a valid OTP'),
    'Too many attempts. Request a new OTP.',
  ]);
});

test('[FORM-13] an email in use shows an error at the email field', async () => {
  const { email } = await signUpVerified(app);
  await openWith('SIGN_UP', newPhone());
  authForm.change('firstName', 'Ravi');
  authForm.change('email', email);
  await auth.submitDetails();
  expect(errors()).toEqual({ email: 'This email is already in use' });
  expect($authFlow.get().activeStep).toBe('DETAILS');
});

test('[AUTH-07] a signed-in person changes the phone', async () => {
  const person = await signUpVerified(app);
  useVisitor(person.visitor);
  const { body } = await person.visitor.call('GET /api/v3/user/');
  expect(body.user.phone).toBe(person.phone);
  $user.set({ ...body.user, isPhoneVerified: true, countryIsoCode: 'IN' });
  await travel(app.db, 60);
  openAuth({ intent: 'CHANGE_PHONE' });
  const phone = newPhone();
  authForm.change('phone', phone);
  await auth.submitPhoneChange();
  expect([errors(), $authFlow.get().activeStep]).toEqual([{}, 'OTP_INPUT']);
  await enterNewestCode(phone);
  expect($user.get()).toMatchObject({ phone, isPhoneVerified: true });
});
