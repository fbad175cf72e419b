import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { seedJobs } from '#lib/server/demo/jobs.ts';

const tables = ['employer', 'job_location', 'job', 'job_job_location'];
const seededOn = new WeakMap<Db, string>();

/**
 * Puts the demo jobs into an empty database. The first call of a day seeds them and copies their rows beside the
 * tables; later calls copy them back with one statement. Their dates count from today, so each day seeds again.
 */
export async function restoreJobs(db: Db): Promise<void> {
  const today = new Date().toLocaleDateString('en', { timeZone: 'Asia/Kolkata' });
  if (seededOn.get(db) === today) {
    await sql`select testing.restore_jobs()`.execute(db);
    return;
  }
  await seedJobs(db);
  for (const table of tables) {
    await sql.raw(`drop table if exists testing.${table}`).execute(db);
    await sql.raw(`create table testing.${table} as table public.${table}`).execute(db);
  }
  const inserts = tables.map((table) => `insert into public.${table} select * from testing.${table};`);
  await sql
    .raw(
      `create or replace function testing.restore_jobs() returns void language sql as $$ ${inserts.join(' ')} $$`,
    )
    .execute(db);
  seededOn.set(db, today);
}
