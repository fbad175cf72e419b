import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { makeBackup } from '#lib/server/backup/make-backup.ts';
import { restoreBackup } from '#lib/server/backup/restore-backup.ts';
import { type Config, readConfig } from '#lib/server/config.ts';
import { type Database, migrate, openDatabase } from '#lib/server/db/index.ts';
import { correctName, revoke } from '../../support/certificates/credentials.ts';
import { checkFile, loadCredential, openEveryLink } from '../../support/certificates/every-link.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { testDatabase } from '../../support/database.ts';
import { findPostgres } from '../../support/postgres.ts';

/** What a process has open. */
interface Site {
  config: Config;
  database: Database;
}

const server = inject('databaseUrl') as string | undefined;

it('[API-52] after the restore of a backup every link answers the same, and the next certificate is new', {
  timeout: 120_000,
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
  const saved = await loadCredential({ db, config: site.config }, corrected.shortUuid);
  await revoke(db, revoked.id);
  await change(replaced.id, { status: 'REPLACED', replacedById: valid.id });
  await change(hidden.id, { isHidden: true });
  await correctName(db, corrected.id, 'Lakshmi Narayana');
  const ids = [valid, revoked, replaced, hidden, corrected].map(({ shortUuid }) => shortUuid);
  const expected = await answerAll(site, [...ids, '222222222222'], saved);
  expect(expected.links.map(({ checks }) => checks.map((check) => check?.split(' ').at(-1)))).toEqual([
    ...[Array(3).fill('VALID'), Array(3).fill('REVOKED'), Array(3).fill('REPLACED')],
    ...[['HIDDEN', 'HIDDEN', undefined], Array(3).fill('VALID'), ['UNKNOWN', 'UNKNOWN', undefined]],
  ]);
  expect(expected.saved).toBe('CORRECTED');

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

/** Makes a backup and restores it in another place, as the commands of docs/operations/data.md do. */
async function restore(site: Site, folder: string): Promise<Site> {
  const { databaseUrl, dataDir } = site.config;
  const copy = join(folder, 'restored');
  const restored = databaseUrl
    ? await openSiteOf(copy, site.config, folder)
    : await openBackup(copy, site, folder);
  expect(restored.config.dataDir).not.toBe(dataDir);
  expect(restored.config.certificateKeys).toEqual(site.config.certificateKeys);
  await migrate(restored.database.db);
  return restored;
}

/** The embedded database is copied while it is open. */
async function openBackup(copy: string, { config, database }: Site, folder: string): Promise<Site> {
  const backup = join(folder, 'backup');
  await makeBackup({ db: database.db, config }, backup);
  await restoreBackup(backup, copy);
  return openSite(copy);
}

async function openSiteOf(copy: string, { databaseUrl, dataDir }: Config, folder: string): Promise<Site> {
  cpSync(dataDir, copy, { recursive: true });
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(findPostgres() ?? '', program), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const dump = join(folder, 'liftoff.dump');
  run('pg_dump', '--format=custom', `--file=${dump}`, databaseUrl ?? '');
  const restored = await openSite(copy);
  run('pg_restore', '--exit-on-error', '--no-owner', `--dbname=${restored.config.databaseUrl}`, dump);
  return restored;
}

/** Returns what each address of each certificate answers, and what is found in a file that was saved before. */
async function answerAll({ config, database: { db } }: Site, ids: readonly string[], saved = '') {
  const deps = { db, config };
  const links = [];
  for (const shortUuid of ids) links.push(await openEveryLink(deps, shortUuid));
  return { links, saved: await checkFile(deps, saved) };
}
