import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCollector } from '#lib/browser/analytics/collector.ts';
import type { AnalyticsCall } from '#lib/browser/event-queue.ts';
import { pass, stubAnalyticsBrowser } from '../../support/analytics.ts';
import { errorResponse, json } from '../../support/fake-api.ts';

const url = '/api/v1/analytics/events/';
const key = `POST ${url}`;
let browser: ReturnType<typeof stubAnalyticsBrowser>;

beforeEach(() => {
  browser = stubAnalyticsBrowser();
  browser.on(key, () => json({ is_sampled: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const view = (change: object = {}): AnalyticsCall => ({
  type: 'track',
  name: 'page_viewed',
  properties: { referrer_host: null },
  path: '/programs/',
  at: Date.now(),
  ...change,
});
/** The numbers of the events by request. */
const sentNumbers = () =>
  browser.sentTo(key).map(({ body }) => body.events.map(({ number }: { number: number }) => number));
const beacons = async () =>
  Promise.all(
    vi
      .mocked(navigator.sendBeacon)
      .mock.calls.map(async ([, blob]) => JSON.parse(await (blob as Blob).text())),
  );

test('[TRACK-03] events of a visit are numbered and have their age; nobody is identified', async () => {
  const collector = createCollector(url);
  collector.send({
    type: 'identify',
    userId: 'u1',
    traits: { email: 'asha@example.com', name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao' },
    at: Date.now(),
  });
  collector.send(view());
  await pass(2);
  collector.send(view());
  collector.flush?.(false);
  expect(browser.sentTo(key).map(({ body }) => body)).toEqual([
    {
      visit_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      events: [
        {
          name: 'page_viewed',
          number: 1,
          age: 2000,
          path: '/programs/',
          properties: { referrer_host: null },
        },
        { name: 'page_viewed', number: 2, age: 0, path: '/programs/', properties: { referrer_host: null } },
      ],
    },
  ]);
});

test('[TRACK-03] a visit goes on with the next page, ends after 30 minutes, and with the person who logs out', async () => {
  const visitIds: string[] = [];
  const sendView = async (collector = createCollector(url)) => {
    collector.send(view());
    collector.flush?.(false);
    await pass(0);
    visitIds.push(browser.sentTo(key).at(-1)?.body.visit_id);
  };
  await sendView();
  await pass(1700);
  await sendView();
  await pass(1900);
  await sendView();
  const collector = createCollector(url);
  collector.send({ type: 'reset', at: Date.now() });
  await sendView(collector);
  const [first, second, third, fourth] = visitIds;
  expect(second).toBe(first);
  expect(new Set([first, third, fourth]).size).toBe(3);
  expect(sentNumbers()).toEqual([[1], [2], [1], [1]]);
});

test('[TRACK-04] a batch without a response is sent again with the same numbers, three times at most', async () => {
  browser.on(key, () => errorResponse(503, 'SERVICE_UNAVAILABLE', 'Busy'));
  const collector = createCollector(url);
  collector.send(view());
  for (let round = 0; round < 5; round += 1) {
    collector.flush?.(false);
    await pass(3);
  }
  expect(sentNumbers()).toEqual([[1], [1], [1]]);
});

test.each([
  ['answers that the visit is not in the sample', () => json({ is_sampled: false })],
  ['rejects a batch', () => errorResponse(429, 'RATE_LIMITED', 'Later')],
])('[TRACK-03] when the server %s, nothing more of the visit is sent, on no page', async (_, reply) => {
  browser.on(key, reply);
  for (let page = 0; page < 3; page += 1) {
    const collector = createCollector(url);
    collector.send(view());
    collector.flush?.(false);
    await pass(3);
  }
  expect(browser.sentTo(key)).toHaveLength(1);
});

test('[TRACK-04] a page that is left sends the rest by beacon, in batches of 40 events', async () => {
  const collector = createCollector(url);
  for (let count = 0; count < 50; count += 1) collector.send(view());
  collector.flush?.(true);
  collector.flush?.(true);
  const sent = await beacons();
  expect(sent.map(({ events }) => events.length)).toEqual([40, 10]);
  expect(sent[1].events.at(-1).number).toBe(50);
  expect(browser.sent).toEqual([]);
});

test('[TRACK-03] a visit sends 500 events at most', async () => {
  const collector = createCollector(url);
  for (let count = 0; count < 510; count += 1) collector.send(view());
  collector.flush?.(true);
  expect((await beacons()).flatMap(({ events }) => events)).toHaveLength(500);
});

test('[TRACK-03] a visitor who withdraws the consent is forgotten', () => {
  const collector = createCollector(url);
  collector.send(view());
  collector.clear?.();
  collector.flush?.(true);
  expect(navigator.sendBeacon).not.toHaveBeenCalled();
  expect(sessionStorage.length).toBe(0);
});
