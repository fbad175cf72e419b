import { type AnalyticsCall, drainAnalyticsCalls } from './analytics.ts';

/** Hands calls to one provider of analytics. */
export interface AnalyticsPlugin {
  /** Resolves when the provider's script has loaded. */
  ready: Promise<unknown>;
  send(call: AnalyticsCall): void;
}

const drainMilliseconds = 3000;
const maxWaitMilliseconds = 10_000;

/**
 * Waits until all plugins are ready, ten seconds at most, and then hands them the queued calls every three seconds. A plugin
 * that is ready later gets the calls from then on; until one is ready, the calls stay in the queue. [TRACK-04]
 */
export async function startAnalytics(plugins: readonly AnalyticsPlugin[]): Promise<void> {
  const ready = new Set<AnalyticsPlugin>();
  const loading = plugins.map((plugin) => plugin.ready.then(() => ready.add(plugin)));
  await Promise.race([
    Promise.allSettled(loading),
    new Promise((resolve) => setTimeout(resolve, maxWaitMilliseconds)),
  ]);
  const drain = () => {
    if (ready.size === 0) return;
    for (const call of drainAnalyticsCalls()) for (const plugin of ready) sendTo(plugin, call);
  };
  drain();
  setInterval(drain, drainMilliseconds);
}

function sendTo(plugin: AnalyticsPlugin, call: AnalyticsCall): void {
  try {
    plugin.send(call);
  } catch {
    // One provider's error must not keep the calls from the others.
  }
}
