import { sql } from 'kysely';
import { type Db, migrate, openDatabase, openWithoutTimeouts } from '#lib/server/db/index.ts';
import type { Postgres, PostgresOptions } from '../../support/postgres.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { timePages } from '../page-times.ts';
import { printHeading } from '../report.ts';
import { reportPages } from '../reports.ts';
import { createEmptyDatabase } from '../staff.ts';
import { listStaffPages, printPage, requireAdminId, signInStaff } from '../staff-pages.ts';
import { type BuiltServer, builtServer } from './built-server.ts';
import { fillDatabase } from './fill/fill-database.ts';
import { measureJourneys } from './journeys.ts';
import { measureMigrations } from './migrations.ts';
import { measurePublicPages } from './public-pages.ts';
import { printSizes } from './sizes.ts';
import { measureTasks } from './tasks.ts';

const runs = Number(process.env.CAPACITY_RUNS ?? 20);
const staffGoalMs = 300;
const databaseName = 'capacity';

/**
 * A server with the memory that a database of this size gets, and with what counts statements. `CAPACITY_FOLDER` names a folder that keeps
 * the filled database for the next run.
 */
export const capacityServer = (): PostgresOptions => ({
  keptFolder: process.env.CAPACITY_FOLDER,
  settings: {
    ...{ shared_buffers: '2GB', effective_cache_size: '8GB', maintenance_work_mem: '512MB' },
    ...{ max_wal_size: '16GB', checkpoint_timeout: '1h', shared_preload_libraries: 'pg_stat_statements' },
    'pg_stat_statements.track': 'all',
  },
});

type Start = (databaseUrl: string, isDemo: boolean) => Promise<ServerProcess>;

/** The parts of the measurement, by the word that selects it alone. */
const parts = ['sizes', 'lists', 'public', 'tasks', 'journeys', 'migrations'] as const;

/** Measures the product with the rows that `people` people of a year leave. Returns false when a page misses its goal. */
export async function measureCapacity(
  postgres: Postgres,
  start: Start,
  end: (server: ServerProcess) => Promise<void>,
  people: number,
): Promise<boolean> {
  const chosen = parts.filter((part) => process.argv.includes(part));
  const isChosen = (part: (typeof parts)[number]) => !chosen.length || chosen.includes(part);
  const databaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${databaseName}` }).href;
  if (!(await isFilled(databaseUrl))) await createFilledDatabase(postgres, start, end, people);
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  try {
    // A database that was kept may be of an older version.
    await migrate(db);
    if (isChosen('sizes')) await printSizes(db);
    const server = builtServer(db, postgres, { databaseName, start: () => start(databaseUrl, false), end });
    const results = [
      !isChosen('lists') || (await measureStaff(db, server)),
      !isChosen('public') || (await measurePublicPages(db, server)),
    ];
    if (isChosen('tasks')) results.push(await measureTasks(db));
    if (isChosen('journeys')) await measureJourneys(databaseUrl);
    if (isChosen('migrations'))
      await measureMigrations(db, await createEmptyDatabase(postgres.url, `empty_${Date.now()}`));
    return results.every(Boolean);
  } finally {
    await close();
  }
}

async function isFilled(databaseUrl: string): Promise<boolean> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  try {
    const { rows } = await sql<{ isFilled: boolean }>`
      select exists (select from lead where reference = 'LD-100001') as "isFilled"`.execute(db);
    return rows[0]?.isFilled ?? false;
  } catch {
    return false;
  } finally {
    await close();
  }
}

async function createFilledDatabase(
  postgres: Postgres,
  start: Start,
  end: (server: ServerProcess) => Promise<void>,
  people: number,
): Promise<void> {
  const databaseUrl = await createEmptyDatabase(postgres.url, databaseName);
  await end(await start(databaseUrl, true));
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const { db, close } = openWithoutTimeouts(database.db);
  try {
    printHeading(`Filling the database with ${people.toLocaleString('en')} people`);
    const times = await fillDatabase(db, people, (part, seconds) =>
      console.log(`  ${part.padEnd(46)}${seconds.toFixed(0).padStart(6)} s`),
    );
    const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, 15);
    printHeading('The indexes that took longest to create');
    for (const { table, index, seconds } of slowest)
      console.log(`  ${`${index} on ${table}`.padEnd(60)}${seconds.toFixed(1).padStart(6)} s`);
  } finally {
    await close();
    await database.close();
  }
}

async function measureStaff(db: Db, { use, explain }: BuiltServer): Promise<boolean> {
  const headers = await signInStaff(db, await requireAdminId(db));
  const paths = [...(await listStaffPages(db)), ...reportPages];
  const times = await use((server) => timePages(server, paths, { headers, runs }));
  const scans = await explain(paths, headers);
  printHeading(`Staff’s pages (p50 · p95 of ${runs}, the server’s CPU; scans of over 1,000 rows)`);
  return times.map((page, index) => printPage(page, staffGoalMs, scans[index] ?? [])).every(Boolean);
}
