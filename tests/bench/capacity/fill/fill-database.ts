import { performance } from 'node:perf_hooks';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { rebuildReports } from '#lib/server/staff/reports/roll-up/index.ts';
import { insertManyJobs } from '../../../support/hiring/staff.ts';
import { insertManySpend, insertManyVisits } from '../../../support/staff/many-visits.ts';
import { fillAppointments } from './appointments.ts';
import { fillEvents } from './events.ts';
import { createFunctions } from './functions.ts';
import { fillHiring } from './hiring.ts';
import { fillLeads } from './leads.ts';
import { fillLearning } from './learning.ts';
import { fillPeople } from './people.ts';
import { fillRecords } from './records.ts';

const jobs = 1000;
const visitsPerPerson = 0.5;
const visitsPerStatement = 50_000;

/** How long it took to create an index on the filled table. */
export interface IndexTime {
  table: string;
  index: string;
  seconds: number;
}

/**
 * Fills a database that has the demo data with what `people` people of a year leave: three of ten apply for a job, each has a lead, and
 * ten times half of them are events of analytics. The indexes are dropped before and created afterwards, which is faster; returns how long
 * each took, and calls `onPart` with the seconds of each part.
 */
export async function fillDatabase(
  db: Db,
  people: number,
  onPart: (part: string, seconds: number) => void,
): Promise<IndexTime[]> {
  const timed = async (part: string, run: () => Promise<unknown>) => {
    const begun = performance.now();
    await run();
    onPart(part, (performance.now() - begun) / 1000);
  };
  const runAll = async (statements: readonly RawBuilder<unknown>[]) => {
    for (const statement of statements) await statement.execute(db);
  };
  await insertManyJobs(db, jobs);
  await sql`set session_replication_role = replica`.execute(db);
  const indexes = await dropIndexes(db);
  await timed('people', () => runAll([...createFunctions, ...fillPeople(people)]));
  await timed('leads', () => runAll(fillLeads));
  await timed('hiring', () => runAll([...fillHiring, ...fillAppointments]));
  await timed('learning', () => runAll([...fillLearning, ...fillEvents]));
  await timed('messages and audit log', () => runAll(fillRecords));
  await timed('visits', () => insertVisits(db, people * visitsPerPerson));
  await sql`drop schema bench cascade`.execute(db);
  const times: IndexTime[] = [];
  await timed('indexes', async () => {
    for (const { table, index, definition } of indexes) {
      const begun = performance.now();
      await sql.raw(definition).execute(db);
      times.push({ table, index, seconds: (performance.now() - begun) / 1000 });
    }
  });
  await timed('what reports count', () => runAll(countedRows.flatMap(replaceRows)));
  await sql`set session_replication_role = origin`.execute(db);
  // The first pass leaves pages that are not marked as visible, and a count without a filter reads the table then.
  await timed('vacuum', async () => {
    for (const _ of ['first', 'second']) await sql`vacuum analyze`.execute(db);
  });
  await timed('reports', () => rebuildReports(db));
  await sql`vacuum analyze`.execute(db);
  return times;
}

/** Tables that triggers keep equal to a view. */
const countedRows = ['application_progress', 'appointment_outcome'];

const replaceRows = (table: string) => [
  sql`delete from ${sql.table(table)}`,
  sql`insert into ${sql.table(table)} select * from ${sql.table(`current_${table}`)}`,
];

/** Drops every index that is not of a constraint, and returns the statements that create them again. */
async function dropIndexes(db: Db): Promise<{ table: string; index: string; definition: string }[]> {
  const { rows } = await sql<{ table: string; index: string; definition: string }>`
    select indrelid::regclass::text as table, indexrelid::regclass::text as index, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
    order by 1, 2`.execute(db);
  for (const { index } of rows) await sql`drop index ${sql.id(index)}`.execute(db);
  return rows;
}

async function insertVisits(db: Db, visits: number): Promise<void> {
  for (let from = 0; from < visits; from += visitsPerStatement)
    await insertManyVisits(db, from, Math.min(visitsPerStatement, visits - from));
  await insertManySpend(db);
}
