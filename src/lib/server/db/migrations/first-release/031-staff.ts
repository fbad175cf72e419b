import { type Kysely, sql } from 'kysely';

/** Indexes for the staff's lists, and tables for notes that staff write for each other. */
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

  // The version of the job that a staff member has loaded. Of two edits of the same version, the second is
  // rejected.
  await sql`alter table job add column version integer not null default 1`.execute(db);

  // Every list shows applications that wait for a reply first, page by page. Applications that get a reply
  // meanwhile keep their position.
  await sql`
    create index job_application_unreplied on job_application (status, reply_due_at, id)
    where replied_at is null`.execute(db);
  await sql`create index job_application_replied on job_application (replied_at)`.execute(db);

  // Trainings that have not begun are queried before every read.
  await sql`create index training_scheduled on training (batch_id) where status = 'SCHEDULED'`.execute(db);

  // Newest first by id, which never changes, so pages of a list do not shift while rows change.
  await sql`create index candidate_registration_newest on candidate_registration (status, user_id)`.execute(
    db,
  );

  // People are found by the beginning of a name, an email or a number. The searched text is in `findPeople`
  // of staff/search.ts. The index has no pending list, because every search would scan that list until the
  // next vacuum.
  await sql`
    create index app_user_words on app_user using gin (array_to_tsvector(regexp_split_to_array(translate(lower(trim(
      first_name || ' ' || last_name || ' ' || email || ' ' || substr(phone_e164, 2) || ' ' || right(phone_e164, 10)
    )), '’', ''''), '\\s+'))) with (fastupdate = off)`.execute(db);
}
