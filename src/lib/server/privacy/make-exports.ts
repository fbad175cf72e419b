import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { type Db, withoutTimeouts } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { Log } from '#lib/server/log.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { exportDays } from './data-export.ts';
import { collectData } from './personal-data/collect-data.ts';
import { loadSubject } from './personal-data/subject.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

type ExportDeps = Pick<ApiDeps, 'db' | 'config' | 'messages' | 'mediaStore'> & { log: Log };

/** The most copies that one round makes, so that the tasks behind it are not late. */
const maxPerRound = 20;

/**
 * An attempt that has not ended after so many minutes, times its number, counts as dead, and the next round tries again. One that failed
 * waits for a minute, then two, four, and six hours at most.
 */
const attemptMinutes = 15;
const maxWaitMinutes = 360;

interface Attempt {
  /** The row's new id, which is also that of the attempt's file. */
  id: string;
  userId: string;
  attempts: number;
}

/**
 * Makes the copies that people have asked for, and sends each its link. One that fails is logged, tried again later, and stops no other.
 * Several processes and rounds may run it at once.
 */
export async function makeExports(deps: ExportDeps): Promise<void> {
  for (let made = 0; made < maxPerRound; made += 1) {
    const attempt = await claimExport(deps.db);
    if (!attempt) return;
    try {
      await makeExport(deps, attempt);
    } catch (error) {
      const { id, userId, attempts } = attempt;
      deps.log.error({ err: error, event: 'data_export.error', userId, attempts }, 'a copy of data failed');
      await postponeExport(deps.db, id);
    }
  }
}

/**
 * Claims the copy that has waited longest. The row gets a new id with each attempt, so one that was taken for dead and ends after all
 * finds its row no more, and its file is deleted like every file without a row.
 */
async function claimExport(db: Db): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    update data_export
    set id = ${uuidv7()}, attempts = attempts + 1,
      next_attempt_at = now() + make_interval(mins => ${attemptMinutes}::int * (attempts + 1))
    where id = (
      select id from data_export where ready_at is null and next_attempt_at <= now()
      order by next_attempt_at limit 1 for update skip locked)
    returning id, user_id as "userId", attempts`.execute(db);
  return rows[0] ?? null;
}

async function postponeExport(db: Db, id: string): Promise<void> {
  await sql`
    update data_export
    set next_attempt_at = now() + make_interval(mins => least(power(2, least(attempts, 20) - 1), ${maxWaitMinutes})::int)
    where id = ${id} and ready_at is null`.execute(db);
}

async function makeExport(deps: ExportDeps, { id, userId }: Attempt): Promise<void> {
  const { db, config, messages, mediaStore } = deps;
  const user = await db.selectFrom('appUser').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user) return;
  const folder = join(config.dataDir, 'uploads');
  const path = join(folder, `${uuidv7()}.zip`);
  await mkdir(folder, { recursive: true });
  try {
    const data = await withoutTimeouts(db, async (own) => collectData(own, await loadSubject(own, user)));
    await writeZip(path, listEntries(deps, data));
    // The store keeps the file only if the row below says so.
    await db.insertInto('strayFile').values({ mediaId: id }).execute();
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
      const { numDeletedRows } = await trx
        .deleteFrom('strayFile')
        .where('mediaId', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n)
        throw new Error('the file of the copy was deleted before the copy was ready');
      await informOfCopy({ trx, messages, config }, user, id);
    });
  } finally {
    await rm(path, { force: true });
  }
}

async function informOfCopy(work: UnitOfWork, person: UserRow, id: string): Promise<void> {
  const text = `The copy of your data is ready. Download it within ${exportDays} days.`;
  const href = `${work.config.siteOrigin}/account/privacy/`;
  await notify(work, {
    sender: 'data-export',
    recipient: { person },
    ...{ text, href },
    email: {
      subject: 'The copy of your data is ready',
      body: {
        title: 'The copy of your data is ready',
        paragraphs: [text, 'Log in to open the link. Only you can open it.'],
        links: [{ label: 'Download my data', href }],
        footnote: 'You get this email because somebody asked for the copy while logged in to your account.',
      },
    },
    dedupeKey: `data-export:${id}`,
  });
}

/** Lists the files of a copy: the rows as JSON, the person's uploads, and letters of offers. */
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
