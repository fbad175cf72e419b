import { analyticsAllowed } from '#lib/browser/consent.ts';
import { drainAnalyticsCalls, track } from '#lib/browser/event-queue.ts';
import { allPlugins, drainStoredCalls, storeCalls } from './stored-calls.ts';

/** Tracks this page, with the host of the page that had the link and nothing else of it. [TRACK-03] */
export const trackPageView = (): void => track('page_viewed', { referrer_host: findReferrerHost() });

/**
 * Keeps the view of this page and what happened on it for the next page of the tab, where the visitor leaves before analytics has
 * loaded. Without consent it keeps nothing. [TRACK-04]
 */
export function storeEarlyCalls(): void {
  if (!analyticsAllowed()) return;
  const others = drainAnalyticsCalls();
  trackPageView();
  const stored = drainStoredCalls();
  storeCalls({
    ...stored,
    [allPlugins]: [...(stored[allPlugins] ?? []), ...drainAnalyticsCalls(), ...others],
  });
}

/** Returns the host of the page that had the link, unless it is our own. */
function findReferrerHost(): string | null {
  const host = URL.canParse(document.referrer) ? new URL(document.referrer).hostname : '';
  return host !== location.hostname && /^[a-z0-9.-]{1,100}$/.test(host) ? host : null;
}
