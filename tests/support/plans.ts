import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { openWithoutTimeouts } from '#lib/server/db/postgres.ts';
import { seedAppointments } from '#lib/server/demo/appointments.ts';
import { seedJobs } from '#lib/server/demo/jobs.ts';
import { seedManyApplications } from '#lib/server/demo/many-applications.ts';
import { addCandidates, addManyJobs, addPast } from './hiring/staff.ts';

/** What the database does for a function of the server, asked of it with the very statements that the function sends. */
export async function plansOf(db: Db, run: (db: Db) => Promise<unknown>): Promise<string[]> {
  const sent: CompiledQuery[] = [];
  const spying = (db as Kysely<unknown>).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  }) as unknown as Db;
  const executor = spying.getExecutor();
  const own = executor.executeQuery.bind(executor);
  executor.executeQuery = ((query: CompiledQuery) => {
    sent.push(query);
    return own(query);
  }) as typeof executor.executeQuery;
  await run(spying);
  const plans: string[] = [];
  for (const { sql: text, parameters } of sent) {
    const explained = await db.executeQuery<Record<string, string>>(
      CompiledQuery.raw(`explain ${text}`, [...parameters]),
    );
    plans.push(explained.rows.map((row) => Object.values(row)[0]).join('\n'));
  }
  return plans;
}

/** What grows with the years; a table of some hundred rows is read whole whatever index it has. */
const large = [
  'app_user',
  'application_event',
  'audit_event',
  'candidate_registration',
  'interview_slot',
  'job',
  'job_application',
];

/** Which of the large tables the plans read from one end to the other, where no index was asked. */
export const readWhole = (plans: readonly string[]): string[] =>
  large.filter((table) => plans.some((plan) => plan.includes(`Seq Scan on ${table} `)));

/** 10,000 applications, 1,000 jobs, and what a year leaves behind, as they lie in a database that has come to rest. */
export async function fillWithMany(db: Db, { areAllOpen = false } = {}): Promise<void> {
  await seedJobs(db);
  await seedManyApplications(db, 10_000);
  await seedAppointments(db);
  await addCandidates(db, 8000);
  await addPast(db);
  await addManyJobs(db, 1000, { areAllOpen });
  const patient = openWithoutTimeouts(db);
  await sql`vacuum analyze`.execute(patient.db);
  await patient.close();
}
