import { vi } from 'vitest';
import type { AnalyticsPlugin } from '#lib/browser/analytics/start-analytics.ts';
import { stubBrowser } from './fake-api.ts';

/** Sets up a browser whose visitor has allowed analytics, with a fake clock. */
export function stubAnalyticsBrowser() {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const browser = stubBrowser();
  let target = new EventTarget();
  const openPage = () => {
    target = new EventTarget();
    vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
    vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
    vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target));
  };
  openPage();
  vi.stubGlobal('navigator', { doNotTrack: null, sendBeacon: vi.fn(() => true) });
  browser.page.cookie = 'consent=analytics';
  return {
    ...browser,
    /** Opens another page of the tab, without the listeners of the one before. */
    openPage,
    /** Ends the page, as following a link does. */
    leave: () => target.dispatchEvent(new Event('pagehide')),
    hide() {
      Object.assign(browser.page, { hidden: true });
      target.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

/** Returns a provider whose script loads after some seconds, with the names that it was handed. */
export function createPlugin(loadSeconds: number, name = 'plugin') {
  const names: string[] = [];
  return {
    name,
    names,
    ready: new Promise((resolve) => setTimeout(resolve, loadSeconds * 1000)),
    send: (call) => names.push(call.type === 'track' ? String(call.properties.kind) : call.type),
    flush: vi.fn(),
    clear: vi.fn(),
  } satisfies AnalyticsPlugin & { names: string[] };
}

export const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
