import { existsSync, readFileSync } from 'node:fs';
import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import type { Config } from '#lib/server/config.ts';
import { type Db, migrate } from '#lib/server/db/index.ts';
import { createLog } from '#lib/server/log.ts';
import { openMessages } from '#lib/server/runtime.ts';
import { importCertificates } from '#lib/server/staff/certificates/issue-many.ts';
import { withDatabase } from './with-database.ts';

const usage = `Say what to do:
  npm run certificates -- preview file.csv +919876543210    shows what the file would issue
  npm run certificates -- issue file.csv +919876543210      issues it and informs the holders
The number is that of the member of staff who is responsible; the audit names them.`;

await withDatabase(async (db, config) => {
  const [verb = '', file = '', phone = ''] = process.argv.slice(2);
  await migrate(db);
  const staffId = await findStaffId(db, phone);
  const isPreview = verb === 'preview';
  if (!file || (!isPreview && verb !== 'issue')) return fail(usage);
  if (!staffId) return fail(`${phone || 'Nobody'} is not on the staff.\n${usage}`);
  if (!existsSync(file)) return fail(`There is no file ${file}.`);
  const csv = readFileSync(file, 'utf8');
  return describe(await importFile(db, config, staffId, { csv, isPreview }), isPreview);
});

function fail(sentence: string): string {
  process.exitCode = 1;
  return sentence;
}

/** Returns the id of the member of staff with this number; null where there is none. */
async function findStaffId(db: Db, phone: string): Promise<string | null> {
  const row = await db
    .selectFrom('appUser')
    .innerJoin('userRole', 'userRole.userId', 'appUser.id')
    .select('appUser.id')
    .where('phoneE164', '=', phone)
    .where('phoneVerifiedAt', 'is not', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Imports the file. The messages wait in the outbox, where the server delivers them. */
async function importFile(
  db: Db,
  config: Config,
  staffId: string,
  input: { csv: string; isPreview: boolean },
): Promise<CsvOutcome> {
  const log = createLog('silent');
  const messages = openMessages(config, db, log);
  try {
    return await importCertificates({ db, config, messages, log }, staffId, input);
  } finally {
    await messages.close();
  }
}

function describe({ problem, count, rows }: CsvOutcome, isPreview: boolean): string {
  if (problem) return fail(problem);
  const lines = rows.map(({ line, label, notes = [], problems }) =>
    [`line ${line}: ${label}`, ...notes, ...problems.map(({ message }) => message)].join(' · '),
  );
  return [...lines, `${count} of ${rows.length} ${isPreview ? 'can be issued' : 'issued'}.`].join('\n');
}
