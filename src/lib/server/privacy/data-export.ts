import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { isSessionActive, type Session } from '#lib/server/auth/session.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { deleteOrphans } from '#lib/server/media/clean-media.ts';
import type { StoredFile } from '#lib/server/media/store/media-store.ts';

/** How long the link to the file works. */
export const exportDays = 3;
const perDay = 3;

export interface DataExport {
  id: string;
  /** Null while it is being made. */
  readyAt: Date | null;
  expiresAt: Date | null;
}

/**
 * Asks for a copy of everything; the job makes it. One that is being made is not asked for twice. Throws `REAUTH_REQUIRED`
 * without an OTP of the last ten minutes, and `RATE_LIMITED` for the fourth copy within a day.
 */
export async function requestExport(db: Db, session: Session): Promise<void> {
  if (!session.isFresh) throw new HttpError('REAUTH_REQUIRED');
  const userId = session.user.id;
  const { rows } = await sql`
    insert into data_export (id, user_id)
    select ${uuidv7()}::uuid, ${userId}::uuid
    where ${isSessionActive(session.tokenHash, true)}
      and (select count(*) from data_export where user_id = ${userId} and requested_at > now() - interval '1 day') < ${perDay}
    on conflict (user_id) where ready_at is null do nothing
    returning id`.execute(db);
  if (rows.length === 0 && (await findExport(db, userId))?.readyAt !== null)
    throw new HttpError('RATE_LIMITED', {
      message: 'You have asked for three copies today. Ask again tomorrow.',
    });
}

/** Returns the newest copy of a person that has not expired. */
export async function findExport(db: Db, userId: string): Promise<DataExport | null> {
  const row = await db
    .selectFrom('dataExport')
    .select(['id', 'readyAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the file of a person's newest copy; null once it has expired. */
export async function findOwnExport(
  { db, mediaStore }: Pick<ApiDeps, 'db' | 'mediaStore'>,
  userId: string,
): Promise<StoredFile | null> {
  const copy = await findExport(db, userId);
  return copy?.readyAt ? mediaStore.get(copy.id) : null;
}

/** Deletes copies whose link has expired, with their files. */
export async function deleteOldExports({
  db,
  mediaStore,
}: Pick<ApiDeps, 'db' | 'mediaStore'>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from data_export where expires_at < now() returning id)
    insert into stray_file (media_id) select id from gone
    on conflict do nothing returning media_id as id`.execute(db);
  await deleteOrphans(
    { db, mediaStore },
    rows.map(({ id }) => id),
  );
}
