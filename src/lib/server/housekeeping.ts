import { sql } from 'kysely';
import type { Config } from './config.ts';
import type { Db } from './db/index.ts';
import { forgetLeads } from './forget-leads.ts';
import { expireStarted } from './job-applications/expire-started.ts';
import type { Log } from './log.ts';
import { cleanMedia } from './media/clean.ts';
import type { MediaStore } from './media/store/index.ts';

/** What has ended and is of no more use; each statement is safe to run from many processes at once. */
export async function housekeep(db: Db): Promise<void> {
  const now = sql<Date>`now()`;
  await db.deleteFrom('rateCounter').where('expiresAt', '<', now).execute();
  await db.deleteFrom('otpChallenge').where('expiresAt', '<', sql<Date>`now() - interval '1 day'`).execute();
  await db
    .deleteFrom('session')
    .where((where) =>
      where.or([
        where('expiresAt', '<', now),
        where('lastSeenAt', '<', sql<Date>`now() - interval '14 days'`),
      ]),
    )
    .execute();
  await expireStarted(db);
  // An account that proved nothing within 72 hours (C-22).
  await db
    .deleteFrom('appUser')
    .where('phoneVerifiedAt', 'is', null)
    .where('dateJoined', '<', sql<Date>`now() - interval '72 hours'`)
    .execute();
  await forgetLeads(db);
}

interface Needs {
  config: Config;
  db: Db;
  mediaStore: MediaStore;
  log: Log;
}

/** Keeps house every ten minutes until stopped; a failure waits for the next round. */
export function startHousekeeping(needs: Needs): { stop(): void } {
  const round = async () => {
    await housekeep(needs.db);
    // By itself: while the store is away, rows are tidied all the same.
    await cleanMedia(needs);
  };
  const timer = setInterval(() => {
    round().catch((error) => needs.log.warn({ err: error }, 'housekeeping failed'));
  }, 600_000);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
