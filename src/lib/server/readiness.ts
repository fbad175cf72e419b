import { sql } from 'kysely';
import type { Db } from './db/index.ts';
import { listMigrationNames } from './db/migrate.ts';
import type { MediaStore } from './media/store/index.ts';

/** What `/health/ready/` says, as JSON (docs/operations.md). */
export interface Readiness {
  is_ready: boolean;
  database: 'ok' | 'unavailable';
  /** Null while the database is unavailable. */
  migrations: 'ok' | 'missing' | null;
  media: 'ok' | 'unavailable';
  /** How late the oldest message is; 0 where none is late, null while the database is unavailable. */
  outbox_lag_seconds: number | null;
}

interface ReadinessDeps {
  db: Db;
  mediaStore: MediaStore;
}

const timeLimitMs = 2000;
const lifetimeMs = 1000;

/** No file has this id. A store that can be read says so. */
const unknownFile = '00000000-0000-7000-8000-000000000000';

/**
 * Creates the check whether this process should get visitors. It asks the database and the store of uploads at most once a second,
 * however often it is called, and never rejects. A newer version's migrations are no obstacle, because an older process keeps
 * serving while a newer one starts.
 */
export function createReadinessCheck(deps: ReadinessDeps): () => Promise<Readiness> {
  let latest: { result: Promise<Readiness>; endsAt: number } | null = null;
  return () => {
    const now = performance.now();
    if (!latest || latest.endsAt <= now) latest = { result: check(deps), endsAt: now + lifetimeMs };
    return latest.result;
  };
}

async function check({ db, mediaStore }: ReadinessDeps): Promise<Readiness> {
  const [stored, file] = await Promise.all([inTime(readDatabase(db)), inTime(mediaStore.get(unknownFile))]);
  const migrations = stored ? (hasAll(stored.migrations) ? 'ok' : 'missing') : null;
  return {
    is_ready: migrations === 'ok',
    database: stored ? 'ok' : 'unavailable',
    migrations,
    media: file === undefined ? 'unavailable' : 'ok',
    outbox_lag_seconds: stored ? stored.lagSeconds : null,
  };
}

/** Returns what was read, or undefined where that failed or took too long. */
async function inTime<Result>(read: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((end) => {
    timer = setTimeout(end, timeLimitMs, undefined);
  });
  try {
    return await Promise.race([read, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

const hasAll = (names: readonly string[]): boolean => {
  const known = new Set(names);
  return listMigrationNames().every((name) => known.has(name));
};

async function readDatabase(db: Db): Promise<{ migrations: string[]; lagSeconds: number }> {
  const { rows } = await sql<{ migrations: string[]; lagSeconds: number }>`
    select
      (select coalesce(json_agg(name), '[]') from kysely_migration) as migrations,
      (select coalesce(floor(extract(epoch from now() - min(due_at))), 0)::int from outbox
        where status = 'QUEUED' and due_at <= now()) as lag_seconds`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A select without a from returns a row');
  return row;
}
