import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { isSessionActive, type Session } from '#lib/server/auth/session.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { deleteOrphans } from '#lib/server/media/clean-media.ts';
import type { StoredFile } from '#lib/server/media/store/media-store.ts';
import { collectData } from './collect-data.ts';
import { subjectOf } from './personal-tables.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

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

type ExportDeps = Pick<ApiDeps, 'db' | 'config' | 'messages' | 'mediaStore'>;

/** Makes the copies that people have asked for, and sends each its link. A process that dies leaves the copy to the next round. */
export async function makeExports(deps: ExportDeps): Promise<void> {
  const waiting = await deps.db
    .selectFrom('dataExport')
    .select(['id', 'userId'])
    .where('readyAt', 'is', null)
    .orderBy('id')
    .limit(20)
    .execute();
  for (const { id, userId } of waiting) await makeExport(deps, id, userId);
}

async function makeExport(deps: ExportDeps, id: string, userId: string): Promise<void> {
  const { db, config, messages, mediaStore } = deps;
  const user = await db.selectFrom('appUser').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user) return;
  const folder = join(config.dataDir, 'uploads');
  const path = join(folder, `${uuidv7()}.zip`);
  await mkdir(folder, { recursive: true });
  try {
    await writeZip(path, listEntries(deps, await collectData(db, subjectOf(user))));
    // The store keeps the file only if the row below says so.
    await db
      .insertInto('strayFile')
      .values({ mediaId: id })
      .onConflict((one) => one.doNothing())
      .execute();
    await mediaStore.put(id, path, 'application/zip');
    await db.transaction().execute(async (trx) => {
      const made = await trx
        .updateTable('dataExport')
        .set({
          readyAt: sql<Date>`now()`,
          expiresAt: sql<Date>`now() + make_interval(days => ${exportDays}::int)`,
          hasFile: true,
        })
        .where('id', '=', id)
        .where('readyAt', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!made) return;
      await trx.deleteFrom('strayFile').where('mediaId', '=', id).execute();
      const text = `The copy of your data is ready. Download it within ${exportDays} days.`;
      const href = `${config.siteOrigin}/account/privacy/`;
      await notify(
        { trx, messages, config },
        {
          sender: 'data-export',
          recipient: { person: user },
          text,
          href,
          email: {
            subject: 'The copy of your data is ready',
            body: {
              title: 'The copy of your data is ready',
              paragraphs: [text, 'Log in to open the link. Only you can open it.'],
              links: [{ label: 'Download my data', href }],
              footnote:
                'You get this email because somebody asked for the copy while logged in to your account.',
            },
          },
          dedupeKey: `data-export:${id}`,
        },
      );
    });
  } finally {
    await rm(path, { force: true });
  }
}

/** Lists the files of a copy: the rows as JSON, and the person's uploads. */
async function* listEntries(
  { mediaStore }: ExportDeps,
  tables: Awaited<ReturnType<typeof collectData>>,
): AsyncGenerator<ZipEntry> {
  const text = JSON.stringify({ madeAt: new Date().toISOString(), tables }, null, 2);
  yield { name: 'data.json', content: [Buffer.from(text)] };
  for (const { id, name } of tables.media ?? []) {
    const file = await mediaStore.get(String(id));
    if (file) yield { name: `files/${id}-${String(name).replace(/[/\\]/g, '_')}`, content: file.stream };
  }
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
