import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIntercom } from '#lib/browser/account/intercom.ts';
import { createPostHog } from '#lib/browser/analytics/posthog.ts';
import { createTagManager } from '#lib/browser/analytics/tag-manager.ts';
import type { AnalyticsCall } from '#lib/browser/event-queue.ts';
import { stubAnalyticsBrowser } from '../../support/analytics.ts';
import { json } from '../../support/fake-api.ts';

let browser: ReturnType<typeof stubAnalyticsBrowser>;
/** The scripts that were added to the page. */
let scripts: (EventTarget & { src: string })[];

beforeEach(() => {
  browser = stubAnalyticsBrowser();
  scripts = [];
  const append = (script: (typeof scripts)[number]) => scripts.push(script);
  Object.assign(browser.page, {
    readyState: 'complete',
    createElement: () => new EventTarget(),
    getElementById: () => null,
    getElementsByTagName: () => [{ parentNode: { insertBefore: append } }],
    head: { append },
  });
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const at = 1_800_000_000_000;
const traits = { email: 'asha@example.com', name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao' };
const calls: AnalyticsCall[] = [
  { type: 'track', name: 'converted', properties: { kind: 'BROCHURE' }, path: '/programs/', at },
  { type: 'identify', userId: 'u1', traits, at },
  { type: 'reset', at },
];

test('[TRACK-03] the tag manager gets each call as an entry, with the environment, once its script has run', async () => {
  const plugin = createTagManager('GTM-TEST', 'STAGING');
  for (const call of calls) plugin.send(call);
  expect(window.dataLayer).toMatchObject([
    { 0: 'consent', 1: 'default', 2: { analytics_storage: 'granted', ad_storage: 'granted' } },
    { environment: 'STAGING' },
    { event: 'gtm.js' },
    { event: 'converted', kind: 'BROCHURE' },
    { event: 'identify', user_id: 'u1', email: 'asha@example.com', first_name: 'Asha' },
    { event: 'reset', user_id: null, email: null },
  ]);
  expect(scripts.map(({ src }) => src)).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST']);
  scripts[0]?.dispatchEvent(new Event('load'));
  await expect(plugin.ready).resolves.toBeUndefined();
});

test('[TRACK-03] the tag manager is denied, and its cookies are deleted, when the visitor withdraws', () => {
  const plugin = createTagManager('GTM-TEST', 'PRODUCTION');
  const deleted: string[] = [];
  Object.defineProperty(browser.page, 'cookie', {
    get: () => 'consent=none; _ga=GA1.1.1; _ga_AB12=GS1; utm_first=a',
    set: (line: string) => deleted.push(line),
  });
  Object.assign(browser.address, { hostname: 'www.liftoff.test' });
  plugin.clear?.();
  expect(window.dataLayer?.at(-1)).toMatchObject({
    ...{ 0: 'consent', 1: 'update' },
    2: { analytics_storage: 'denied', ad_user_data: 'denied' },
  });
  expect(new Set(deleted.map((line) => line.split('=')[0]))).toEqual(new Set(['_ga', '_ga_AB12']));
  expect(deleted).toContain('_ga=;max-age=0;path=/;domain=liftoff.test');
});

test('[TRACK-04] a tag manager that is blocked is not ready', async () => {
  const plugin = createTagManager('GTM-TEST', 'STAGING');
  scripts[0]?.dispatchEvent(new Event('error'));
  await expect(plugin.ready).rejects.toThrow('could not be loaded');
});

test('[TRACK-03] PostHog gets a batch: a visitor who logs in keeps the events before, and a log-out begins anew', () => {
  browser.on('POST https://posthog.test/batch/', () => json({}));
  const plugin = createPostHog({ apiKey: 'phc_1', host: 'https://posthog.test', environment: 'PRODUCTION' });
  for (const call of [...calls, ...calls.slice(0, 1)]) plugin.send(call);
  plugin.flush?.(false);
  plugin.flush?.(false);
  expect(browser.sent).toHaveLength(1);
  const body: { api_key: string; batch: PostHogEvent[] } = browser.sent[0]?.body;
  expect(body.api_key).toBe('phc_1');
  const [before, login, after] = body.batch as [PostHogEvent, PostHogEvent, PostHogEvent];
  expect(before).toMatchObject({
    event: 'converted',
    properties: { kind: 'BROCHURE', environment: 'PRODUCTION' },
  });
  expect(login).toMatchObject({
    event: '$identify',
    properties: {
      distinct_id: 'u1',
      $anon_distinct_id: before.properties.distinct_id,
      $set: { email: 'asha@example.com', first_name: 'Asha' },
    },
  });
  expect(['u1', before.properties.distinct_id]).not.toContain(after.properties.distinct_id);
  plugin.clear?.();
  expect(sessionStorage.length).toBe(0);
});

interface PostHogEvent {
  event: string;
  properties: Record<string, unknown>;
}

test('[TRACK-05] Intercom is told who the person is, and forgets them', () => {
  const chat = createIntercom();
  expect(scripts.map(({ src }) => src)).toEqual([
    expect.stringMatching('https://widget.intercom.io/widget/'),
  ]);
  const sent: unknown[][] = [];
  window.Intercom = (...message: unknown[]) => sent.push(message);
  chat.identify({
    ...{ ...traits, id: 'u1', phone: '+919876543210', dateJoined: 1_767_225_600, hash: 'a1b2' },
    avatarUrl: 'https://liftoff.test/a.png',
  });
  chat.reset();
  expect(sent).toMatchObject([
    [
      'update',
      {
        user_id: 'u1',
        user_hash: 'a1b2',
        email: 'asha@example.com',
        name: 'Asha Rao',
        first_name: 'Asha',
        last_name: 'Rao',
        phone: '+919876543210',
        created_at: 1_767_225_600,
        avatar: { type: 'avatar', image_url: 'https://liftoff.test/a.png' },
      },
    ],
    ['shutdown'],
    ['boot', { app_id: '' }],
  ]);
});
