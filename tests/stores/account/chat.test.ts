import { beforeEach, expect, test, vi } from 'vitest';
import { startChat } from '#lib/stores/account/chat.ts';
import { $user, logout, setUser, type User } from '#lib/stores/account/user.ts';
import { json, stubBrowser, wireUser } from '../../support/fake-api.ts';
import { waitFor } from '../../support/wait-for.ts';

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  browser = stubBrowser();
  $user.set(null);
});

const createProvider = () => ({ identify: vi.fn(), reset: vi.fn(), stop: vi.fn() });
const signedIn = (change: object = {}) => {
  browser.page.cookie = 'signed_in=1';
  const user = wireUser({
    intercom_hash: 'a1b2',
    avatar: { '192X192': { url: '/images/asha.png' } },
    ...change,
  });
  browser.on('GET /api/v3/user/', () => json({ user, user_profiles: [] }));
};

test('[TRACK-05] the chat gets id, email, names, phone, joined date in seconds, avatar and hash', async () => {
  signedIn();
  const provider = createProvider();
  startChat(provider);
  await waitFor(() => expect(provider.identify).toHaveBeenCalledOnce());
  expect(provider.identify).toHaveBeenCalledWith({
    id: 'u1',
    email: 'asha@example.com',
    name: 'Asha Rao',
    firstName: 'Asha',
    lastName: 'Rao',
    phone: '+919876543210',
    dateJoined: 1_767_225_600,
    avatarUrl: 'https://liftoff.test/images/asha.png',
    hash: 'a1b2',
  });
});

test('[TRACK-05] a visitor is not identified, a log-in is, and a log-out resets the chat', async () => {
  const provider = createProvider();
  startChat(provider);
  expect(provider.identify).not.toHaveBeenCalled();
  expect(provider.reset).not.toHaveBeenCalled();
  setUser({
    user: { id: 'u2', email: '', name: '', avatar: null, dateJoined: '2026-01-01T00:00:00Z' } as User,
  });
  expect(provider.identify).toHaveBeenCalledOnce();
  browser.on('POST /api/v1/auth/logout/', () => json({}));
  await logout();
  expect(provider.reset).toHaveBeenCalledOnce();
});

test('after the visitor withdrew the consent the chat learns nothing more', () => {
  const provider = createProvider();
  startChat(provider)();
  expect(provider.stop).toHaveBeenCalledOnce();
  setUser({ user: { id: 'u2', name: '', avatar: null, dateJoined: '2026-01-01T00:00:00Z' } as User });
  expect(provider.identify).not.toHaveBeenCalled();
});
