import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, inject, it, onTestFinished } from 'vitest';
import { type Db, migrate, openDatabase } from '#lib/server/db/index.ts';
import { seedDemo } from '#lib/server/demo/index.ts';
import { openMediaStore } from '#lib/server/media/store/index.ts';
import { ownDatabase } from '../support/database.ts';

const root = join(import.meta.dirname, '../..');

/** Values that a copy could change: characters with a meaning in arrays and rows, and a JSON null beside no value. */
async function addOddRows(db: Db): Promise<void> {
  const odd = `"quotes", \\back\\slashes\\, (brackets), {braces}, NULL, a\nline and 🚀 — é`;
  const expiresAt = new Date('2026-02-28T06:30:00.123Z');
  await db
    .insertInto('rateCounter')
    .values([odd, '', ' ', 'NULL'].map((key, count) => ({ key, count, expiresAt })))
    .execute();
  await sql`create table moved_types (id integer generated always as identity, bytes bytea, json jsonb, words text[], span interval,
    exact numeric, real float8, at timestamptz, twice integer generated always as (id * 2) stored, dropped text)`.execute(
    db,
  );
  await sql`alter table moved_types drop column dropped`.execute(db);
}

const insertOdd = (db: Db) =>
  sql`insert into moved_types (bytes, json, words, span, exact, real, at) values
    ('\\x00ff27', 'null', array['a,b', null, 'NULL', '"q"'], '1 day 02:03:04.5', 12.3000, 0.1::float8 + 0.2, '2026-02-28 12:00:00.123456+05:30'),
    (null, null, '{}', null, 'NaN', '-Infinity', 'infinity')`.execute(db);

/** Returns all rows of all tables as text, and the positions of all sequences. */
async function readAll(db: Db): Promise<unknown> {
  const tables = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(db);
  const all: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`select one::text as text from ${sql.raw(name)} one
      order by one::text collate "C"`.execute(db);
    all[name] = rows.map(({ text }) => text);
  }
  const sequences = await sql`select sequencename, last_value from pg_sequences
    where schemaname = 'public' order by 1`.execute(db);
  return { ...all, sequences: sequences.rows };
}

/** Returns all constraints, and all triggers with whether they run; only newer versions of PostgreSQL list `not null` there. */
async function readGuards(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all
    select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2`.execute(db);
  return rows;
}

it.skipIf(!inject('databaseUrl'))(
  'npm run move-to-postgres copies every row of a site, once, and rows and sequences are equal afterwards',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-move-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const target = await ownDatabase();
    onTestFinished(() => target.close());
    const run = (from = dataDir) =>
      promisify(execFile)(process.execPath, ['scripts/move-to-postgres.mjs'], {
        cwd: root,
        env: { ...process.env, DATA_DIR: from, DATABASE_URL: target.url ?? '' },
      });

    await expect(run(join(dataDir, 'nothing'))).rejects.toThrow('There is no database in');
    const source = await openDatabase({ databaseUrl: null, dataDir });
    await migrate(source.db);
    await seedDemo(source.db, openMediaStore({ mediaStore: 'disk', dataDir }));
    for (const { db } of [source, target]) await addOddRowsTo(db, db === source.db);
    const before = await readAll(source.db);
    const guards = await readGuards(source.db);
    expect(guards.length).toBeGreaterThan(100);
    await source.close();

    await target.db
      .insertInto('inboxMessage')
      .values({ recipient: '+911', medium: 'SMS', text: 'hello' })
      .execute();
    await expect(run()).rejects.toThrow('has rows already (in inbox_message)');
    await target.reset();

    const { stdout } = await run();
    expect(stdout).toMatch(/^\d{3,} rows are in PostgreSQL, and every table is equal/);
    expect(await readAll(target.db)).toEqual(before);
    await expect(run()).rejects.toThrow('has rows already');
    // Triggers and foreign keys are back.
    expect(await readGuards(target.db)).toEqual(guards);
  },
);

async function addOddRowsTo(db: Db, withRows: boolean): Promise<void> {
  await addOddRows(db);
  if (withRows) await insertOdd(db);
  else await sql`delete from rate_counter`.execute(db);
}
