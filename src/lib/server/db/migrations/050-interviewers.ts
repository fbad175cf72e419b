import { type Kysely, sql } from 'kysely';

/** Interviewers, the slots that they hold, and the calendar entries that they got by email. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A member of staff, or a guest without an account.
  await sql`
    create table interviewer (
      id uuid primary key,
      name text not null,
      email text not null,
      user_id uuid unique references app_user on delete set null,
      is_active boolean not null default true,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index interviewer_email on interviewer (lower(email))`.execute(db);

  await sql`alter table interview_slot add column interviewer_id uuid references interviewer`.execute(db);
  await sql`create index interview_slot_of_interviewer on interview_slot (interviewer_id, starts_at)`.execute(
    db,
  );

  // One row per calendar file. A calendar accepts a change only with a higher sequence than it has (RFC 5545, 3.8.7.4).
  await sql`
    create table interviewer_invite (
      id uuid primary key,
      interviewer_id uuid not null references interviewer,
      interview_id uuid not null references interview on delete cascade,
      slot_id uuid not null references interview_slot on delete cascade,
      method text not null check (method in ('REQUEST', 'CANCEL')),
      sequence integer generated always as identity,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index interviewer_invite_of_interview on interviewer_invite (interview_id)`.execute(db);
  await sql`create index interviewer_invite_of_slot on interviewer_invite (slot_id)`.execute(db);
}
