import { sql } from 'kysely';
import { type Db, openDatabase } from '#lib/server/db/index.ts';
import type { TestDatabase } from './database.ts';

interface LaterClock {
  /** A connection whose `now()` is years ahead. */
  db: Db;
  close(): Promise<unknown>;
}

/**
 * Opens a database whose clock is `years` ahead. Its `now()` is found before that of PostgreSQL, in the text of statements and in
 * functions and triggers that run for them.
 */
export async function openLater({ db, url }: TestDatabase, years: number): Promise<LaterClock> {
  await sql`create schema if not exists later`.execute(db);
  await sql`
    create or replace function later.now() returns timestamptz stable language sql
      as ${sql.lit(`select pg_catalog.now() + interval '${Number(years)} years'`)}`.execute(db);
  const path = 'later, public, pg_catalog';
  if (url) {
    const options = new URLSearchParams({ options: `-c search_path=${path.replaceAll(' ', '')}` });
    return openDatabase({ databaseUrl: `${url}?${options}`, dataDir: '' });
  }
  await sql.raw(`set search_path = ${path}`).execute(db);
  return { db, close: () => sql`reset search_path`.execute(db) };
}
