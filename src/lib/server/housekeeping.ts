import { sql } from 'kysely';
import { followSeats } from './appointments/follow-seats.ts';
import type { Config } from './config.ts';
import type { Db } from './db/index.ts';
import { forgetLeads } from './forget-leads.ts';
import { expireStarted } from './job-applications/expire-started.ts';
import { tellExpired } from './job-applications/tell-expired.ts';
import type { Log } from './log.ts';
import { cleanMedia } from './media/clean.ts';
import type { MediaStore } from './media/store/index.ts';
import type { Messages } from './messages/index.ts';
import { beginTrainings } from './trainings/begin-trainings.ts';

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
  await beginTrainings(db);
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
  messages: Messages;
  log: Log;
}

/** Keeps house every ten minutes until stopped; what fails waits for the next round, and stops nothing else. */
export function startHousekeeping(needs: Needs): { stop(): void } {
  const { db, messages, config } = needs;
  const chores = [
    () => housekeep(db),
    () => tellExpired(db, messages, config),
    () => followSeats({ db, messages, config }),
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
