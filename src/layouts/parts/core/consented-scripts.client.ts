/**
 * Loads analytics and the live chat once the page is idle, if the visitor has allowed them: the chat sets cookies. Pages of staff, and
 * those whose address is a secret, have neither. What happens on a page that is left before waits for the next page. A build without plugins and without a chat has nothing of them; then the contact
 * page with its WhatsApp link stands in for the chat. [TRACK-03, TRACK-05, TRACK-06]
 *
 * The service worker needs no consent: it keeps public pages for its visitor and tells nobody. [APP-01]
 */

import { isChatHost } from '#lib/browser/analytics/environment.ts';
import { storeEarlyCalls } from '#lib/browser/analytics/page-view.ts';
import { analyticsAllowed, analyticsRefused, consentEventName } from '#lib/browser/consent.ts';
import { drainAnalyticsCalls } from '#lib/browser/event-queue.ts';
import { secretAddress } from '#lib/domain/analytics/secret-address.ts';
import { deleteAttributionCookies } from '#lib/domain/core/attribution-cookies.ts';

// Each name is written out, so that the build removes what is not configured.
const hasAnalytics =
  import.meta.env.PUBLIC_ANALYTICS_COLLECTOR !== 'off' ||
  !!import.meta.env.PUBLIC_TAG_MANAGER_ID ||
  !!import.meta.env.PUBLIC_POSTHOG_KEY;
const hasChat = !!import.meta.env.PUBLIC_INTERCOM_APP_ID;

/** Starts something, and returns a function that stops it. `isNewConsent`: the visitor has agreed on this page. */
type Start = (isNewConsent: boolean) => Promise<() => void>;

/** Starts something with the visitor's consent, and stops it when they withdraw it. */
function runWithConsent(start: Start): void {
  let stop: Promise<() => void> | null = null;
  const update = (isNewConsent: boolean) => {
    if (analyticsAllowed()) stop ??= start(isNewConsent);
    else {
      void stop?.then((stopNow) => stopNow()).catch(() => {});
      stop = null;
    }
    // What could not be loaded is tried again on the next page.
    stop?.catch(() => {});
  };
  runWhenIdle(() => update(false));
  document.addEventListener(consentEventName, () => update(true));
  // The visitor may have withdrawn the consent in another tab.
  document.addEventListener('visibilitychange', () => stop && !analyticsAllowed() && update(false));
}

function runWhenIdle(run: () => void): void {
  const whenIdle = globalThis.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 2000));
  addEventListener('load', () => whenIdle(run), { once: true });
}

/**
 * Shows the banner when the visitor begins to read, so that it is no part of the page's own loading and lies over nobody's first view.
 * It never comes over a form that somebody fills in. Without a choice nothing runs, so a banner that is not shown comes on the next page.
 */
function askForConsent(): void {
  if (analyticsAllowed() || analyticsRefused()) return;
  const controller = new AbortController();
  const show = async () => {
    if (document.activeElement?.closest('form')) return;
    controller.abort();
    const { showConsentBanner } = await import('../privacy/consent-banner.client.ts');
    showConsentBanner();
  };
  const options = { passive: true, capture: true, signal: controller.signal };
  for (const type of ['scroll', 'pointermove', 'keydown'])
    addEventListener(type, () => void show().catch(() => {}), options);
  addEventListener('input', () => controller.abort(), options);
}

// Do Not Track or Global Privacy Control may have been turned on since.
if (analyticsRefused()) deleteAttributionCookies(document);

const isPublicPage =
  !/^\/(staff|expert|dev)\//.test(location.pathname) && !secretAddress.test(location.pathname);

if (hasAnalytics && isPublicPage) {
  addEventListener('pagehide', storeEarlyCalls);
  runWithConsent(async (isNewConsent) => {
    // What happened before the visitor agreed is dropped.
    if (isNewConsent) drainAnalyticsCalls();
    const { runAnalytics } = await import('#lib/browser/analytics/run-analytics.ts');
    removeEventListener('pagehide', storeEarlyCalls);
    return runAnalytics();
  });
}

if (hasChat && isPublicPage && isChatHost())
  runWithConsent(async () => {
    const [{ createIntercom }, { startChat }] = await Promise.all([
      import('#lib/browser/account/intercom.ts'),
      import('#lib/stores/account/chat.ts'),
    ]);
    return startChat(createIntercom());
  });

if ((hasAnalytics || (hasChat && isChatHost())) && isPublicPage) runWhenIdle(askForConsent);

// A browser without it, or one that rejects it, shows pages from the network as before.
if (import.meta.env.PROD)
  runWhenIdle(() => void navigator.serviceWorker?.register('/service-worker.js').catch(() => {}));
