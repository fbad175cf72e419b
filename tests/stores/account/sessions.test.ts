import { beforeEach, expect, test, vi } from 'vitest';
import { createSessionsStore, type SignedInDevice } from '#lib/stores/account/sessions.ts';
import { $user } from '#lib/stores/account/user.ts';
import { signInUser } from '../../support/auth/auth-modal.ts';
import { errorResponse, json, stubBrowser } from '../../support/fake-api.ts';
import { waitFor } from '../../support/wait-for.ts';

const list = 'GET /api/v1/user/sessions/?limit=100';
const endOthers = 'POST /api/v1/user/sessions/end-others/';
const end = (id: string) => `DELETE /api/v1/user/sessions/${id}/`;

const device = (id: string, isCurrent = false): SignedInDevice => ({
  id,
  device: `Chrome on ${id}`,
  kind: 'PHONE',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: '2026-01-02T00:00:00.000Z',
  isCurrent,
});
const here = device('here', true);
const [phone, tablet] = [device('phone'), device('tablet')];

const wire = (...devices: SignedInDevice[]) =>
  json({
    count: devices.length,
    next: null,
    results: devices.map(({ createdAt, lastSeenAt, isCurrent, ...rest }) => ({
      ...rest,
      created_at: createdAt,
      last_seen_at: lastSeenAt,
      is_current: isCurrent,
    })),
  });

let browser: ReturnType<typeof stubBrowser>;
let sessions: ReturnType<typeof createSessionsStore>;
const shown = () => sessions.$devices.get().map(({ id }) => id);

beforeEach(() => {
  vi.useRealTimers();
  browser = stubBrowser();
  $user.set(null);
  sessions = createSessionsStore([here, phone, tablet]);
});

test('[C-20] shows the list that the page was rendered with, without a request', () => {
  expect(shown()).toEqual(['here', 'phone', 'tablet']);
  expect(browser.sent).toEqual([]);
});

test('[C-20] a device that is signed out is removed from the list, with a message', async () => {
  browser.on(end('phone'), () => json({}));
  const done = sessions.end(phone);
  expect(sessions.$ending.get()).toEqual(['phone']);
  expect(await sessions.end(phone)).toBe(false);
  expect(await done).toBe(true);
  expect(shown()).toEqual(['here', 'tablet']);
  expect(sessions.$successMessage.get()).toBe('Chrome on phone is logged out.');
  expect(sessions.$ending.get()).toEqual([]);
  expect(browser.sent).toHaveLength(1);
});

test('[C-20] a device that was already signed out is removed too', async () => {
  browser.on(end('phone'), () => errorResponse(404, 'NOT_FOUND', 'Not found'));
  expect(await sessions.end(phone)).toBe(true);
  expect(shown()).toEqual(['here', 'tablet']);
});

test('a failure shows the reason and keeps the list', async () => {
  browser.on(end('phone'), () => new TypeError('Failed to fetch'));
  expect(await sessions.end(phone)).toBe(false);
  expect(shown()).toEqual(['here', 'phone', 'tablet']);
  expect(sessions.$failure.get()?.message).toMatch(/could not reach the server/);
});

test('an expired session asks to log in', async () => {
  browser.on(endOthers, () =>
    errorResponse(401, 'SESSION_EXPIRED', 'Your session has ended. Please log in again.'),
  );
  expect(await sessions.endOthers()).toBe(false);
  expect(sessions.$failure.get()?.needsLogin).toBe(true);
});

test('[C-20] signing out all other devices leaves this device in the list', async () => {
  browser.on(endOthers, () => json({ ended: 2 }));
  expect(await sessions.endOthers()).toBe(true);
  expect(shown()).toEqual(['here']);
  expect(sessions.$successMessage.get()).toBe('You are logged out everywhere else.');
});

test('an older response does not show devices again that were signed out since', async () => {
  const old = Promise.withResolvers<Response>();
  browser.on(list, () => old.promise);
  browser.on(end('phone'), () => json({}));
  const loading = sessions.load();
  expect(sessions.$isLoading.get()).toBe(true);
  await sessions.end(phone);
  browser.on(list, () => wire(here, tablet));
  old.resolve(wire(here, phone, tablet));
  await loading;
  expect(shown()).toEqual(['here', 'tablet']);
});

test('a list that could not be loaded can be loaded again', async () => {
  browser.on(list, () => errorResponse(503, 'SERVICE_UNAVAILABLE', 'The service is busy.'));
  await sessions.load();
  expect([sessions.$isStale.get(), sessions.$failure.get()?.message]).toEqual([true, 'The service is busy.']);
  browser.on(list, () => wire(here));
  await sessions.load();
  expect([sessions.$isStale.get(), sessions.$failure.get()]).toEqual([false, null]);
  expect(shown()).toEqual(['here']);
});

test('[C-21] [C-23] verifying a number reloads the list; changing the name does not', async () => {
  const user = signInUser();
  const stop = sessions.reloadOnPhoneChange();
  browser.on(list, () => wire(here));
  $user.set({ ...user, name: 'Usha Rao' });
  expect(browser.sent).toEqual([]);
  $user.set({ ...user, fullPhone: '+919000000001' });
  await waitFor(() => expect(shown()).toEqual(['here']));
  stop();
});

test('[C-24] logging out informs the page', async () => {
  signInUser();
  browser.on('POST /api/v1/auth/logout/', () => json({}));
  expect(await sessions.logOut()).toBe(true);
  expect($user.get()).toBeNull();
});

test('[C-20] a change while the list is loading is not lost', async () => {
  const before = Promise.withResolvers<Response>();
  browser.on(list, () => before.promise);
  const loading = sessions.load();
  await sessions.load();
  browser.on(list, () => wire(here));
  before.resolve(wire(here, phone, tablet));
  await loading;
  expect(shown()).toEqual(['here']);
});
