import { sql } from 'kysely';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { isSessionActive, type Session } from '#lib/server/auth/session.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { type Db, isOutage, withoutTimeouts } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { Log } from '#lib/server/log.ts';
import { deleteOrphans } from '#lib/server/media/clean-media.ts';
import { deleteMedia } from '#lib/server/media/media-repository.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { anonymizeBusinessRecords } from './anonymize-records.ts';
import { clearImageCache } from './clear-image-cache.ts';
import { endMatters, hasWaitingInvites } from './end-matters.ts';
import { eraseData } from './erase-data.ts';
import { mentions } from './personal-data/mentions.ts';
import { loadSubject } from './personal-data/subject.ts';

/** How long a person has to change their mind. */
export const graceDays = 7;

type Deps = Pick<ApiDeps, 'db' | 'messages' | 'config'>;

/**
 * Schedules the deletion of the person's account and informs them. A repeat changes nothing. Throws `REAUTH_REQUIRED` without an OTP
 * of the last ten minutes, and `INVALID_STATE` for a member of staff and an expert, whose work somebody else has to take over first.
 */
export async function requestDeletion({ db, ...deps }: Deps, session: Session): Promise<void> {
  if (!session.isFresh) throw new HttpError('REAUTH_REQUIRED');
  const { user } = session;
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ dueAt: Date }>`
      insert into account_deletion (user_id, due_at)
      select ${user.id}::uuid, now() + make_interval(days => ${graceDays}::int)
      where ${isSessionActive(session.tokenHash, true)}
        and not exists (select from user_role where user_id = ${user.id})
        and not exists (select from expert where user_id = ${user.id} and is_active)
      on conflict do nothing
      returning due_at`.execute(trx);
    if (rows[0]) return informOfDeletion({ trx, ...deps }, user);
    if (!(await findDeletion(trx, user.id)))
      throw new HttpError('INVALID_STATE', {
        message: 'You work with us on this site. Ask an admin to end your role first.',
      });
  });
}

/** Keeps the account of a person who has changed their mind in time. Throws `INVALID_STATE` when nothing was to be deleted. */
export async function cancelDeletion(db: Db, userId: string): Promise<void> {
  const kept = await db
    .deleteFrom('accountDeletion')
    .where('userId', '=', userId)
    .where('dueAt', '>', sql<Date>`now()`)
    .returning('userId')
    .executeTakeFirst();
  if (!kept) throw new HttpError('INVALID_STATE', { message: 'Your account is not being deleted.' });
}

/** Returns when the person's account will be deleted, or null. */
export async function findDeletion(db: Db, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('accountDeletion')
    .select('dueAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.dueAt ?? null;
}

async function informOfDeletion(work: UnitOfWork, person: UserRow): Promise<void> {
  const href = `${work.config.siteOrigin}/account/privacy/`;
  const text = `Your account will be deleted in ${graceDays} days. If you did not ask for this, log in and keep it.`;
  await notify(work, {
    sender: 'account-deletion',
    recipient: { person },
    text,
    href,
    email: {
      subject: `Your account will be deleted in ${graceDays} days`,
      body: {
        title: `Your account will be deleted in ${graceDays} days`,
        paragraphs: [text, 'Until then you can use it as before.'],
        links: [{ label: 'Keep my account', href }],
        footnote: 'You get this email because somebody asked for it while logged in to your account.',
      },
    },
    // Another request after a change of mind is announced again.
    dedupeKey: `account-deletion:${person.id}:${new Date().toISOString()}`,
  });
}

type JobDeps = Pick<ApiDeps, 'db' | 'messages' | 'config' | 'mediaStore'> & { log: Log };

/** Deletes the accounts whose time is over. One that fails is tried again in the next round and stops no other. */
export async function deleteDueAccounts(deps: JobDeps): Promise<void> {
  const due = await deps.db
    .selectFrom('accountDeletion')
    .select('userId')
    .where('dueAt', '<=', sql<Date>`now()`)
    .orderBy('dueAt')
    .limit(50)
    .execute();
  if (!due.length) return;
  // A search of all messages for the person may take longer than a request may wait.
  await withoutTimeouts(deps.db, async (db) => {
    for (const { userId } of due)
      try {
        if (await deleteAccount({ ...deps, db }, userId))
          deps.log.info({ event: 'account.deleted', userId }, 'account deleted');
      } catch (error) {
        if (isOutage(error)) throw error;
        deps.log.error({ err: error, userId }, 'an account could not be deleted');
      }
  });
}

/**
 * Ends what the person has under way, then deletes the account with everything below it. What a law obliges us to keep moves to a
 * nameless account first. The files go last: a process that dies leaves them to the next round of `cleanMedia`. Returns false where the
 * next round goes on, because interviewers have yet to be informed.
 */
async function deleteAccount(deps: JobDeps, userId: string): Promise<boolean> {
  const { db, mediaStore, config, log } = deps;
  await endMatters(deps, userId);
  if (await hasWaitingInvites(db, userId)) return false;
  const files = await db.transaction().execute(async (trx) => {
    const due = await trx
      .deleteFrom('accountDeletion')
      .where('userId', '=', userId)
      .where('dueAt', '<=', sql<Date>`now()`)
      .returning('userId')
      .executeTakeFirst();
    const user = await trx
      .selectFrom('appUser')
      .selectAll()
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    return due && user ? eraseAccount(trx, user) : [];
  });
  // The next round of `cleanMedia` deletes what the store does not delete now, but knows no resized picture of it.
  if (files.length) await clearImageCache(config);
  await deleteOrphans({ db, mediaStore }, files).catch((error) =>
    log.warn({ err: error, userId }, 'files of a deleted account are still in the store'),
  );
  return true;
}

/** Erases an account whose row the caller has locked. Returns the files that the store must delete. */
async function eraseAccount(trx: Db, user: UserRow): Promise<string[]> {
  const { id: userId, firstName, lastName } = user;
  const subject = await loadSubject(trx, user);
  await eraseData(trx, { ...subject, names: [{ firstName, lastName }] });
  // Files of the person, and letters of offers, which staff have uploaded.
  const { rows: media } = await sql<{
    id: string;
  }>`select id from media where ${mentions('media', subject)}`.execute(trx);
  await anonymizeBusinessRecords(trx, userId);
  const { rows: copies } = await sql<{ id: string }>`
    insert into stray_file (media_id) select id from data_export where user_id = ${userId} and has_file
    on conflict do nothing returning media_id as id`.execute(trx);
  await trx.updateTable('appUser').set({ avatarMediaId: null }).where('id', '=', userId).execute();
  const deleted = await deleteMedia(
    trx,
    media.map(({ id }) => id),
    sql<boolean>`(user_id = ${userId} or not exists (
      select from job_offer join job_application on job_application.id = application_id
      where letter_media_id = media.id and job_application.user_id <> ${userId}))`,
  );
  await trx.deleteFrom('appUser').where('id', '=', userId).execute();
  return [...deleted, ...copies.map(({ id }) => id)];
}
