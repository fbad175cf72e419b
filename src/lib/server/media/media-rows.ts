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

/** Asks without taking anything, to spare the work that would be in vain. */
export async function hasRoom(db: Db, userId: string): Promise<boolean> {
  const usage = await db.selectFrom('mediaUsage').selectAll().where('userId', '=', userId).executeTakeFirst();
  return !usage || (usage.files < mediaQuota.files && usage.bytes < mediaQuota.bytes);
}

/**
 * The row of a file that is in the store, if the person has room for it: one statement, so that parallel uploads
 * cannot pass together (C-32). Null when there is none.
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
 * Takes an own file away, after the row of its owner and the drafts that it goes with: whoever chooses a picture, or sends
 * an application, takes these first too, so that neither waits for what the other holds. What was sent stays (API-42).
 * @throws HttpError INVALID_STATE
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
    // Held, so that nobody sends it meanwhile; who did so before is seen by the statement that follows.
    const own = trx.selectFrom('media').select('id').where('id', '=', id).where('userId', '=', userId);
    await own.forUpdate().execute();
    if (await wasSent(trx, userId, id))
      throw new HttpError('INVALID_STATE', {
        message: 'This file went to an employer with your application, so it stays as it is.',
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

/** The first lock of a transaction that takes a picture away, or may show one. */
export async function lockOwner(trx: Db, userId: string): Promise<void> {
  await trx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/**
 * Takes rows away and notes their files as strays, in one statement; whoever shows them shows nothing from now on.
 * @returns the ids of those that were there and met the condition
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
