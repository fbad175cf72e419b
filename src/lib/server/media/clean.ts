import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/index.ts';
import { deleteMedia } from './media-rows.ts';
import type { MediaStore } from './store/index.ts';

interface Needs {
  db: Db;
  mediaStore: MediaStore;
}

const atOnce = 200;
const hourMs = 3_600_000;

/** Something shows the file. A table that refers to `media` is named here, or its files go after a day. */
const isUsed = sql<boolean>`(
  exists (select from app_user where avatar_media_id = media.id)
  or exists (select from portfolio_project where cover_media_id = media.id)
  or exists (select from portfolio_work where cover_media_id = media.id)
  or media.kind = 'DOCUMENT' and exists (
    select from portfolio
    where portfolio.user_id = media.user_id and (
      exists (select from portfolio_project e where e.portfolio_id = portfolio.id and e.document_url like '%/media/' || media.id || '/%')
      or exists (select from portfolio_work e where e.portfolio_id = portfolio.id and e.url like '%/media/' || media.id || '/%')
      or exists (select from portfolio_link e where e.portfolio_id = portfolio.id and e.url like '%/media/' || media.id || '/%'))))`;

/** Deletes what nothing has shown for 24 hours, and what a process left half done. Safe to run from many processes. */
export async function cleanMedia({
  db,
  mediaStore,
  config,
}: Needs & { config: Pick<Config, 'dataDir'> }): Promise<void> {
  await sql`update media set unused_since = now() where unused_since is null and not ${isUsed}`.execute(db);
  await sql`update media set unused_since = null where unused_since is not null and ${isUsed}`.execute(db);
  await deleteUnused(db);
  await deleteStrays({ db, mediaStore }, await listOldStrays(db));
  await deleteUnfinished(join(config.dataDir, 'uploads'));
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
    .limit(atOnce)
    .execute();
  return rows.map(({ mediaId }) => mediaId);
}

/** First the file, then the note: what dies between is done again. */
export async function deleteStrays({ db, mediaStore }: Needs, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await mediaStore.delete(id);
    await db.deleteFrom('strayFile').where('mediaId', '=', id).execute();
  }
}

/** What a killed process was receiving. */
async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file && Date.now() - file.mtimeMs > hourMs) await rm(path, { force: true });
  }
}
