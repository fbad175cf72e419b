import type { AnalyticsCall } from '#lib/browser/event-queue.ts';
import { pageOfPath } from '#lib/domain/analytics/visit.ts';
import type { Environment } from '#lib/domain/core/environment.ts';
import type { AnalyticsPlugin } from './start-analytics.ts';

const storageKey = 'liftoff:posthog';
const maxBatchLength = 200;

interface PostHogOptions {
  apiKey: string;
  /** The origin of the project's region. */
  host: string;
  environment: Environment;
}

/**
 * Sends calls to PostHog through its capture API (`POST /batch/`). Its own script weighs 106 KB, records more than we track, and
 * would need a line in `script-src`.
 */
export function createPostHog({ apiKey, host, environment }: PostHogOptions): AnalyticsPlugin {
  let batch: object[] = [];
  let id = readId();

  const toEvents = (call: AnalyticsCall): object[] => {
    const timestamp = new Date(call.at).toISOString();
    if (call.type === 'reset') {
      id = writeId(crypto.randomUUID());
      return [];
    }
    if (call.type === 'track') {
      const properties = {
        ...call.properties,
        $pathname: pageOfPath(call.path),
        environment,
        distinct_id: id,
      };
      return [{ event: call.name === 'page_viewed' ? '$pageview' : call.name, timestamp, properties }];
    }
    const before = id;
    id = writeId(call.userId);
    const { email, name, firstName: first_name, lastName: last_name } = call.traits;
    const properties = {
      distinct_id: id,
      ...(before === id ? {} : { $anon_distinct_id: before }),
      $set: { email, name, first_name, last_name },
    };
    return [{ event: '$identify', timestamp, properties }];
  };

  return {
    name: 'posthog',
    ready: Promise.resolve(),
    send: (call) => batch.push(...toEvents(call)),
    flush() {
      if (!batch.length) return;
      const sent = batch;
      batch = [];
      void fetch(`${host}/batch/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ api_key: apiKey, batch: sent }),
        keepalive: true,
      }).catch(() => {
        // Without a network they go with the next batch.
        batch = [...sent, ...batch].slice(-maxBatchLength);
      });
    },
    clear() {
      batch = [];
      try {
        sessionStorage.removeItem(storageKey);
      } catch {
        // Forbidden storage holds nothing.
      }
    },
  };
}

/** The id lives as long as the tab; after a login it is that of the account. */
function readId(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? writeId(crypto.randomUUID());
  } catch {
    return crypto.randomUUID();
  }
}

function writeId(id: string): string {
  try {
    sessionStorage.setItem(storageKey, id);
  } catch {
    // Storage may be forbidden; then the id lives as long as the page.
  }
  return id;
}
