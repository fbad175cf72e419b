import { sql } from 'kysely';
import type { Db } from './db/index.ts';
import { listMigrationNames } from './db/migrate.ts';
import type { MediaStore } from './media/store/index.ts';

/** What `/health/ready/` says, as JSON (docs/operations.md). */
export interface Readiness {
  is_ready: boolean;
  /**
   * `late`: it took longer than the limit, as on a busy machine. `read-only`: it takes no writes, as after a failover or on a full
   * disk; visitors can still read, and no other process could write either.
   */
  database: 'ok' | 'late' | 'read-only' | 'unavailable';
  /** Null while the database is not read. */
  migrations: 'ok' | 'missing' | null;
  media: 'ok' | 'unavailable';
  /** How late the oldest message is; 0 where none is late, null while the database is not read. */
  outbox_lag_seconds: number | null;
}

interface ReadinessDeps {
  db: Db;
  mediaStore: MediaStore;
}

/** Shorter than the limits of a statement and of the wait for a connection, which end with an error. */
const timeLimitMs = 1500;
const lifetimeMs = 1000;

/** So many late checks in a row mean that the database has vanished without closing its connections. */
const maxLate = 3;

/** No file has this id. A store that can be read says so. */
const unknownFile = '00000000-0000-7000-8000-000000000000';

/**
 * Creates the check whether this process should get visitors. It asks the database and the store of uploads at most once a second,
 * however often it is called, and never rejects. A newer version's migrations are no obstacle, because an older process keeps
 * serving while a newer one starts. A check or two that are late change nothing: under load all processes are late, and a proxy
 * would have nobody left.
 */
export function createReadinessCheck(
  { db, mediaStore }: ReadinessDeps,
  { limitMs = timeLimitMs, validMs = lifetimeMs } = {},
): () => Promise<Readiness> {
  let latest: { result: Promise<Readiness>; endsAt: number } | null = null;
  let wasReady = false;
  let lateInARow = 0;

  const check = async (): Promise<Readiness> => {
    const [stored, file] = await Promise.all([
      inTime(readDatabase(db), limitMs),
      inTime(mediaStore.get(unknownFile), limitMs),
    ]);
    lateInARow = stored === 'late' ? lateInARow + 1 : 0;
    const isRead = typeof stored === 'object';
    const migrations = isRead ? (hasAll(stored.migrations) ? 'ok' : 'missing') : null;
    if (stored !== 'late' || lateInARow >= maxLate) wasReady = migrations === 'ok';
    return {
      is_ready: wasReady,
      database: isRead ? (stored.isReadOnly ? 'read-only' : 'ok') : stored,
      migrations,
      media: file === 'late' || file === 'unavailable' ? 'unavailable' : 'ok',
      outbox_lag_seconds: isRead ? stored.lagSeconds : null,
    };
  };

  return () => {
    const now = performance.now();
    if (!latest || latest.endsAt <= now) latest = { result: check(), endsAt: now + validMs };
    return latest.result;
  };
}

/** Returns what was read, or how that failed. */
async function inTime<Result>(
  read: Promise<Result>,
  limitMs: number,
): Promise<Result | 'late' | 'unavailable'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((end) => {
    timer = setTimeout(end, limitMs, 'late');
  });
  try {
    return await Promise.race([read, late]);
  } catch {
    return 'unavailable';
  } finally {
    clearTimeout(timer);
  }
}

const hasAll = (names: readonly string[]): boolean => {
  const known = new Set(names);
  return listMigrationNames().every((name) => known.has(name));
};

interface StoredState {
  migrations: string[];
  lagSeconds: number;
  isReadOnly: boolean;
}

async function readDatabase(db: Db): Promise<StoredState> {
  const { rows } = await sql<StoredState>`
    select
      (select coalesce(json_agg(name), '[]') from kysely_migration) as migrations,
      (select coalesce(floor(extract(epoch from now() - min(due_at))), 0)::int from outbox
        where status = 'QUEUED' and due_at <= now()) as lag_seconds,
      current_setting('transaction_read_only') = 'on' as is_read_only`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A select without a from returns a row');
  return row;
}
