import { type Kysely, sql } from 'kysely';

/** Where a candidate lives is any town, not only one where jobs are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table candidate_registration
      add column current_city text,
      add column current_region text,
      add constraint candidate_residence check ((current_city is null) = (current_region is null))`.execute(
    db,
  );
  await sql`
    update candidate_registration set current_city = city, current_region = region
    from job_location where job_location.id = current_location_id`.execute(db);
}
