import { type Kysely, sql } from 'kysely';

/** The table of each conversion's subject, by the kind of the conversion. */
const subjects = {
  SIGN_UP: 'app_user',
  BROCHURE: 'brochure_request',
  CALLBACK: 'callback_request',
  JOB_APPLICATION: 'job_application',
  ENROLMENT: 'enrolment',
  EVENT: 'event_registration',
  SCHOLARSHIP: 'scholarship_registration',
  MASTERY: 'mastery_registration',
  MOCK_INTERVIEW: 'mock_interview',
};

/**
 * A conversion is deleted with its subject, and not by a search through all conversions every ten minutes, which takes longer than a
 * statement may once there are a million. What retention looks for has an index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function delete_conversion() returns trigger language plpgsql as $$
    begin
      delete from conversion where kind = tg_argv[0] and subject_id = old.id;
      return null;
    end $$`.execute(db);
  for (const [kind, table] of Object.entries(subjects)) {
    await sql`
      create trigger conversion_of_deleted after delete on ${sql.table(table)}
      for each row execute function delete_conversion(${sql.lit(kind)})`.execute(db);
    await sql`
      delete from conversion where kind = ${kind}
        and not exists (select from ${sql.table(table)} subject where subject.id = conversion.subject_id)`.execute(
      db,
    );
  }
  await sql`create index lead_last_asked on lead (asked_at) where merged_into_id is null`.execute(db);
  await sql`create index callback_request_at on callback_request (requested_at)`.execute(db);
  await sql`create index app_user_nameless on app_user (disabled_at) where email = 'deleted@invalid'`.execute(
    db,
  );
}
