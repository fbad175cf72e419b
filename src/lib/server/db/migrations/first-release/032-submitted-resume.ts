import { type Kysely, sql } from 'kysely';

/**
 * The résumé that staff may read is the one that was submitted. Details that wait for a correction may have got another one
 * since, so their candidates submit theirs again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table candidate_registration
      add column submitted_resume_media_id uuid references media on delete set null`.execute(db);
  await sql`
    update candidate_registration set submitted_resume_media_id = resume_media_id
    where status in ('DETAILS_SUBMITTED', 'VERIFIED')`.execute(db);
  // Reading and deleting a file look for the rows that refer to it.
  await sql`
    create index candidate_registration_resume on candidate_registration (resume_media_id)
    where resume_media_id is not null`.execute(db);
  await sql`
    create index candidate_registration_submitted_resume on candidate_registration (submitted_resume_media_id)
    where submitted_resume_media_id is not null`.execute(db);
  await sql`
    create index job_application_resume on job_application (resume_media_id)
    where resume_media_id is not null`.execute(db);
}
