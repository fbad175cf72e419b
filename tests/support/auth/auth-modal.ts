import { vi } from 'vitest';
import { drainAnalyticsCalls } from '#lib/browser/event-queue.ts';
import { $user, $userProfiles, type User } from '#lib/stores/account/user.ts';
import { closeAuth, openAuth, submitPhone } from '#lib/stores/auth/auth-actions.ts';
import { authForm } from '#lib/stores/auth/auth-form.ts';
import { $authFlow, type AuthModalOptions } from '#lib/stores/auth/auth-state.ts';
import { errorResponse, json, stubBrowser, wireUser } from '../fake-api.ts';
import { waitFor } from '../wait-for.ts';

export const calls = {
  exists: 'POST /api/v1/auth/user-exists/',
  register: 'POST /api/v3/auth/register/',
  loginOtp: 'POST /api/v1/auth/login/request-otp/',
  loginVerify: 'POST /api/v1/auth/login/verify-otp/',
  verificationOtp: 'POST /api/v1/user/phone-verification/request-otp/',
  verificationVerify: 'POST /api/v1/user/phone-verification/verify-otp/',
  changePhone: 'PATCH /api/v2/user/change-phone/',
} as const;

export const knownPhone = '9876543210';
export const newPhone = '9000000001';

/** Sets up a new visitor, fake timers, and a fake server where every call succeeds and 123456 is the code. */
export function setUpVisitor() {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const browser = stubBrowser();
  closeAuth();
  $user.set(null);
  $userProfiles.set([]);
  drainAnalyticsCalls();

  let otps = 0;
  const issue = () => json({ otp_id: `otp-${++otps}` });
  const checkCode = ({ otp }: { otp: string }) =>
    otp === '123456'
      ? json({ user: wireUser(), user_profiles: [] })
      : errorResponse(400, 'OTP_INVALID', 'Please enter a valid OTP');
  browser.on(calls.exists, ({ phone }) => json({ user_exists: phone === knownPhone }));
  browser.on(calls.loginOtp, issue);
  browser.on(calls.verificationOtp, issue);
  browser.on(calls.loginVerify, checkCode);
  browser.on(calls.verificationVerify, checkCode);
  browser.on(calls.register, ({ phone }) =>
    json({ user: wireUser({ phone, is_phone_verified: false }), user_profiles: [], is_existing: false }),
  );
  browser.on(calls.changePhone, ({ phone }) => json({ user: wireUser({ phone, is_phone_verified: false }) }));
  return browser;
}

export function signInUser(change: Partial<User> = {}): User {
  const user: User = {
    id: 'u1',
    email: 'asha@example.com',
    isEmailVerified: true,
    name: 'Asha Rao',
    firstName: 'Asha',
    lastName: 'Rao',
    phone: knownPhone,
    countryIsoCode: 'IN',
    fullPhone: `+91${knownPhone}`,
    isPhoneVerified: true,
    dateJoined: '2026-01-01T00:00:00.000Z',
    avatar: null,
    intercomHash: null,
    timeZone: 'Asia/Kolkata',
    notificationPreferences: {
      reminders: { email: true, sms: true, whatsapp: true },
      updates: { email: true, sms: true, whatsapp: true },
      offers: { email: true, sms: true, whatsapp: true },
    },
    ...change,
  };
  $user.set(user);
  return user;
}

/** Opens the modal, and submits the number if there is one. */
export async function open(options: AuthModalOptions, phone?: string): Promise<void> {
  openAuth(options);
  if (phone) {
    authForm.change('phone', phone);
    await submitPhone();
  }
  await waitFor(() => $authFlow.get());
}

export function typeDetails(): void {
  authForm.change('firstName', 'Asha');
  authForm.change('lastName', 'Rao');
  authForm.change('email', 'asha@example.com');
}

/** Returns and removes the events that were tracked since the last call. */
export function drainTrackedEvents() {
  return drainAnalyticsCalls().flatMap((call) =>
    call.type === 'track' ? [{ name: call.name, ...call.properties }] : [],
  );
}
