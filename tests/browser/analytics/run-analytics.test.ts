import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runAnalytics } from '#lib/browser/analytics/run-analytics.ts';
import { drainAnalyticsCalls } from '#lib/browser/event-queue.ts';
import { pass, stubAnalyticsBrowser } from '../../support/analytics.ts';
import { json } from '../../support/fake-api.ts';
import { waitFor } from '../../support/wait-for.ts';

const trackWebVitals = vi.hoisted(() => vi.fn());
vi.mock('#lib/browser/analytics/web-vitals.ts', () => ({ trackWebVitals }));

const key = 'POST /api/v1/analytics/events/';
let browser: ReturnType<typeof stubAnalyticsBrowser>;
let stop: () => void = () => {};

beforeEach(() => {
  browser = stubAnalyticsBrowser();
  Object.assign(browser.page, { referrer: '' });
  Object.assign(browser.address, { hostname: 'liftoff.test' });
  browser.on(key, () => json({ is_sampled: true }));
  drainAnalyticsCalls();
  trackWebVitals.mockClear();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sentEvents = () => browser.sentTo(key).flatMap(({ body }) => body.events);

test.each([
  ['https://www.google.com/search?q=asha', 'www.google.com'],
  ['https://liftoff.test/programs/', null],
  ['', null],
])(
  '[TRACK-03] the page is tracked with the host of the referrer %s and nothing else of it',
  async (referrer, host) => {
    Object.assign(browser.page, { referrer });
    stop = runAnalytics();
    await pass(1);
    expect(sentEvents()).toMatchObject([
      { name: 'page_viewed', path: '/moonshot/jobs/', properties: { referrer_host: host } },
    ]);
  },
);

test('[TRACK-03] web vitals are not loaded after the visitor withdrew the consent', async () => {
  stop = runAnalytics();
  browser.page.cookie = 'consent=none';
  dispatchEvent(new Event('scroll'));
  await pass(20);
  expect(trackWebVitals).not.toHaveBeenCalled();
});

test('web vitals are loaded with the first interaction, once', async () => {
  stop = runAnalytics();
  await pass(20);
  expect(trackWebVitals).not.toHaveBeenCalled();
  for (const type of ['scroll', 'pointerdown', 'scroll']) dispatchEvent(new Event(type));
  await waitFor(() => expect(trackWebVitals).toHaveBeenCalledOnce());
});
