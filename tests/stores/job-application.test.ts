import { beforeEach, expect, test, vi } from 'vitest';
import { type ApplyPage, startApplication } from '../../src/lib/stores/job-application.ts';
import { json, refusal, stubBrowser } from '../support/fake-api.ts';

const apply = 'POST /api/v1/moonshot/jobs/inside-sales-cl12/apply/';
const slug = 'inside-sales-cl12';
let browser: ReturnType<typeof stubBrowser>;
let page: { [Name in keyof ApplyPage]: ReturnType<typeof vi.fn<ApplyPage[Name]>> };

beforeEach(() => {
  browser = stubBrowser();
  browser.page.cookie = 'signed_in=1';
  page = { signIn: vi.fn(), navigate: vi.fn(), say: vi.fn(), setBusy: vi.fn() };
});

test('[API-41] a signed-in person lands on the started application', async () => {
  browser.on(apply, () => json({ id: 'a1', is_existing: false }));
  await startApplication(slug, page);
  expect(page.navigate).toHaveBeenCalledExactlyOnceWith('/moonshot/applications/a1/');
  expect(page.signIn).not.toHaveBeenCalled();
});

test('[API-41] a visitor signs in, and the application starts without another press', async () => {
  browser.page.cookie = '';
  browser.on(apply, () => json({ id: 'a1', is_existing: false }));
  await startApplication(slug, page);
  expect(browser.sent).toEqual([]);
  const [intent, onSuccess] = page.signIn.mock.lastCall ?? [];
  expect(intent).toBe('SIGN_UP');
  onSuccess?.();
  await vi.waitFor(() => expect(page.navigate).toHaveBeenCalledWith('/moonshot/applications/a1/'));
});

test.each([
  [401, 'SESSION_EXPIRED', 'LOGIN'],
  [403, 'PHONE_NOT_VERIFIED', 'VERIFY_PHONE'],
] as const)('[API-41] %i %s opens the modal for %s', async (status, code, intent) => {
  browser.on(apply, () => refusal(status, code, 'Not yet'));
  await startApplication(slug, page);
  expect(page.signIn.mock.lastCall?.[0]).toBe(intent);
  expect(page.say).not.toHaveBeenCalled();
  expect(page.setBusy).toHaveBeenLastCalledWith(false);
});

test('a refusal after signing in is said, not answered by asking to sign in again', async () => {
  browser.on(apply, () => refusal(401, 'NOT_AUTHENTICATED', 'Please log in'));
  await startApplication(slug, page, true);
  expect(page.signIn).not.toHaveBeenCalled();
  expect(page.say).toHaveBeenCalledWith('Please log in');
});

test('other failures are said at the button, which can be pressed again', async () => {
  browser.on(apply, () => refusal(409, 'JOB_CLOSED', 'This job is no longer open'));
  await startApplication(slug, page);
  browser.on(apply, () => new TypeError('Failed to fetch'));
  await startApplication(slug, page);
  expect(page.say.mock.calls.map(([text]) => text)).toEqual([
    'This job is no longer open',
    expect.stringMatching(/could not reach the server/),
  ]);
  expect(page.setBusy).toHaveBeenLastCalledWith(false);
});
