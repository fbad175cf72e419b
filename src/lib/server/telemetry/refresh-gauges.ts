import { sql } from 'kysely';
import type { PageCache } from '#lib/server/cache/page-cache.ts';
import { countConnections, type Db } from '#lib/server/db/index.ts';
import { createGauges, type Metrics } from './metrics.ts';

export interface GaugeSources {
  db: Db;
  pages: PageCache;
  /** What /health/ready/ says. */
  checkReadiness(): Promise<{
    is_ready: boolean;
    database: string;
    migrations: string | null;
    media: string;
    outbox_lag_seconds: number | null;
  }>;
}

/**
 * Creates the function that reads what is a state rather than an event: connections, the outbox, the cache. Never rejects: while the
 * database is away its figures are absent, and `liftoff_ready` says so.
 */
export function createGaugeRefresh(metrics: Metrics, { db, pages, checkReadiness }: GaugeSources) {
  const gauges = createGauges(metrics);
  return async (): Promise<void> => {
    refreshMemory();
    const ready = await checkReadiness();
    gauges.ready.set({ check: 'process' }, Number(ready.is_ready));
    gauges.ready.set({ check: 'database' }, Number(/^(ok|read-only)$/.test(ready.database)));
    gauges.ready.set({ check: 'writes' }, Number(ready.database !== 'read-only'));
    gauges.ready.set({ check: 'migrations' }, Number(ready.migrations !== 'missing'));
    gauges.ready.set({ check: 'media' }, Number(ready.media === 'ok'));
    gauges.outboxLag.reset();
    gauges.outbox.reset();
    if (ready.outbox_lag_seconds === null) return;
    gauges.outboxLag.set(ready.outbox_lag_seconds);
    const waiting = await countWaiting(db).catch(() => null);
    if (waiting) for (const [state, count] of Object.entries(waiting)) gauges.outbox.set({ state }, count);
  };

  function refreshMemory(): void {
    const connections = countConnections(db);
    if (connections) {
      gauges.poolConnections.set({ state: 'busy' }, connections.busy);
      gauges.poolConnections.set({ state: 'idle' }, connections.idle);
      gauges.poolMax.set(connections.max);
      gauges.poolWaiting.set(connections.waiting);
    }
    gauges.pageCachePages.set(pages.size.pages);
    gauges.pageCacheBytes.set(pages.size.bytes);
    gauges.pageCacheRequests.reset();
    for (const [result, count] of Object.entries(pages.requests))
      gauges.pageCacheRequests.inc({ result }, count);
  }
}

/** Counts the messages that wait, by the indexes that the delivery uses. */
async function countWaiting(db: Db): Promise<{ due: number; later: number; held: number } | undefined> {
  const { rows } = await sql<{ due: number; later: number; held: number }>`
    select
      (select count(*)::int from outbox where status = 'QUEUED' and due_at <= now()) as due,
      (select count(*)::int from outbox where status = 'QUEUED' and due_at > now()) as later,
      (select count(*)::int from outbox where status = 'HELD') as held`.execute(db);
  return rows[0];
}
