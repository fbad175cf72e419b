import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { deleteMedia } from './media-rows.ts';
import type { MediaStore } from './store/index.ts';

interface Needs {
  db: Db;
  mediaStore: MediaStore;
}

const atOnce = 200;
const hourMs = 3_600_000;

/**
 * Something shows the file, or leads to it: any address in a text of its owner's portfolio, for pictures too. A table that
 * refers to `media`, and a text that can, is named here, or its files go after a day.
 */
const isUsed = sql<boolean>`(
  exists (select from app_user where avatar_media_id = media.id)
  or exists (select from portfolio_project where cover_media_id = media.id)
  or exists (select from portfolio_work where cover_media_id = media.id)
  or exists (select from candidate_registration where resume_media_id = media.id)
  or exists (select from job_application where resume_media_id = media.id)
  or exists (
    select from portfolio p
    where p.user_id = media.user_id and (
      ${names(sql`concat_ws(' ', p.about, p.experience::text, p.education::text)`)}
      or exists (select from portfolio_link e where e.portfolio_id = p.id and ${names(sql`e.url`)})
      or exists (select from portfolio_work e where e.portfolio_id = p.id and ${names(sql`concat_ws(' ', e.url, e.summary)`)})
      or exists (select from portfolio_project e where e.portfolio_id = p.id
        and ${names(sql`concat_ws(' ', e.document_url, e.summary, e.problem, e.approach, e.outcome)`)}))))`;

/** An id may be written in capitals. */
function names(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`strpos(lower(${text}), '/media/' || media.id || '/') > 0`;
}

/** Deletes what nothing has shown for 24 hours, and what a process left half done. Safe to run from many processes. */
export async function cleanMedia({
  db,
  mediaStore,
  config,
}: Needs & { config: Pick<Config, 'dataDir'> }): Promise<void> {
  await sql`update media set unused_since = now() where unused_since is null and not ${isUsed}`.execute(db);
  await sql`update media set unused_since = null where unused_since is not null and ${isUsed}`.execute(db);
  await deleteUnused(db);
  await deleteUnfinished(join(config.dataDir, 'uploads'));
  await deleteStrays({ db, mediaStore }, await listOldStrays(db));
}

async function deleteUnused(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Held, so that nobody begins to show one; who did so before is seen by the statement that follows.
    const { rows } = await sql<{ id: string }>`
      select id from media where unused_since < now() - interval '24 hours'
      limit ${atOnce} for update skip locked`.execute(trx);
    if (rows.length)
      await deleteMedia(
        trx,
        rows.map(({ id }) => id),
        sql<boolean>`not ${isUsed}`,
      );
  });
}

/** An upload that is under way has its note for seconds; an hour later its process has died. A deleted file waits too. */
async function listOldStrays(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('strayFile')
    .select('mediaId')
    .where('since', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('since')
    .limit(atOnce)
    .execute();
  return rows.map(({ mediaId }) => mediaId);
}

/**
 * First the file, then the note: what dies between is done again. One that the store refuses waits for another hour and
 * holds up no other.
 * @throws AggregateError of what was refused, once all were tried
 */
export async function deleteStrays({ db, mediaStore }: Needs, ids: readonly string[]): Promise<void> {
  const errors: unknown[] = [];
  for (const mediaId of ids)
    try {
      await mediaStore.delete(mediaId);
      await db.deleteFrom('strayFile').where('mediaId', '=', mediaId).execute();
    } catch (error) {
      errors.push(error);
      await db
        .updateTable('strayFile')
        .set({ since: sql<Date>`now()` })
        .where('mediaId', '=', mediaId)
        .execute();
    }
  if (errors.length) throw new AggregateError(errors, `${errors.length} files could not be deleted`);
}

/** What a killed process was receiving. */
async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file && Date.now() - file.mtimeMs > hourMs) await rm(path, { force: true });
  }
}
