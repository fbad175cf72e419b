/**
 * Loads analytics once the page is idle, if the visitor has allowed it. Pages of staff, and those whose address is a secret, have none.
 * A build without plugins has nothing of it. [TRACK-03]
 */
import { analyticsAllowed, consentEventName } from '#lib/browser/consent.ts';
import { drainAnalyticsCalls } from '#lib/browser/event-queue.ts';

const isConfigured =
  import.meta.env.PUBLIC_ANALYTICS_COLLECTOR !== 'off' ||
  !!import.meta.env.PUBLIC_TAG_MANAGER_ID ||
  !!import.meta.env.PUBLIC_POSTHOG_KEY;

let stop: Promise<() => void> | null = null;

function update(): void {
  if (analyticsAllowed()) {
    stop ??= import('#lib/browser/analytics/run-analytics.ts').then(({ runAnalytics }) => runAnalytics());
    // A failed load is tried again on the next page.
    stop.catch(() => {});
  } else {
    void stop?.then((stopAnalytics) => stopAnalytics()).catch(() => {});
    stop = null;
  }
}

if (isConfigured && !/^\/(staff|shortlist|expert|dev)\//.test(location.pathname)) {
  document.addEventListener(consentEventName, () => {
    // What happened before the visitor agreed is not counted.
    if (!stop) drainAnalyticsCalls();
    update();
  });
  const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
  addEventListener('load', () => whenIdle(update), { once: true });
}
