import { type Kysely, sql } from 'kysely';

/** What the staff's lists are read by, and what staff write for one another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table application_note (
      id uuid primary key,
      application_id uuid not null references job_application on delete cascade,
      at timestamptz not null default now(),
      author_id uuid not null,
      text text not null
    )`.execute(db);
  await sql`create index application_note_of_application on application_note (application_id, at)`.execute(
    db,
  );

  // Which edit of a job somebody has before them: of two that are written at once the second is refused.
  await sql`alter table job add column version integer not null default 1`.execute(db);

  // Who waits for a reply comes first, in every list, page by page; and those who got one meanwhile keep their place.
  await sql`
    create index job_application_unreplied on job_application (status, reply_due_at, id)
    where replied_at is null`.execute(db);
  await sql`create index job_application_replied on job_application (replied_at)`.execute(db);

  // Who waits for their training to begin, which is looked for before every reading.
  await sql`create index training_scheduled on training (batch_id) where status = 'SCHEDULED'`.execute(db);

  // Newest first by id, which never changes: a list read page by page stands still while its rows do not.
  await sql`create index candidate_registration_newest on candidate_registration (status, user_id)`.execute(
    db,
  );

  // People by the beginnings of their names, their e-mail or their number. The words: `findPeople` of
  // staff/search.ts. Without a list of pending entries, which every search would read through until a vacuum.
  await sql`
    create index app_user_words on app_user using gin (array_to_tsvector(regexp_split_to_array(translate(lower(trim(
      first_name || ' ' || last_name || ' ' || email || ' ' || substr(phone_e164, 2) || ' ' || right(phone_e164, 10)
    )), '’', ''''), '\\s+'))) with (fastupdate = off)`.execute(db);
}
