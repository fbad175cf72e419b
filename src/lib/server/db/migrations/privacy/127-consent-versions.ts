import { type Kysely, sql } from 'kysely';

/** Which version of its words a person agreed to. All texts until now are the first version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of [
    'app_user',
    'callback_request',
    'candidate_registration',
    'mastery_registration',
    'scholarship_registration',
  ])
    await sql`alter table ${sql.table(table)} add column consent_version integer not null default 1`.execute(
      db,
    );
}
