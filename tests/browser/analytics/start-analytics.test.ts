import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startAnalytics } from '#lib/browser/analytics/start-analytics.ts';
import { drainAnalyticsCalls, track } from '#lib/browser/event-queue.ts';
import { createPlugin, pass, stubAnalyticsBrowser } from '../../support/analytics.ts';

let browser: ReturnType<typeof stubAnalyticsBrowser>;

beforeEach(() => {
  browser = stubAnalyticsBrowser();
  drainAnalyticsCalls();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const convert = (kind: 'BROCHURE' | 'CALLBACK' | 'EVENT') => track('converted', { kind });

test('[TRACK-04] the queue is drained when the plugins are ready, and then every three seconds', async () => {
  const [one, other] = [createPlugin(1, 'one'), createPlugin(2, 'other')];
  convert('BROCHURE');
  startAnalytics([one, other]);
  await pass(1.9);
  expect(one.names).toEqual([]);
  await pass(0.2);
  expect([one.names, other.names]).toEqual([['BROCHURE'], ['BROCHURE']]);
  convert('EVENT');
  convert('CALLBACK');
  await pass(2.8);
  expect(one.names).toEqual(['BROCHURE']);
  await pass(0.2);
  expect([one.names, other.names]).toEqual([
    ['BROCHURE', 'EVENT', 'CALLBACK'],
    ['BROCHURE', 'EVENT', 'CALLBACK'],
  ]);
});

test('[TRACK-04] a plugin is waited for ten seconds at most, and gets the calls from when it is ready', async () => {
  const [quick, slow] = [createPlugin(0, 'quick'), createPlugin(14, 'slow')];
  convert('BROCHURE');
  startAnalytics([quick, slow]);
  await pass(9.9);
  expect(quick.names).toEqual([]);
  await pass(0.2);
  expect(quick.names).toEqual(['BROCHURE']);
  await pass(4);
  convert('EVENT');
  await pass(3);
  expect([quick.names, slow.names]).toEqual([['BROCHURE', 'EVENT'], ['EVENT']]);
});

test('[TRACK-04] a plugin that throws or never loads keeps no call from the others', async () => {
  const blocked = { ...createPlugin(0, 'blocked'), ready: Promise.reject(new Error('blocked')) };
  const failing = {
    ...createPlugin(0, 'failing'),
    send: () => {
      throw new Error('down');
    },
    flush: () => {
      throw new Error('down');
    },
  };
  const good = createPlugin(0, 'good');
  startAnalytics([blocked, failing, good]);
  convert('BROCHURE');
  convert('EVENT');
  await pass(4);
  expect([blocked.names, good.names]).toEqual([[], ['BROCHURE', 'EVENT']]);
  expect(good.flush).toHaveBeenCalled();
});

test('[TRACK-04] calls survive a navigation: the ready get them at once, the others on the next page, in order', async () => {
  const [quick, slow] = [createPlugin(0, 'quick'), createPlugin(60, 'slow')];
  startAnalytics([quick, slow]);
  convert('BROCHURE');
  await pass(1);
  convert('EVENT');
  browser.leave();
  expect([quick.names, slow.names]).toEqual([['BROCHURE', 'EVENT'], []]);
  expect(quick.flush).toHaveBeenLastCalledWith(true);

  const [quickAgain, slowAgain] = [createPlugin(0, 'quick'), createPlugin(1, 'slow')];
  convert('CALLBACK');
  startAnalytics([quickAgain, slowAgain]);
  await pass(1.1);
  expect(quickAgain.names).toEqual(['CALLBACK']);
  expect(slowAgain.names).toEqual(['BROCHURE', 'EVENT', 'CALLBACK']);
});

test('[TRACK-04] a tab that is hidden sends what it has, and goes on', async () => {
  const plugin = createPlugin(0);
  startAnalytics([plugin]);
  await pass(1);
  convert('BROCHURE');
  browser.hide();
  expect(plugin.names).toEqual(['BROCHURE']);
  convert('EVENT');
  await pass(3);
  expect(plugin.names).toEqual(['BROCHURE', 'EVENT']);
});

test.each([
  ['withdrawn in another tab', () => Object.assign(browser.page, { cookie: 'consent=none' })],
  ['overruled by Do Not Track', () => Object.assign(navigator, { doNotTrack: '1' })],
  ['overruled by Global Privacy Control', () => Object.assign(navigator, { globalPrivacyControl: true })],
])('[TRACK-03] nothing is sent once the consent is %s, and the visitor is forgotten', async (_, refuse) => {
  const plugin = createPlugin(0);
  startAnalytics([plugin]);
  await pass(1);
  convert('BROCHURE');
  refuse();
  await pass(60);
  browser.leave();
  expect(plugin.names).toEqual([]);
  expect(plugin.clear).toHaveBeenCalledOnce();
  expect(sessionStorage.length).toBe(0);
});

test('after it was stopped nothing is sent any more', async () => {
  const plugin = createPlugin(0);
  const stop = startAnalytics([plugin]);
  await pass(1);
  stop();
  convert('BROCHURE');
  await pass(10);
  browser.leave();
  expect(plugin.names).toEqual([]);
});
