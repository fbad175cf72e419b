import { type Kysely, sql } from 'kysely';

/** Links with which an employer's person sees candidates of one job and answers for each of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table employer_link (
      id uuid primary key,
      request_id uuid not null unique,
      job_id uuid not null references job on delete cascade,
      key_hash text not null unique,
      person_name text not null,
      person_email text not null,
      created_by_id uuid not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      opened_count integer not null default 0,
      last_opened_at timestamptz,
      constraint employer_link_lifetime check (expires_at between created_at and created_at + interval '30 days')
    )`.execute(db);
  await sql`create index employer_link_of_job on employer_link (job_id, id)`.execute(db);

  // One row per candidate of a link, with the latest answer.
  await sql`
    create table employer_review (
      id uuid primary key,
      link_id uuid not null references employer_link on delete cascade,
      application_id uuid not null references job_application on delete cascade,
      position integer not null,
      answer text check (answer in ('YES', 'MAYBE', 'NO')),
      note text,
      answered_at timestamptz,
      version integer not null default 0,
      read_at timestamptz,
      unique (link_id, application_id),
      constraint employer_review_answered check ((answer is null) = (answered_at is null))
    )`.execute(db);
  await sql`create index employer_review_of_application on employer_review (application_id)`.execute(db);
  await sql`
    create index employer_review_unread on employer_review (answered_at, id)
    where answered_at is not null and read_at is null`.execute(db);

  // A row is never updated: every answer stays, also after it was changed.
  await sql`
    create table employer_answer (
      review_id uuid not null references employer_review on delete cascade,
      version integer not null,
      answer text not null,
      note text,
      at timestamptz not null default now(),
      primary key (review_id, version)
    )`.execute(db);
}
