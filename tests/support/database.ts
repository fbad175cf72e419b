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
  /** PostgreSQL's address of this database, for what opens connections of its own. */
  url: string | null;
  /** Empties every table. */
  reset(): Promise<void>;
}

/** A migrated, empty database of this test file's own, on what the vitest project runs on. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('databaseUrl') as string | undefined;
  return server ? onPostgres(server) : embedded();
}

/** Moves every stored time `seconds` into the past: for what the database decides by its clock, time has passed. */
export async function travel(db: Db, seconds: number): Promise<void> {
  const { rows } = await sql<{ name: string; changes: string }>`
    select quote_ident(c.table_name) as name,
      string_agg(format('%1$I = %1$I - make_interval(secs => %2$s)', c.column_name, ${sql.lit(seconds)}), ', ') as changes
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone'
    group by 1`.execute(db);
  await db.transaction().execute(async (trx) => {
    for (const { name, changes } of rows) await sql.raw(`update ${name} set ${changes}`).execute(trx);
  });
}

async function onPostgres(server: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await command(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  await migrate(database.db);
  const close = async () => {
    await database.close();
    await command(server, `drop database if exists ${name} with (force)`);
  };
  return { ...database, url, close, reset: await emptying(database.db) };
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

async function embedded(): Promise<TestDatabase> {
  const { db, pglite } = await openInMemory({ loadDataDir: await dump() });
  return { db, kind: 'pglite', url: null, close: () => pglite.close(), reset: await emptying(db) };
}

/** Loading a dump of the migrated database takes a fraction of making it; made anew when a migration changes. */
async function dump(): Promise<Blob> {
  const folder = join(root, 'node_modules/.cache/liftoff-database');
  const file = join(folder, `migrated-${fingerprint()}.tar`);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const { db, pglite } = await openInMemory();
  await migrate(db);
  const made = await pglite.dumpDataDir('none');
  await pglite.close();
  mkdirSync(folder, { recursive: true });
  // Two workers may both get here; each moves a whole file into place, and touches no draft of the other.
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, Buffer.from(await made.arrayBuffer()));
  renameSync(draft, file);
  const isOld = (name: string) => name.endsWith('.tar') && join(folder, name) !== file;
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { force: true });
  return made;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const folder = join(root, 'src/lib/server/db/migrations');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  return hash.digest('hex').slice(0, 16);
}

/**
 * Takes out every row there is. Truncating makes new files for each table and index, rows or none, which took
 * longer than most tests.
 */
async function emptying(db: Db): Promise<() => Promise<void>> {
  const tables = await namesOf(
    db,
    sql`select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%'`,
  );
  const sequences = await namesOf(db, sql`select quote_ident(sequencename) as name from pg_sequences`);
  const full = tables.map((name) => `select '${name}' as name where exists (select from ${name})`);
  const restart = sequences.map((name) => `setval('${name}', 1, false)`);
  return () =>
    db.transaction().execute(async (trx) => {
      // Without foreign keys and triggers: conversions, for one, let nobody delete them.
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const name of await namesOf(trx, sql.raw(full.join(' union all ')))) {
        await sql.raw(`delete from ${name}`).execute(trx);
      }
      if (restart.length > 0) await sql.raw(`select ${restart.join(', ')}`).execute(trx);
    });
}

async function namesOf(db: Db, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (query as RawBuilder<{ name: string }>).execute(db);
  return rows.map(({ name }) => name);
}
