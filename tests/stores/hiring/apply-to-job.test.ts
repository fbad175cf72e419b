import { beforeEach, expect, test, vi } from 'vitest';
import { $user, type User } from '#lib/stores/account/user.ts';
import { type ApplyPage, startApplication } from '#lib/stores/hiring/apply-to-job.ts';
import { errorResponse, json, stubBrowser } from '../../support/fake-api.ts';

const apply = 'POST /api/v1/moonshot/jobs/inside-sales-cl12/apply/';
const slug = 'inside-sales-cl12';
let browser: ReturnType<typeof stubBrowser>;
let page: { [Name in keyof ApplyPage]: ReturnType<typeof vi.fn<ApplyPage[Name]>> };

beforeEach(() => {
  browser = stubBrowser();
  browser.page.cookie = 'signed_in=1';
  page = { signIn: vi.fn(), navigate: vi.fn(), showMessage: vi.fn(), setBusy: vi.fn() };
});

test('[API-41] a signed-in person gets to the started application', async () => {
  browser.on(apply, () => json({ id: 'a1', is_existing: false }));
  await startApplication(slug, page);
  expect(page.navigate).toHaveBeenCalledExactlyOnceWith('/moonshot/applications/a1/');
  expect(page.signIn).not.toHaveBeenCalled();
});

test('[API-41] a visitor logs in first; the same click then starts the application', async () => {
  browser.page.cookie = '';
  browser.on(apply, () => json({ id: 'a1', is_existing: false }));
  await startApplication(slug, page);
  expect(browser.sent).toEqual([]);
  expect(page.signIn).toHaveBeenCalledExactlyOnceWith('SIGN_UP');
  browser.page.cookie = 'signed_in=1';
  await startApplication(slug, page);
  expect(page.navigate).toHaveBeenCalledExactlyOnceWith('/moonshot/applications/a1/');
});

test.each([
  [401, 'SESSION_EXPIRED', 'LOGIN'],
  [403, 'PHONE_NOT_VERIFIED', 'VERIFY_PHONE'],
] as const)('[API-41] %i %s opens the modal for %s', async (status, code, intent) => {
  browser.on(apply, () => errorResponse(status, code, 'Not yet'));
  await startApplication(slug, page);
  expect(page.signIn.mock.lastCall?.[0]).toBe(intent);
  expect(page.showMessage).not.toHaveBeenCalled();
  expect(page.setBusy).toHaveBeenLastCalledWith(false);
});

test('a person whose session the server rejects counts as signed out', async () => {
  $user.set({ isPhoneVerified: true } as User);
  browser.on(apply, () => errorResponse(401, 'SESSION_EXPIRED', 'Please log in'));
  await startApplication(slug, page);
  expect($user.get()).toBeNull();
  // A browser without cookies: the store says signed in, but the server does not know the person.
  browser.page.cookie = '';
  $user.set({ isPhoneVerified: true } as User);
  await startApplication(slug, page);
  expect($user.get()).toBeNull();
});

test('other failures are shown at the button, which can be clicked again', async () => {
  browser.on(apply, () => errorResponse(409, 'JOB_CLOSED', 'This job is no longer open'));
  await startApplication(slug, page);
  browser.on(apply, () => new TypeError('Failed to fetch'));
  await startApplication(slug, page);
  expect(page.showMessage.mock.calls.map(([text]) => text)).toEqual([
    'This job is no longer open',
    expect.stringMatching(/could not reach the server/),
  ]);
  expect(page.setBusy).toHaveBeenLastCalledWith(false);
});
