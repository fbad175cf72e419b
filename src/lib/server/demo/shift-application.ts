import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** The times of an application and of what belongs to it, by table: its columns, and how its rows are found. */
const tables: readonly {
  table: string;
  columns: readonly string[];
  days?: readonly string[];
  rows: string;
}[] = [
  {
    table: 'job_application',
    columns: ['started_at', 'submitted_at', 'reply_due_at', 'replied_at', 'decided_at', 'expires_at'],
    rows: 'id',
  },
  { table: 'audit_event', columns: ['at'], rows: 'subject_id' },
  { table: 'application_event', columns: ['at', 'starts_at', 'previous_starts_at'], rows: 'application_id' },
  {
    table: 'job_offer',
    columns: ['created_at', 'expires_at', 'ended_at', 'accepted_at'],
    days: ['joining_on'],
    rows: 'application_id',
  },
];

/**
 * Moves everything that has happened in an application so many days into the past, with its interview and the person’s
 * registration, because nobody can apply, or book a time, in the past. What happens afterwards happens now.
 */
export async function shiftApplication(db: Db, applicationId: string, days: number): Promise<void> {
  const interval = sql`make_interval(days => ${days})`;
  for (const { table, columns, days: dates = [], rows } of tables)
    await sql`update ${sql.table(table)} set ${sql.join([
      ...columns.map((column) => subtract(column, interval)),
      ...dates.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${days}::int`),
    ])} where ${sql.ref(rows)} = ${applicationId}`.execute(db);
  await sql`
    update interview_slot set ${sql.join([subtract('starts_at', interval), subtract('ends_at', interval)])}
    where id in (select slot_id from interview where application_id = ${applicationId})`.execute(db);
  await sql`
    update scorecard set ${sql.join([subtract('created_at', interval), subtract('updated_at', interval)])}
    where interview_id in (select id from interview where application_id = ${applicationId})`.execute(db);
  await sql`
    update candidate_registration set ${sql.join(['consented_at', 'submitted_at', 'updated_at'].map((column) => subtract(column, interval)))}
    where user_id = (select user_id from job_application where id = ${applicationId})`.execute(db);
  await sql`
    update registration_event set ${subtract('at', interval)}
    where user_id = (select user_id from job_application where id = ${applicationId})`.execute(db);
  await sql`
    update app_user set ${subtract('date_joined', interval)}
    where id = (select user_id from job_application where id = ${applicationId})`.execute(db);
}

const subtract = (column: string, interval: RawBuilder<unknown>) =>
  sql`${sql.ref(column)} = ${sql.ref(column)} - ${interval}`;
