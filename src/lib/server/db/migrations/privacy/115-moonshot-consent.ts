import { type Kysely, sql } from 'kysely';

/**
 * A withdrawn consent to Moonshot stays as a row, although the registration is deleted. While it holds, the registration has its date.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table consent
      drop constraint consent_kind_check,
      add constraint consent_kind_check
        check (kind in ('reminders', 'updates', 'offers', 'agenda', 'alerts', 'moonshot'))`.execute(db);
  // The list of what a person agreed to.
  await sql`create index consent_of_user on consent (user_id, granted_at desc)`.execute(db);
}
