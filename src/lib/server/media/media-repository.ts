import { type Selectable, sql } from 'kysely';
import { mediaQuota } from '#lib/domain/media/media.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { MediaTable } from '#lib/server/db/schema/media.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

export type MediaRow = Selectable<MediaTable>;
export type NewMedia = Pick<
  MediaRow,
  'id' | 'kind' | 'mimeType' | 'name' | 'bytes' | 'width' | 'height' | 'isPublic'
> & {
  userId: string;
};

export async function findMedia(db: Db, ids: readonly string[]): Promise<MediaRow[]> {
  return ids.length ? db.selectFrom('media').selectAll().where('id', 'in', ids).execute() : [];
}

/**
 * Returns whether the person has quota left. It reserves nothing; it only avoids work for an upload that
 * cannot be stored.
 */
export async function hasRoom(db: Db, userId: string): Promise<boolean> {
  const usage = await db.selectFrom('mediaUsage').selectAll().where('userId', '=', userId).executeTakeFirst();
  return !usage || (usage.files < mediaQuota.files && usage.bytes < mediaQuota.bytes);
}

/**
 * Inserts the row of a stored file and returns it, or null if the quota is used up. It is one statement, so
 * that parallel uploads cannot exceed the quota together. [C-32]
 */
export async function insertMedia(db: Db, media: NewMedia): Promise<MediaRow | null> {
  const { id, userId, kind, mimeType, name, bytes, width, height, isPublic } = media;
  const { rows } = await sql<MediaRow>`
    with room as (
      insert into media_usage as u (user_id, files, bytes) values (${userId}::uuid, 1, ${bytes}::bigint)
      on conflict (user_id) do update set files = u.files + 1, bytes = u.bytes + excluded.bytes
        where u.files < ${mediaQuota.files} and u.bytes + excluded.bytes <= ${mediaQuota.bytes}
      returning user_id
    ), known as (
      delete from stray_file where media_id = ${id}::uuid and exists (select from room)
    )
    insert into media (id, user_id, kind, mime_type, name, bytes, width, height, is_public)
    select ${id}::uuid, user_id, ${kind}, ${mimeType}, ${name}, ${bytes}::int, ${width}::int, ${height}::int, ${isPublic}::boolean
    from room
    returning *`.execute(db);
  return rows[0] ?? null;
}

/**
 * Deletes a file of the person's own and returns its id, or nothing. Locks the owner and the drafts first, in
 * the same order as choosing a picture and sending an application, so that there is no deadlock. Throws
 * INVALID_STATE for a file that was sent to an employer, and for the letter of an offer. [API-42]
 */
export async function deleteOwnMedia(db: Db, userId: string, id: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, userId);
    await trx
      .updateTable('jobApplication')
      .set({ resumeMediaId: null })
      .where('userId', '=', userId)
      .where('resumeMediaId', '=', id)
      .where('candidateSnapshot', 'is', null)
      .execute();
    // The lock prevents an application from attaching the file now; the next statement sees one that did so
    // before.
    const own = trx.selectFrom('media').select('id').where('id', '=', id).where('userId', '=', userId);
    await own.forUpdate().execute();
    if (await wasSent(trx, userId, id))
      throw new HttpError('INVALID_STATE', {
        message: 'You sent this file to an employer, so you cannot delete it.',
      });
    if (await isOfferLetter(trx, id))
      throw new HttpError('INVALID_STATE', {
        message: 'This file is the letter of an offer, so it stays as it is.',
      });
    return deleteMedia(trx, [id], sql<boolean>`user_id = ${userId}`);
  });
}

async function wasSent(trx: Db, userId: string, id: string): Promise<boolean> {
  const sent = await trx
    .selectFrom('jobApplication')
    .select('id')
    .where('userId', '=', userId)
    .where('resumeMediaId', '=', id)
    .where('candidateSnapshot', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

async function isOfferLetter(trx: Db, id: string): Promise<boolean> {
  const offer = await trx
    .selectFrom('jobOffer')
    .select('id')
    .where('letterMediaId', '=', id)
    .limit(1)
    .executeTakeFirst();
  return offer !== undefined;
}

/** Locks the owner of files. Transactions that delete a picture or start to show one take this lock first. */
export async function lockOwner(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/**
 * Deletes the rows that meet the condition and records their files as orphans, in one statement. Returns the
 * deleted ids. Pages that showed such a file show nothing in its place.
 */
export async function deleteMedia(
  db: Db,
  ids: readonly string[],
  condition: ReturnType<typeof sql<boolean>>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from media where id = any(${ids}::uuid[]) and ${condition} returning id, user_id, bytes
    ), noted as (
      insert into stray_file (media_id) select id from gone
    ), freed as (
      update media_usage u set files = u.files - mine.files, bytes = u.bytes - mine.bytes
      from (select user_id, count(*)::int as files, sum(bytes)::bigint as bytes from gone group by user_id) mine
      where u.user_id = mine.user_id
    )
    select id from gone`.execute(db);
  return rows.map(({ id }) => id);
}
