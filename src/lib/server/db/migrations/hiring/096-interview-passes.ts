import { type Kysely, sql } from 'kysely';

/** Interview passes: what a person pays for before mock interviews are held. Earlier bookings have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence interview_pass_number`.execute(db);
  await sql`
    create table interview_pass (
      id uuid primary key,
      reference text not null unique,
      user_id uuid not null references app_user on delete cascade,
      program_slug text not null,
      amount integer not null check (amount > 0),
      currency text not null,
      interviews integer not null check (interviews > 0),
      taken integer not null default 0,
      created_at timestamptz not null default now(),
      paid_at timestamptz,
      method text,
      payment_reference text,
      recorded_by_id uuid,
      lapsed_at timestamptz,
      check (taken >= 0 and taken <= case when paid_at is null then 1 else interviews end),
      check ((paid_at is null) = (method is null) and (paid_at is null) = (payment_reference is null))
    )`.execute(db);
  await sql`
    create unique index interview_pass_unpaid on interview_pass (user_id, program_slug)
    where paid_at is null`.execute(db);
  await sql`create index interview_pass_of_user on interview_pass (user_id, id)`.execute(db);
  // A payment that is recorded twice counts once.
  await sql`
    create unique index interview_pass_payment on interview_pass (method, lower(payment_reference))
    where paid_at is not null`.execute(db);
  await sql`alter table mock_interview add column pass_id uuid references interview_pass`.execute(db);
  await sql`
    create index mock_interview_of_pass on mock_interview (pass_id) where pass_id is not null`.execute(db);
  // Changes by staff can be undone.
  await sql`
    create trigger record_change after insert or update or delete on interview_pass
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}
