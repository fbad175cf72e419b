import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { deleteMedia } from './media-repository.ts';
import type { MediaStore } from './store/index.ts';

interface MediaDeps {
  db: Db;
  mediaStore: MediaStore;
}

const batchSize = 200;
const filesPerStatement = 1000;
const noId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const hourMs = 3_600_000;

/**
 * Returns whether something shows the file or links to it. Texts of its owner's portfolio may contain its
 * address. Every table that refers to `media`, and every text that may contain an address, must be listed
 * here, or its files are deleted after a day.
 */
const isUsed = sql<boolean>`(
  exists (select from app_user where avatar_media_id = media.id)
  or exists (select from portfolio where cover_media_id = media.id)
  or exists (select from portfolio_project where cover_media_id = media.id)
  or exists (select from portfolio_work where cover_media_id = media.id)
  or exists (select from candidate_registration where resume_media_id = media.id)
  or exists (select from candidate_registration where submitted_resume_media_id = media.id)
  or exists (select from job_application where resume_media_id = media.id)
  or exists (select from mock_interview where resume_media_id = media.id)
  or exists (select from employer where logo_media_id = media.id)
  or exists (select from job_offer where letter_media_id = media.id)
  or exists (select from live_event where cover_media_id = media.id)
  or exists (select from live_event where slides_media_id = media.id)
  or exists (
    select from portfolio p
    where p.user_id = media.user_id and (
      ${mentions(sql`concat_ws(' ', p.about, p.experience::text, p.education::text)`)}
      or exists (select from portfolio_link e where e.portfolio_id = p.id and ${mentions(sql`e.url`)})
      or exists (select from portfolio_work e where e.portfolio_id = p.id and ${mentions(sql`concat_ws(' ', e.url, e.summary)`)})
      or exists (select from portfolio_project e where e.portfolio_id = p.id
        and ${mentions(sql`concat_ws(' ', e.document_url, e.summary, e.problem, e.approach, e.outcome)`)}))))`;

/** Matches the address of the file in a text. A person may have typed the id in capitals. */
function mentions(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`strpos(lower(${text}), '/media/' || media.id || '/') > 0`;
}

/**
 * Deletes files that nothing has used for 24 hours, and completes deletions that stopped processes have left.
 * Several processes may run it at once.
 */
export async function cleanMedia({
  db,
  mediaStore,
  config,
}: MediaDeps & { config: Pick<Config, 'dataDir'> }): Promise<void> {
  try {
    await markUnused(db);
    await deleteUnused(db);
  } finally {
    await deleteUnfinished(join(config.dataDir, 'uploads'));
    await deleteOrphans({ db, mediaStore }, await listOldOrphans(db));
  }
}

/**
 * Records since when each file is unused. It looks at few files at a time, because one statement for 300,000 takes longer than a statement
 * may, and then no file would ever be deleted.
 */
async function markUnused(db: Db): Promise<void> {
  for (let after: string | undefined = noId; after; ) {
    const { rows } = await sql<{ id: string }>`
      select id from media where id > ${after} order by id offset ${filesPerStatement - 1} limit 1`.execute(
      db,
    );
    const last: string | undefined = rows[0]?.id;
    await sql`
      update media set unused_since = case when unused_since is null then now() end
      where id > ${after} and id <= ${last ?? lastId} and (unused_since is null) <> ${isUsed}`.execute(db);
    after = last;
  }
}

async function deleteUnused(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The lock prevents others from starting to use a file; the next statement sees those who did so before.
    const { rows } = await sql<{ id: string }>`
      select id from media where unused_since < now() - interval '24 hours'
      limit ${batchSize} for update skip locked`.execute(trx);
    if (rows.length)
      await deleteMedia(
        trx,
        rows.map(({ id }) => id),
        sql<boolean>`not ${isUsed}`,
      );
  });
}

/**
 * Lists files without a row. An upload is recorded as an orphan for seconds only; after an hour its process
 * must have died.
 */
async function listOldOrphans(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('strayFile')
    .select('mediaId')
    .where('since', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('since')
    .limit(batchSize)
    .execute();
  return rows.map(({ mediaId }) => mediaId);
}

/**
 * Deletes each file and then its orphan record, so that the deletion is repeated if the process dies in
 * between. A file that the store fails to delete is tried again an hour later and does not delay the others.
 * Throws an AggregateError of the failures at the end.
 */
export async function deleteOrphans({ db, mediaStore }: MediaDeps, ids: readonly string[]): Promise<void> {
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

/** Deletes files that a killed process was receiving. */
async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const file = await stat(path).catch(() => null);
    if (file && Date.now() - file.mtimeMs > hourMs) await rm(path, { force: true });
  }
}
