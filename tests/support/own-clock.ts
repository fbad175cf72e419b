import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#lib/server/db/index.ts';

/**
 * A clock of one PostgreSQL database, which all processes share. `travel` moves stored times, so it cannot reach a day on
 * which the clocks change; this one moves `now()`.
 */

/** Gives the database a clock of its own, which sessions use that begin after this. */
export async function installClock(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`
    create schema clock;
    create table clock.shift (by interval not null);
    insert into clock.shift values ('0');
    create function clock.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + (select by from clock.shift)';
    create function clock.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + (select by from clock.shift)';
    alter database ${name} set search_path = public, clock, pg_catalog`);
  await client.end();
}

/** Sets the clock to a time, from which it goes on. */
export async function setClock(db: Db, to: Date): Promise<void> {
  await sql`update clock.shift set by = ${to}::timestamptz - pg_catalog.now()`.execute(db);
}
