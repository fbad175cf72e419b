import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pass, stubAnalyticsBrowser } from '../../support/analytics.ts';
import { json } from '../../support/fake-api.ts';

const key = 'POST /api/v1/analytics/events/';
let browser: ReturnType<typeof stubAnalyticsBrowser>;

beforeEach(() => {
  browser = stubAnalyticsBrowser();
  Object.assign(browser.page, { referrer: '', visibilityState: 'visible' });
  Object.assign(browser.address, { hostname: 'liftoff.test', host: 'liftoff.test' });
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  browser.on(key, () => json({ is_sampled: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a page of the tab, with its own memory. */
async function open(pathname: string) {
  Object.assign(browser.address, { pathname });
  browser.openPage();
  vi.resetModules();
  await import('#layouts/parts/core/consented-scripts.client.ts');
  return await import('#lib/browser/event-queue.ts');
}

/** Lets the page become idle, and analytics load. */
async function load(): Promise<void> {
  globalThis.dispatchEvent(new Event('load'));
  await vi.dynamicImportSettled();
  await pass(4);
}

const sentEvents = () =>
  browser
    .sentTo(key)
    .flatMap(({ body }) => body.events)
    .map(({ name, path }: { name: string; path: string }) => `${name} ${path}`);

test('[TRACK-04] what happens on a page that is left before analytics has loaded is sent by the next page of the tab', async () => {
  const first = await open('/programs/');
  first.track('converted', { kind: 'BROCHURE' });
  browser.leave();
  await open('/coaches/');
  browser.leave();
  await open('/about/');
  await load();
  expect(sentEvents()).toEqual([
    'page_viewed /programs/',
    'converted /programs/',
    'page_viewed /coaches/',
    'page_viewed /about/',
  ]);
  browser.leave();
  expect(sessionStorage.getItem('liftoff:analytics')).toBeNull();
});

test.each(['consent=none', ''])(
  '[TRACK-03] with the cookie “%s” a page that is left keeps nothing',
  async (cookie) => {
    browser.page.cookie = cookie;
    const { track } = await open('/programs/');
    track('converted', { kind: 'BROCHURE' });
    browser.leave();
    expect(sessionStorage.length).toBe(0);
  },
);

test('[TRACK-03] what happened before the visitor agreed on this page is not sent', async () => {
  browser.page.cookie = '';
  const { track } = await open('/programs/');
  await load();
  track('converted', { kind: 'BROCHURE' });
  browser.page.cookie = 'consent=analytics';
  document.dispatchEvent(new Event('liftoff:consent'));
  await vi.dynamicImportSettled();
  await pass(4);
  expect(sentEvents()).toEqual(['page_viewed /programs/']);
});

test.each([
  '/shortlist/a-key/',
  '/callback/CB-1/a-key/',
  '/unsubscribe/u/offers/a-key/',
  '/staff/',
  '/expert/',
])('[TRACK-03] no analytics runs at %s', async (pathname) => {
  await open(pathname);
  await load();
  browser.leave();
  expect([sentEvents(), sessionStorage.length]).toEqual([[], 0]);
});

test('[TRACK-02] Global Privacy Control deletes the cookies of an earlier visit', async () => {
  const lines: string[] = [];
  Object.defineProperty(browser.page, 'cookie', {
    get: () => 'consent=analytics; utm_first=a; ref_code=b',
    set: (line: string) => lines.push(line),
  });
  Object.assign(navigator, { globalPrivacyControl: true });
  await open('/programs/');
  expect(lines).toEqual(['utm_first=;max-age=0;path=/', 'ref_code=;max-age=0;path=/']);
});
