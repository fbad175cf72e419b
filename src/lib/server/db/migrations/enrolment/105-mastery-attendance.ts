import { type Kysely, sql } from 'kysely';

/**
 * Staff mark who missed a session of PM Mastery, as they mark who attended. Registrations of sessions that are over keep
 * their status until somebody marks them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mastery_registration
      drop constraint mastery_registration_status_check,
      add constraint mastery_registration_status_check check (status in (
        'REGISTERED', 'CONFIRMED', 'COMPLETED', 'NO_SHOW', 'WAITLISTED', 'CANCELLED'))`.execute(db);
}
