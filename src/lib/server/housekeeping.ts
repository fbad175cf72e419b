import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { notifyExpired } from '#lib/server/hiring/applications/notify-expired.ts';
import { propagatePendingChanges } from '#lib/server/hiring/appointments/propagate-cancellation.ts';
import { beginTrainings, expireApplications } from '#lib/server/hiring/due-transitions.ts';
import { deleteOldLeads } from '#lib/server/leads/delete-old-leads.ts';
import { cleanMedia } from '#lib/server/media/clean-media.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

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
  await expireApplications(db);
  await beginTrainings(db);
  // An account that proved nothing within 72 hours (C-22).
  await db
    .deleteFrom('appUser')
    .where('phoneVerifiedAt', 'is', null)
    .where('dateJoined', '<', sql<Date>`now() - interval '72 hours'`)
    .execute();
  await deleteOldLeads(db);
}

interface Needs {
  config: Config;
  db: Db;
  mediaStore: MediaStore;
  messages: Messages;
  log: Log;
}

/** Keeps house every ten minutes until stopped; what fails waits for the next round, and stops nothing else. */
export function startHousekeeping(needs: Needs): { stop(): void } {
  const { db, messages, config } = needs;
  const chores = [
    () => housekeep(db),
    () => notifyExpired(db, messages, config),
    () => propagatePendingChanges({ db, messages, config }),
    () => cleanMedia(needs),
  ];
  const round = async () => {
    for (const chore of chores)
      await chore().catch((error) => needs.log.warn({ err: error }, 'housekeeping failed'));
  };
  const timer = setInterval(() => void round(), 600_000);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
