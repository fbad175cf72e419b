import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Log } from '#lib/server/log.ts';
import { isUnavailable } from '../errors.ts';
import type { Db } from '../open.ts';

const limitMs = 60_000;
const pauseMs = 500;

/**
 * Waits at the start of a process until PostgreSQL answers, because after a power cut it may start later. A process that ended at once would
 * use up the restarts that its manager allows. Throws the last failure after a minute.
 */
export async function waitForDatabase(db: Db, log: Log, timeoutMs = limitMs): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1)
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (err) {
      if (!isUnavailable(err) || performance.now() >= endsAt) throw err;
      if (attempt === 1) log.warn({ err, event: 'database.wait' }, 'the start waits for the database');
      await sleep(pauseMs);
    }
}
