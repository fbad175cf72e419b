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

/** Deletes expired rows and applies what is due. Every statement is safe to run from many processes at once. */
export async function deleteExpired(db: Db): Promise<void> {
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
  // An account whose number was not verified within 72 hours (C-22).
  await db
    .deleteFrom('appUser')
    .where('phoneVerifiedAt', 'is', null)
    .where('dateJoined', '<', sql<Date>`now() - interval '72 hours'`)
    .execute();
  await deleteOldLeads(db);
}

interface ScheduledTaskDeps {
  config: Config;
  db: Db;
  mediaStore: MediaStore;
  messages: Messages;
  log: Log;
}

/** Runs the tasks every ten minutes until stopped. A task that fails is logged and tried again in the next round. */
export function startScheduledTasks(needs: ScheduledTaskDeps): { stop(): void } {
  const { db, messages, config } = needs;
  const tasks = [
    () => deleteExpired(db),
    () => notifyExpired(db, messages, config),
    () => propagatePendingChanges({ db, messages, config }),
    () => cleanMedia(needs),
  ];
  const round = async () => {
    for (const task of tasks)
      await task().catch((error) => needs.log.warn({ err: error }, 'scheduled task failed'));
  };
  const timer = setInterval(() => void round(), 600_000);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
