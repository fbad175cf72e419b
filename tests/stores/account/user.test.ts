import { beforeEach, expect, test, vi } from 'vitest';
import { drainAnalyticsCalls } from '#lib/browser/event-queue.ts';
import {
  $isLoggedIn,
  $user,
  $userProfiles,
  loadUser,
  logout,
  setUser,
  type User,
} from '#lib/stores/account/user.ts';
import { errorResponse, json, stubBrowser, wireUser } from '../../support/fake-api.ts';

const ask = 'GET /api/v3/user/';
let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser();
  $user.set(null);
  $userProfiles.set([]);
  drainAnalyticsCalls();
});

test('[USER-07] a visitor’s page sends no request', async () => {
  expect(await loadUser()).toBeNull();
  expect(browser.sent).toEqual([]);
  expect($isLoggedIn.get()).toBe(false);
});

test('[USER-03] a signed-in person is loaded once, with profiles', async () => {
  browser.page.cookie = 'a=b; signed_in=1';
  const profile = { type: 'CAP_CANDIDATE', created_at: '2026-01-01T00:00:00.000Z' };
  browser.on(ask, () => json({ user: wireUser(), user_profiles: [profile] }));
  await loadUser();
  await loadUser();
  expect($user.get()).toMatchObject({ firstName: 'Asha', isPhoneVerified: true });
  expect($userProfiles.get()).toEqual([{ type: 'CAP_CANDIDATE', createdAt: profile.created_at }]);
  expect(browser.sent).toHaveLength(1);
});

test('[USER-07] after the session has expired the person is a visitor; any other failure is thrown', async () => {
  browser.page.cookie = 'signed_in=1';
  browser.on(ask, () =>
    errorResponse(401, 'SESSION_EXPIRED', 'Your session has ended. Please log in again.'),
  );
  expect(await loadUser()).toBeNull();
  browser.on(ask, () => errorResponse(503, 'SERVICE_UNAVAILABLE', 'Busy'));
  await expect(loadUser()).rejects.toThrow('Busy');
});

test('[TRACK-05] the person is identified with id, email and names, and reset on logging out', async () => {
  browser.page.cookie = 'signed_in=1';
  browser.on(ask, () => json({ user: wireUser(), user_profiles: [] }));
  browser.on('POST /api/v1/auth/logout/', () => json({}));
  const heard = vi.fn();
  browser.page.addEventListener('liftoff:user', (event) =>
    heard((event as CustomEvent).detail.user?.name ?? null),
  );
  await loadUser();
  await logout();
  expect(drainAnalyticsCalls()).toMatchObject([
    {
      type: 'identify',
      userId: 'u1',
      traits: { email: 'asha@example.com', name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao' },
    },
    { type: 'reset' },
  ]);
  expect(heard.mock.calls).toEqual([['Asha Rao'], [null]]);
  expect($user.get()).toBeNull();
});

test('[C-21] a request that overlapped a token exchange is sent once more', async () => {
  browser.page.cookie = 'signed_in=1';
  let requestCount = 0;
  browser.on(ask, () =>
    ++requestCount === 1
      ? errorResponse(401, 'SESSION_EXPIRED', 'Ended')
      : json({ user: wireUser(), user_profiles: [] }),
  );
  expect((await loadUser())?.name).toBe('Asha Rao');
});

test('a response from before a login does not replace it', async () => {
  browser.page.cookie = 'signed_in=1';
  const late = Promise.withResolvers<Response>();
  browser.on(ask, () => late.promise);
  const loading = loadUser();
  const verified = { ...wireUser(), firstName: 'Meera', isPhoneVerified: true } as unknown as User;
  setUser({ user: verified, userProfiles: [] });
  late.resolve(json({ user: wireUser({ is_phone_verified: false }), user_profiles: [] }));
  await loading;
  expect($user.get()).toBe(verified);
});

test('logging out clears this tab and notifies the others', async () => {
  browser.page.cookie = 'signed_in=1';
  browser.on('POST /api/v1/auth/logout/', () => json({}));
  sessionStorage.setItem('liftoff:draft:details', '{}');
  await logout();
  expect(sessionStorage.getItem('liftoff:draft:details')).toBeNull();
  expect(localStorage.getItem('liftoff:user')).toBe('logged out');
});
