import { CompiledQuery, type Kysely, type QueryResult, sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#lib/server/db/index.ts';
import { openWithoutTimeouts } from '#lib/server/db/postgres.ts';
import { isPrepared } from '#lib/server/db/prepared.ts';
import { seedAppointments } from '#lib/server/demo/appointments.ts';
import { seedJobs } from '#lib/server/demo/jobs.ts';
import { seedManyApplications } from '#lib/server/demo/many-applications.ts';
import { insertManyCandidates, insertManyJobs, insertPastRecords } from './hiring/staff.ts';
import { insertManyLeads } from './leads/many-leads.ts';
import { insertManyDue } from './staff/today.ts';

/** Runs a server function and returns the statements that it sent. */
export async function recordStatements(db: Db, run: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = [];
  const recordingDb = (db as Kysely<unknown>).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  }) as unknown as Db;
  const executor = recordingDb.getExecutor();
  const own = executor.executeQuery.bind(executor);
  executor.executeQuery = ((query: CompiledQuery) => {
    sent.push(query);
    return own(query);
  }) as typeof executor.executeQuery;
  await run(recordingDb);
  return sent;
}

/**
 * Runs a server function and returns PostgreSQL's plan of each statement that it sent. A prepared one has two: for its values, and the one
 * for any values, which PostgreSQL uses later.
 */
export async function explainStatements(db: Db, run: (db: Db) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  for (const { sql: text, parameters } of await recordStatements(db, run)) {
    const explained = await db.executeQuery<Record<string, string>>(
      CompiledQuery.raw(`explain ${text}`, [...parameters]),
    );
    plans.push(toPlan(explained));
    if (isPrepared(text)) plans.push(await explainForAnyValues(db, text, parameters));
  }
  return plans;
}

const toPlan = ({ rows }: QueryResult<Record<string, string>>): string =>
  rows.map((row) => Object.values(row)[0]).join('\n');

function explainForAnyValues(db: Db, text: string, parameters: readonly unknown[]): Promise<string> {
  const values = parameters.map((value) =>
    pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
  );
  return db.transaction().execute(async (trx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx);
    await sql.raw(`prepare explained as ${text}`).execute(trx);
    const execute = `explained${values.length ? `(${values.join(', ')})` : ''}`;
    const plan = toPlan(await sql.raw<Record<string, string>>(`explain execute ${execute}`).execute(trx));
    await sql`deallocate explained`.execute(trx);
    return plan;
  });
}

/** The tables that grow. PostgreSQL scans a table of a few hundred rows even if an index fits. */
const large = [
  'app_user',
  'application_event',
  'audit_event',
  'callback_request',
  'candidate_registration',
  'interview_slot',
  'job',
  'job_application',
  'lead',
  'lead_attempt',
  'lead_contact',
  'lead_event',
  'lead_request',
  'outbox',
];

/** Lists the large tables that the plans scan without an index. */
export const listScannedTables = (plans: readonly string[]): string[] =>
  large.filter((table) => plans.some((plan) => plan.includes(`Seq Scan on ${table} `)));

/**
 * Inserts 10,000 applications, 20,000 leads, 1,000 jobs and past records, then vacuums, so that the planner has current
 * statistics. `insertMore` adds rows before that, without a limit for its statements.
 */
export async function seedManyRows(
  db: Db,
  { areAllOpen = false, applications = 10_000, insertMore = async (_: Db) => {} } = {},
): Promise<void> {
  const { db: slow, close } = openWithoutTimeouts(db);
  await seedJobs(slow);
  await seedManyApplications(slow, applications);
  await seedAppointments(slow);
  await insertManyCandidates(slow, 8000);
  await insertPastRecords(slow);
  await insertManyDue(slow);
  await insertManyJobs(slow, 1000, { areAllOpen });
  await insertManyLeads(slow, 20_000);
  await insertMore(slow);
  // The first pass leaves pages that are not marked as visible, and a count without a filter reads the table then.
  for (const _ of ['first', 'second']) await sql`vacuum analyze`.execute(slow);
  await close();
}
