import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drainAnalyticsCalls, track } from '#lib/browser/analytics.ts';
import { type AnalyticsPlugin, startAnalytics } from '#lib/browser/analytics-plugins.ts';

beforeEach(() => {
  vi.useFakeTimers();
  drainAnalyticsCalls();
});
afterEach(() => vi.useRealTimers());

/** A provider whose script loads after some seconds, with the names that it was handed. */
function createPlugin(loadSeconds: number): AnalyticsPlugin & { names: string[] } {
  const names: string[] = [];
  return {
    names,
    ready: new Promise((resolve) => setTimeout(resolve, loadSeconds * 1000)),
    send: (call) => names.push(call.type === 'track' ? call.name : call.type),
  };
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

test('[TRACK-04] the queue is drained when the plugins are ready, and then every three seconds', async () => {
  const [one, other] = [createPlugin(1), createPlugin(2)];
  track('before');
  void startAnalytics([one, other]);
  await pass(1.9);
  expect(one.names).toEqual([]);
  await pass(0.2);
  expect([one.names, other.names]).toEqual([['before'], ['before']]);
  track('later');
  await pass(2.8);
  expect(one.names).toEqual(['before']);
  await pass(0.2);
  expect([one.names, other.names]).toEqual([
    ['before', 'later'],
    ['before', 'later'],
  ]);
});

test('[TRACK-04] a plugin is waited for ten seconds at most, and gets the calls from when it is ready', async () => {
  const [quick, slow] = [createPlugin(0), createPlugin(14)];
  track('first');
  void startAnalytics([quick, slow]);
  await pass(9.9);
  expect(quick.names).toEqual([]);
  await pass(0.2);
  expect(quick.names).toEqual(['first']);
  await pass(4);
  track('second');
  await pass(3);
  expect([quick.names, slow.names]).toEqual([['first', 'second'], ['second']]);
});

test('until a plugin is ready the calls stay in the queue, and a failing one keeps none from the others', async () => {
  const blocked = { ready: Promise.reject(new Error('blocked')), send: vi.fn() };
  const failing = {
    ready: Promise.resolve(),
    send: () => {
      throw new Error('down');
    },
  };
  track('kept');
  void startAnalytics([blocked]);
  await pass(20);
  expect(blocked.send).not.toHaveBeenCalled();
  const good = createPlugin(0);
  void startAnalytics([failing, good]);
  await pass(1);
  expect(good.names).toEqual(['kept']);
});
