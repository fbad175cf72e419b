import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** The tables of states that an undo restores. */
const tables = [
  'job',
  'job_application',
  'job_offer',
  'placement',
  'training',
  'training_batch',
  'batch_message',
  'candidate_message',
  'conversion',
  'interview',
  'interview_slot',
  'mock_interview',
  'interview_pass',
  'candidate_registration',
  'enrolment',
  'enrolment_payment',
  'batch_seats',
  'lead',
  'callback_request',
];
const historyTables = [
  'application_event',
  'registration_event',
  'enrolment_event',
  'mock_interview_event',
  'lead_event',
];

/** Returns all rows of these tables as they are, and the history that people see. */
export async function readState(db: Db): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {};
  for (const name of tables) state[name] = await readTable(db, name, sql`true`);
  for (const name of historyTables) state[name] = await readTable(db, name, sql`undone_at is null`);
  return state;
}

async function readTable(db: Db, name: string, filter: ReturnType<typeof sql>): Promise<unknown[]> {
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(t)::text as text from ${sql.table(name)} t where ${filter} order by 1`.execute(db);
  return rows.map(({ text }) => JSON.parse(text));
}
