import { currentEnvironment } from '#lib/browser/analytics/environment.ts';
import { analyticsAllowed } from '#lib/browser/consent.ts';
import { createCollector } from './collector.ts';
import { trackPageView } from './page-view.ts';
import { type AnalyticsPlugin, startAnalytics } from './start-analytics.ts';

/** Starts analytics with the plugins that are configured, and tracks this page. Returns a function that stops it. */
export function runAnalytics(): () => void {
  const plugins: AnalyticsPlugin[] = [];
  // Each setting is written out, so that the build replaces it and removes what is not configured.
  if (import.meta.env.PUBLIC_ANALYTICS_COLLECTOR !== 'off')
    plugins.push(createCollector(`${import.meta.env.PUBLIC_API_BASE_URL ?? ''}/api/v1/analytics/events/`));
  if (import.meta.env.PUBLIC_TAG_MANAGER_ID)
    plugins.push(
      loadPlugin('tag-manager', async () => {
        const { createTagManager } = await import('./tag-manager.ts');
        return createTagManager(import.meta.env.PUBLIC_TAG_MANAGER_ID ?? '', currentEnvironment());
      }),
    );
  if (import.meta.env.PUBLIC_POSTHOG_KEY)
    plugins.push(
      loadPlugin('posthog', async () => {
        const { createPostHog } = await import('./posthog.ts');
        return createPostHog({
          apiKey: import.meta.env.PUBLIC_POSTHOG_KEY ?? '',
          host: import.meta.env.PUBLIC_POSTHOG_HOST ?? 'https://eu.i.posthog.com',
          environment: currentEnvironment(),
        });
      }),
    );
  trackPageView();
  loadWebVitals();
  return startAnalytics(plugins);
}

/** Returns a plugin whose code loads on its own; it is ready when its provider is. */
function loadPlugin(name: string, load: () => Promise<AnalyticsPlugin>): AnalyticsPlugin {
  let loaded: AnalyticsPlugin | undefined;
  const ready = load().then((plugin) => {
    loaded = plugin;
    return plugin.ready;
  });
  return {
    name,
    ready,
    send: (call) => loaded?.send(call),
    flush: (isLeaving) => loaded?.flush?.(isLeaving),
    clear: () => loaded?.clear?.(),
  };
}

const interactions = ['pointerdown', 'keydown', 'scroll'];

/** Loads the library with the visitor's first interaction, so that it does not weigh on the page's own loading. */
function loadWebVitals(): void {
  const controller = new AbortController();
  const load = async () => {
    controller.abort();
    // The visitor may have withdrawn the consent since.
    if (!analyticsAllowed()) return;
    const { trackWebVitals } = await import('./web-vitals.ts');
    trackWebVitals();
  };
  const options = { passive: true, capture: true, signal: controller.signal };
  for (const type of interactions) addEventListener(type, () => load().catch(() => {}), options);
}
