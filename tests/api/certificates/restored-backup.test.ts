import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { respondWithCertificatePdf } from '#lib/server/certificates/certificate-files.ts';
import { loadCertificatePage } from '#lib/server/certificates/certificate-page.ts';
import { checkCertificateFile } from '#lib/server/certificates/credentials/check/check-certificate-file.ts';
import { findSignedCertificate } from '#lib/server/certificates/credentials/credential.ts';
import { type Config, readConfig } from '#lib/server/config.ts';
import { type Database, type Db, migrate, openDatabase } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { correctName, revoke } from '../../support/certificates/credentials.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { testDatabase } from '../../support/database.ts';
import { findPostgres } from '../../support/postgres.ts';

/** What a process has open. */
interface Site {
  config: Config;
  database: Database;
}

const server = inject('databaseUrl') as string | undefined;
const address = '203.0.113.1';

it('[API-52] after the restore of a backup every link answers the same, and the next certificate is new', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'liftoff-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const site = await openFirstSite(join(folder, 'site'));
  const { db } = site.database;
  const [valid, revoked, replaced, hidden, corrected] = [
    await insertCertificate(db, { holderName: 'लक्ष्मी नारायणन्' }),
    await insertCertificate(db),
    await insertCertificate(db),
    await insertCertificate(db),
    await insertCertificate(db),
  ];
  const change = (id: string, values: object) =>
    db.updateTable('certificate').set(values).where('id', '=', id).execute();
  const saved = await load({ db, config: site.config }, corrected.shortUuid);
  await revoke(db, revoked.id);
  await change(replaced.id, { status: 'REPLACED', replacedById: valid.id });
  await change(hidden.id, { isHidden: true });
  await correctName(db, corrected.id, 'Lakshmi Narayana');
  const ids = [valid, revoked, replaced, hidden, corrected].map(({ shortUuid }) => shortUuid);
  const expected = await answerAll(site, [...ids, '222222222222'], saved);
  expect(expected.map(({ outcome }) => outcome)).toEqual([
    ...['VALID', 'REVOKED', 'REPLACED', undefined, 'VALID', undefined],
    'CORRECTED',
  ]);

  const restored = await restore(site, folder);
  expect(await answerAll(restored, [...ids, '222222222222'], saved)).toEqual(expected);
  const next = await insertCertificate(restored.database.db);
  const positions = await restored.database.db
    .selectFrom('certificateVersion')
    .select(['certificateId', 'statusIndex'])
    .orderBy('statusIndex')
    .execute();
  expect(new Set(positions.map(({ statusIndex }) => statusIndex)).size).toBe(7);
  expect(positions.at(-1)?.certificateId).toBe(next.id);
});

/** Opens the site of a folder, which holds the development key and the data, or the data in a new database of this run's PostgreSQL. */
async function openSite(dataDir: string): Promise<Site> {
  const config = readSettings(dataDir, server ? await createDatabase(server) : null);
  const database = await openDatabase(config);
  onTestFinished(() => database.close());
  return { config, database };
}

/** Opens a migrated, empty site: that of the worker where it is on PostgreSQL, because each new one takes seconds. */
async function openFirstSite(dataDir: string): Promise<Site> {
  if (!server) {
    const site = await openSite(dataDir);
    await migrate(site.database.db);
    return site;
  }
  const database = await testDatabase();
  return { config: readSettings(dataDir, database.url), database };
}

const readSettings = (dataDir: string, databaseUrl: string | null): Config =>
  readConfig({
    ...{ DATA_DIR: dataDir, SITE_ORIGIN: 'https://localhost', MESSAGES: 'inbox' },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });

async function createDatabase(url: string): Promise<string> {
  const name = `backup_${crypto.randomUUID().replaceAll('-', '')}`;
  const command = async (text: string) => {
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    await sql.raw(text).execute(db);
    await close();
  };
  await command(`create database ${name}`);
  onTestFinished(() => command(`drop database ${name} with (force)`));
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Makes a backup and restores it in another place, with the commands of docs/operations/data.md. */
async function restore(site: Site, folder: string): Promise<Site> {
  const { databaseUrl, dataDir } = site.config;
  const copy = join(folder, 'restored');
  // The embedded database is stopped for its copy; PostgreSQL runs on.
  if (!databaseUrl) await site.database.close();
  cpSync(dataDir, copy, { recursive: true });
  const restored = databaseUrl ? await openSiteOf(copy, databaseUrl, folder) : await openSite(copy);
  expect(restored.config.certificateKeys).toEqual(site.config.certificateKeys);
  await migrate(restored.database.db);
  return restored;
}

async function openSiteOf(copy: string, databaseUrl: string, folder: string): Promise<Site> {
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(findPostgres() ?? '', program), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const dump = join(folder, 'liftoff.dump');
  run('pg_dump', '--format=custom', `--file=${dump}`, databaseUrl);
  const restored = await openSite(copy);
  run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${restored.config.databaseUrl}`, dump);
  return restored;
}

const load = async (deps: { db: Db; config: Config }, shortUuid: string) =>
  (await findSignedCertificate(deps, shortUuid))?.credential;

/** Returns what each address of each certificate answers, and what is found in a file that was saved before. */
async function answerAll({ config, database: { db } }: Site, ids: readonly string[], saved = '') {
  const deps = { db, config };
  const answers: object[] = [];
  const check = async (file: Buffer) => (await checkCertificateFile(deps, file)).outcome;
  for (const shortUuid of ids) {
    const page = await loadCertificatePage(deps, shortUuid, address);
    const pdf = await respondWithCertificatePdf(deps, shortUuid, address);
    const credential = await load(deps, shortUuid);
    answers.push({
      page: page instanceof HttpError ? page.status : page,
      // Its bytes name the time at which it was drawn.
      pdf: [pdf.status, pdf.ok && (await check(Buffer.from(await pdf.arrayBuffer())))],
      credential,
      outcome: credential && (await check(Buffer.from(credential))),
    });
  }
  return [...answers, { outcome: await check(Buffer.from(saved)) }] as { outcome?: string }[];
}
