/**
 * TRACK-03: what happened, in order, for whichever plugins ask. Nothing leaves the page from here:
 * calls are kept, the oldest dropped first, until something takes them.
 */
export type AnalyticsCall =
  | { type: 'track'; name: string; properties: Properties; at: number }
  | { type: 'identify'; userId: string; traits: Properties; at: number }
  | { type: 'reset'; at: number };

export type Properties = Readonly<Record<string, string | number | boolean | null | undefined>>;

const kept = 200;
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

/** Hands over what has been kept and forgets it. */
export function takeAnalyticsCalls(): AnalyticsCall[] {
  const taken = queue;
  queue = [];
  return taken;
}

function push(call: AnalyticsCall): void {
  queue = [...queue, call].slice(-kept);
}
