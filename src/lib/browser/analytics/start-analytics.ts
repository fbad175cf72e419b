import { analyticsAllowed } from '#lib/browser/consent.ts';
import { type AnalyticsCall, drainAnalyticsCalls } from '#lib/browser/event-queue.ts';
import { allPlugins, drainStoredCalls, removeStoredCalls, storeCalls } from './stored-calls.ts';

/** Hands calls to one provider of analytics. */
export interface AnalyticsPlugin {
  /** Names its calls while they wait for the next page. */
  name: string;
  /** Resolves when the provider's script has loaded. */
  ready: Promise<unknown>;
  send(call: AnalyticsCall): void;
  /** Sends what it has collected; `isLeaving` when the page may end at once. */
  flush?(isLeaving: boolean): void;
  /** Forgets the visitor, who has withdrawn the consent. */
  clear?(): void;
}

const drainMilliseconds = 3000;
const maxWaitMilliseconds = 10_000;
const maxWaitingCalls = 200;

/**
 * Waits until all plugins are ready, ten seconds at most, and then hands them the queued calls every three seconds, in order. A
 * plugin that is ready later gets the calls from then on. When the page is left, plugins that are ready get and send everything
 * at once, and the calls of the others wait for the next page of the tab. Without the visitor's consent it stops and forgets the
 * visitor, as the returned function does. [TRACK-04]
 */
export function startAnalytics(plugins: readonly AnalyticsPlugin[]): () => void {
  const waiting = restoreCalls(plugins);
  const ready = new Set<AnalyticsPlugin>();
  const loading = plugins.map((plugin) => plugin.ready.then(() => ready.add(plugin)));
  let isWaiting = true;
  let interval: ReturnType<typeof setInterval> | undefined;

  const stop = () => {
    isWaiting = false;
    clearTimeout(deadline);
    clearInterval(interval);
    for (const type of leaveEvents) removeEventListener(type, leave);
    drainAnalyticsCalls();
    removeStoredCalls();
    for (const plugin of plugins) attempt(() => plugin.clear?.());
  };
  const drain = (isLeaving = false) => {
    // The visitor may have withdrawn the consent in another tab.
    if (!analyticsAllowed()) return stop();
    const calls = drainAnalyticsCalls();
    for (const plugin of plugins) {
      const own = [...(waiting.get(plugin) ?? []), ...calls];
      const isOpen = ready.has(plugin) && (isLeaving || !isWaiting);
      waiting.set(plugin, isWaiting && !isOpen ? own.slice(-maxWaitingCalls) : []);
      if (isOpen) sendTo(plugin, own, isLeaving);
    }
  };
  const begin = () => {
    clearTimeout(deadline);
    if (!isWaiting) return;
    isWaiting = false;
    drain();
    interval = setInterval(() => drain(), drainMilliseconds);
  };
  const leave = ({ type }: Event) => {
    if (type === 'visibilitychange' && !document.hidden) return;
    drain(true);
    if (type === 'pagehide') storeWaiting(waiting);
  };

  const deadline = setTimeout(begin, maxWaitMilliseconds);
  void Promise.allSettled(loading).then(begin);
  // At the end of each event's path, so that what the page tracks while it is hidden comes before.
  for (const type of leaveEvents) addEventListener(type, leave);

  return stop;
}

const leaveEvents = ['visibilitychange', 'pagehide'];

function sendTo(plugin: AnalyticsPlugin, calls: readonly AnalyticsCall[], isLeaving: boolean): void {
  for (const call of calls) attempt(() => plugin.send(call));
  attempt(() => plugin.flush?.(isLeaving));
}

/** One provider's error must not keep the calls from the others. */
function attempt(action: () => void): void {
  try {
    action();
  } catch (error) {
    globalThis.reportError?.(error);
  }
}

type WaitingCalls = Map<AnalyticsPlugin, AnalyticsCall[]>;

/** Stores the calls of plugins that are not ready yet, for the next page of this tab, and takes them out of this page. */
function storeWaiting(waiting: WaitingCalls): void {
  const calls = [...waiting].filter(([, own]) => own.length > 0).map(([{ name }, own]) => [name, own]);
  waiting.clear();
  if (calls.length) storeCalls(Object.fromEntries(calls));
}

function restoreCalls(plugins: readonly AnalyticsPlugin[]): WaitingCalls {
  const stored = drainStoredCalls();
  const ofAll = stored[allPlugins] ?? [];
  return new Map(plugins.map((plugin) => [plugin, [...(stored[plugin.name] ?? []), ...ofAll]]));
}
