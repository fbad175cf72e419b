import { type Kysely, sql } from 'kysely';

/** Scorecards of interviews with their earlier versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table scorecard (
      id uuid primary key,
      interview_id uuid not null references interview on delete cascade,
      author_id uuid not null,
      interviewer_name text not null,
      criteria jsonb not null,
      recommendation text not null check (recommendation in ('STRONG_YES', 'YES', 'NO', 'STRONG_NO')),
      summary text not null,
      version integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  // A form that is sent twice makes one scorecard: an interviewer has one per interview (C-42).
  await sql`
    create unique index scorecard_of_interviewer on scorecard (interview_id, lower(interviewer_name))`.execute(
    db,
  );

  // A row is never updated: it holds what the scorecard was before a change.
  await sql`
    create table scorecard_revision (
      id uuid primary key,
      scorecard_id uuid not null references scorecard on delete cascade,
      version integer not null,
      changed_by_id uuid not null,
      changed_at timestamptz not null default now(),
      card jsonb not null,
      unique (scorecard_id, version)
    )`.execute(db);
}
