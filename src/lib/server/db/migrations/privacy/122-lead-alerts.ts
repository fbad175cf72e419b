import { type Kysely, sql } from 'kysely';

/** Staff choose whether they get emails about leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table consent
      drop constraint consent_kind_check,
      add constraint consent_kind_check check (kind in
        ('reminders', 'updates', 'offers', 'agenda', 'alerts', 'moonshot', 'newLeads', 'ownLeads'))`.execute(
    db,
  );
}
