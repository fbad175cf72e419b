/**
 * Queues analytics calls in order, for the plugins that send them. When the queue is full the oldest call is dropped.
 * [TRACK-03]
 */
export type AnalyticsCall =
  | { type: 'track'; name: string; properties: Properties; at: number }
  | { type: 'identify'; userId: string; traits: Properties; at: number }
  | { type: 'reset'; at: number };

export type Properties = Readonly<Record<string, string | number | boolean | null | undefined>>;

const maxQueueLength = 200;
let queue: AnalyticsCall[] = [];

export function track(name: string, properties: Properties = {}): void {
  push({ type: 'track', name, properties, at: Date.now() });
}

export function identify(userId: string, traits: Properties = {}): void {
  push({ type: 'identify', userId, traits, at: Date.now() });
}

export function reset(): void {
  push({ type: 'reset', at: Date.now() });
}

/** Returns the queued calls and empties the queue. */
export function drainAnalyticsCalls(): AnalyticsCall[] {
  const calls = queue;
  queue = [];
  return calls;
}

function push(call: AnalyticsCall): void {
  queue = [...queue, call].slice(-maxQueueLength);
}
