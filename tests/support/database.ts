import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { openInMemory } from '#lib/server/db/embedded.ts';
import { type Database, type Db, migrate, openDatabase } from '#lib/server/db/index.ts';

const root = join(import.meta.dirname, '../..');

export interface TestDatabase extends Database {
  /** The PostgreSQL URL of this database, for tests that open their own connections. Null on PGlite. */
  url: string | null;
  /** Empties every table. */
  reset(): Promise<void>;
}

let shared: Promise<TestDatabase> | undefined;

/**
 * Returns a migrated, empty database of the kind that the vitest project runs on. All test files of a worker share it,
 * because creating one takes longer than most files. It closes with the worker.
 */
export async function testDatabase(): Promise<TestDatabase> {
  shared ??= open();
  const database = await shared;
  await database.reset();
  // Removes the dead rows that earlier files left behind.
  await sql`vacuum`.execute(database.db);
  return database;
}

async function open(): Promise<TestDatabase> {
  return { ...(await ownDatabase()), close: async () => {} };
}

/** Returns a database for one test file alone, for files that insert thousands of rows. The caller closes it. */
export async function ownDatabase(): Promise<TestDatabase> {
  const server = inject('databaseUrl') as string | undefined;
  const database = server ? await onPostgres(server) : await embedded();
  return { ...database, reset: await createReset(database.db) };
}

/**
 * The outbox worker runs on its own: it locks a message first and then the rows that its delivery updates. Locking the
 * outbox first here too avoids a deadlock with it.
 */
const lockOutbox = 'lock table outbox in exclusive mode';

const timeShifts = new WeakMap<Db, (interval: string) => string>();

/** Moves every stored time `seconds` into the past, which has the same effect as waiting. */
export async function travel(db: Db, seconds: number): Promise<void> {
  const shift = timeShifts.get(db) ?? (await createTimeShift(db));
  timeShifts.set(db, shift);
  await sql.raw(`do $$ begin ${shift(`make_interval(secs => ${Number(seconds)})`)} end $$`).execute(db);
}

async function createTimeShift(db: Db): Promise<(interval: string) => string> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select quote_ident(c.table_name) as name, array_agg(quote_ident(c.column_name)) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
    group by 1`.execute(db);
  const assignments = (columns: string[], interval: string) =>
    columns.map((column) => `${column} = ${column} - ${interval}`).join(', ');
  const updates = (interval: string) =>
    rows.map(({ name, columns }) => `update ${name} set ${assignments(columns, interval)};`);
  return (interval) => [`${lockOutbox};`, ...updates(interval)].join(' ');
}

async function onPostgres(server: string): Promise<Omit<TestDatabase, 'reset'>> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await command(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  await migrate(database.db);
  const close = async () => {
    await database.close();
    await command(server, `drop database if exists ${name} with (force)`);
  };
  return { ...database, url, close };
}

async function command(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function embedded(): Promise<Omit<TestDatabase, 'reset'>> {
  const { db, pglite } = await openInMemory({ loadDataDir: await dump() });
  return { db, kind: 'pglite', url: null, close: () => pglite.close() };
}

/**
 * Returns a dump of the migrated database, because loading it is faster than migrating. A changed migration creates a
 * new one.
 */
async function dump(): Promise<Blob> {
  const folder = join(root, 'node_modules/.cache/liftoff-database');
  const file = join(folder, `migrated-${fingerprint()}.tar`);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const { db, pglite } = await openInMemory();
  await migrate(db);
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  mkdirSync(folder, { recursive: true });
  // Two workers may get here at once. Each renames its own complete file, so neither sees a partly written one.
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, file);
  const isOld = (name: string) => name.endsWith('.tar') && join(folder, name) !== file;
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { force: true });
  return dump;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const folder = join(root, 'src/lib/server/db/migrations');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(folder, name)));
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns a function that deletes all rows with one call. Truncating takes longer than most tests, because it creates
 * new files for every table and index.
 */
async function createReset(db: Db): Promise<() => Promise<void>> {
  const tables = await namesOf(
    db,
    sql`select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%'`,
  );
  const sequences = await namesOf(
    db,
    sql`select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'`,
  );
  const deletes = tables.map((name) => `if exists (select from ${name}) then delete from ${name}; end if;`);
  const restart = sequences.map((name) => `perform setval('${name}', 1, false);`);
  // The replica role skips foreign keys and triggers, one of which forbids deleting conversions.
  await sql`create schema if not exists testing`.execute(db);
  await sql
    .raw(
      `create or replace function testing.delete_all() returns void language plpgsql
        set session_replication_role = replica as $$ begin ${[`${lockOutbox};`, ...deletes, ...restart].join(' ')} end $$`,
    )
    .execute(db);
  return async () => void (await sql`select testing.delete_all()`.execute(db));
}

async function namesOf(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (query as RawBuilder<{ name: string }>).execute(db);
  return rows.map(({ name }) => name);
}
