import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Db } from './open.ts';
import { openWithoutTimeouts } from './postgres.ts';
import type { Schema } from './schema.ts';

type Trx = Transaction<Schema>;

/** Thrown with a sentence for the operator when the rows were not moved. */
export class MoveError extends Error {}

const rowsPerFetch = 500;

/**
 * Copies all rows of one migrated database to another with the same migrations, and the positions of sequences, in one transaction.
 * Then compares every table. Triggers do not run, so nothing is audited or announced a second time. Returns the number of rows. Throws a
 * MoveError, and leaves `to` as it was, when `to` has rows or a table differs afterwards.
 */
export async function copyRows(from: Db, to: Db): Promise<number> {
  // A large table takes longer than a statement of a request may.
  const target = openWithoutTimeouts(to);
  try {
    return await from.transaction().execute((source) =>
      target.db.transaction().execute(async (trx) => {
        const tables = await listTables(source);
        await requireEmpty(trx, tables);
        await withoutConstraints(trx, tables, async () => {
          for (const table of tables) await copyTable(source, trx, table);
        });
        await copySequences(source, trx);
        return compareTables(source, trx, tables);
      }),
    );
  } finally {
    await target.close();
  }
}

/** Returns the quoted names of the tables, without the migrator's. */
async function listTables(db: Trx): Promise<string[]> {
  const rows = await read<{ name: string }>(
    db,
    sql`select quote_ident(tablename) as name from pg_tables
      where schemaname = current_schema() and tablename not like 'kysely%' order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function requireEmpty(db: Trx, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const [row] = await read<{ found: boolean }>(
      db,
      sql`select exists (select from ${sql.raw(table)}) as found`,
    );
    if (row?.found)
      throw new MoveError(
        `The database of DATABASE_URL has rows already (in ${table}). Nothing was moved: name an empty one.`,
      );
  }
}

/** Runs `work` without triggers and foreign keys, which are checked when they come back. Only the owner's rights are needed. */
async function withoutConstraints(db: Trx, tables: readonly string[], work: () => Promise<void>) {
  const keys = await read<{ on: string; name: string; definition: string }>(
    db,
    sql`select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  const run = (text: string) => sql.raw(text).execute(db);
  for (const { on, name } of keys) await run(`alter table ${on} drop constraint ${name}`);
  for (const table of tables) await run(`alter table ${table} disable trigger user`);
  await work();
  for (const table of tables) await run(`alter table ${table} enable trigger user`);
  for (const { on, name, definition } of keys)
    await run(`alter table ${on} add constraint ${name} ${definition}`);
}

/** Copies a table as PostgreSQL writes its rows as text, which keeps every value of every type. */
async function copyTable(source: Trx, target: Trx, table: string): Promise<void> {
  const columns = await read<{ name: string }>(
    source,
    sql`select quote_ident(attname) as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  await sql`declare moved no scroll cursor for select one::text as text from ${sql.raw(table)} one`.execute(
    source,
  );
  for (;;) {
    const rows = await read<{ text: string }>(source, sql`fetch ${sql.lit(rowsPerFetch)} from moved`);
    if (rows.length === 0) break;
    const texts = rows.map(({ text }) => text);
    await sql`insert into ${sql.raw(table)} (${sql.raw(names)}) overriding system value
      select ${sql.raw(names)} from unnest(${texts}::text[]::${sql.raw(table)}[])`.execute(target);
  }
  await sql`close moved`.execute(source);
}

async function copySequences(source: Trx, target: Trx): Promise<void> {
  const names = await read<{ name: string }>(
    source,
    sql`select quote_ident(sequencename) as name from pg_sequences where schemaname = current_schema()`,
  );
  for (const { name } of names) {
    const [position] = await read<{ last: number; isCalled: boolean }>(
      source,
      sql`select last_value as last, is_called from ${sql.raw(name)}`,
    );
    if (position)
      await sql`select setval(${name}::regclass, ${position.last}, ${position.isCalled})`.execute(target);
  }
}

/** Returns the number of rows. Throws a MoveError when a table has other rows than its original. */
async function compareTables(source: Trx, target: Trx, tables: readonly string[]): Promise<number> {
  let total = 0;
  for (const table of tables) {
    const [before, after] = [await digest(source, table), await digest(target, table)];
    if (before.rows !== after.rows || before.sum !== after.sum)
      throw new MoveError(
        `The rows of ${table} differ after the move, so nothing was moved. The embedded database is unchanged.`,
      );
    total += after.rows;
  }
  return total;
}

/** Returns the number of rows and the sum of their hashes, which does not depend on their order. */
async function digest(db: Trx, table: string): Promise<{ rows: number; sum: string }> {
  const [row] = await read<{ rows: number; sum: string }>(
    db,
    sql`select count(*) as rows, coalesce(sum(('x' || left(md5(one::text), 15))::bit(60)::int8), 0)::text as sum
      from ${sql.raw(table)} one`,
  );
  return row ?? { rows: 0, sum: '0' };
}

async function read<Row>(db: Trx, query: RawBuilder<unknown>): Promise<Row[]> {
  return (await (query as RawBuilder<Row>).execute(db)).rows;
}
