import type { TrackCall } from '#lib/browser/event-queue.ts';
import type { AnalyticsPlugin } from './start-analytics.ts';

/** Sends the events of a visit to our own server, which stores nothing that says who the visitor is. [TRACK-03] */

/** A visit ends with its tab, or after 30 minutes without an event. */
const visitMilliseconds = 1_800_000;
const maxBatchLength = 40;
const maxVisitLength = 500;
const maxFailures = 3;
const dayMilliseconds = 86_400_000;
const storageKey = 'liftoff:visit';

interface Visit {
  id: string;
  /** The number of its latest event. */
  number: number;
  /** The time of its latest event. */
  at: number;
  /** Whether the server wants no more of it. */
  isOver?: boolean;
}

interface NumberedEvent {
  visitId: string;
  number: number;
  call: TrackCall;
}

/** Returns the plugin of our own collector. `url` is that of the endpoint. */
export function createCollector(url: string): AnalyticsPlugin {
  let events: NumberedEvent[] = [];
  let isSending = false;
  let failures = 0;

  /** Sends the oldest batch. An event that arrives twice is stored once, so a batch without a response is sent again. */
  async function sendBatch(): Promise<void> {
    isSending = true;
    const batch = firstBatch(events);
    const response = await post(url, batch).catch(() => null);
    isSending = false;
    failures = response?.ok ? 0 : failures + 1;
    const isLost = !response || response.status >= 500;
    if (isLost && failures < maxFailures) return;
    events = events.filter((event) => !batch.includes(event));
    const { is_sampled: isSampled } = response?.ok ? await response.json() : { is_sampled: false };
    if (!isSampled) endVisit();
  }

  return {
    name: 'collector',
    ready: Promise.resolve(),
    send(call) {
      // The next person on this device begins a visit of their own.
      if (call.type === 'reset') clearVisit();
      if (call.type !== 'track') return;
      const visit = nextVisit(call.at);
      if (visit) events.push({ visitId: visit.id, number: visit.number, call });
    },
    flush(isLeaving) {
      if (!isLeaving && events.length && !isSending) void sendBatch();
      if (!isLeaving) return;
      for (let batch = firstBatch(events); batch.length; batch = firstBatch(events)) {
        // The browser takes 64 KB; what is left is sent if the visitor comes back to this page.
        if (!navigator.sendBeacon(url, new Blob([bodyOf(batch)], { type: 'application/json' }))) return;
        events = events.filter((event) => !batch.includes(event));
      }
    },
    clear() {
      events = [];
      clearVisit();
    },
  };
}

/** Returns the oldest events, as many as one request takes, all of one visit. */
const firstBatch = (events: readonly NumberedEvent[]) =>
  events.filter(({ visitId }) => visitId === events[0]?.visitId).slice(0, maxBatchLength);

const post = (url: string, batch: readonly NumberedEvent[]) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: bodyOf(batch),
    keepalive: true,
  });

const bodyOf = (batch: readonly NumberedEvent[]) =>
  JSON.stringify({
    visit_id: batch[0]?.visitId,
    events: batch.map(({ number, call: { name, at, path, properties } }) => ({
      name,
      number,
      age: Math.min(Math.max(Date.now() - at, 0), dayMilliseconds),
      path: path.slice(0, 300),
      properties,
    })),
  });

/** Returns the visit with the number of an event at the time `at`; null when the visit is over. */
function nextVisit(at: number): Visit | null {
  const last = readVisit();
  const isOngoing = last !== null && at - last.at < visitMilliseconds;
  const visit: Visit = isOngoing
    ? { ...last, number: last.number + 1, at }
    : { id: crypto.randomUUID(), number: 1, at };
  writeVisit(visit);
  return visit.isOver || visit.number > maxVisitLength ? null : visit;
}

function endVisit(): void {
  const visit = readVisit();
  if (visit) writeVisit({ ...visit, isOver: true });
}

let visitOfPage: Visit | null = null;

/** Where storage is forbidden, each page is a visit. */
function readVisit(): Visit | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
  } catch {
    return visitOfPage;
  }
}

function writeVisit(visit: Visit): void {
  visitOfPage = visit;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(visit));
  } catch {
    // `visitOfPage` has it.
  }
}

function clearVisit(): void {
  visitOfPage = null;
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Forbidden storage holds nothing.
  }
}
