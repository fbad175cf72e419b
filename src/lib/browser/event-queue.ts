import type { EventName, EventProperties } from '#lib/contract/analytics/event-catalog.ts';

export type { EventName, EventProperties };

/**
 * Queues analytics calls in order, for the plugins that send them. When the queue is full the oldest call is dropped. Without the
 * visitor's consent nobody reads the queue, and it ends with the page. [TRACK-03]
 */
export type AnalyticsCall = TrackCall | IdentifyCall | { type: 'reset'; at: number };

export interface TrackCall {
  type: 'track';
  name: EventName;
  properties: Properties;
  /** The path of the page on which it happened. */
  path: string;
  /** Milliseconds since 1970, by the clock of the device. */
  at: number;
}

export interface IdentifyCall {
  type: 'identify';
  userId: string;
  traits: Traits;
  at: number;
}

type Properties = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The properties of every event of one opening of the sign-in modal that its caller knows. */
export type AuthTracking = Pick<EventProperties<'viewed_auth_modal'>, 'source' | 'job_slug'>;

/** What analytics learns of a signed-in person. [TRACK-05] */
export interface Traits {
  email: string;
  name: string;
  firstName: string;
  lastName: string;
}

const maxQueueLength = 200;
let queue: AnalyticsCall[] = [];

/** Queues an event of the catalogue with its properties; docs/events.md lists them. [TRACK-03] */
export function track<Name extends EventName>(name: Name, properties: EventProperties<Name>): void {
  push({ type: 'track', name, properties, path: globalThis.location?.pathname ?? '/', at: Date.now() });
}

/** Tells plugins who is signed in. Our own collector ignores it. [TRACK-03, TRACK-05] */
export function identify(userId: string, traits: Traits): void {
  push({ type: 'identify', userId, traits, at: Date.now() });
}

/** Tells plugins that nobody is signed in any more. [TRACK-03] */
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
