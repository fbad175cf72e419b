import { type Kysely, sql } from 'kysely';

/** Offers with their answers, and the statuses of an application that has one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await applicationStatuses(db);
  await sql`
    create table job_offer (
      id uuid primary key,
      application_id uuid not null references job_application on delete cascade,
      version integer not null check (version > 0),
      status text not null check (status in (
        'OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN', 'REPLACED')),
      annual_pay integer not null check (annual_pay > 0),
      currency text not null,
      joining_on date not null check (joining_on between '2000-01-01' and '2099-12-31'),
      location text not null,
      work_mode text not null,
      terms text not null,
      letter_media_id uuid references media on delete set null,
      expires_at timestamptz not null
        check (expires_at >= '2000-01-01T00:00:00Z' and expires_at < '2100-01-01T00:00:00Z'),
      -- Where the application was before its first offer. A withdrawn offer leads back there.
      from_status text not null,
      from_stage_key text not null,
      created_by_id uuid not null,
      created_at timestamptz not null default now(),
      -- The answer, the withdrawal or the expiry.
      ended_at timestamptz,
      accepted_name text,
      accepted_network text,
      decline_reason text,
      decline_note text,
      unique (application_id, version)
    )`.execute(db);
  await sql`
    create unique index job_offer_standing on job_offer (application_id)
    where status in ('OPEN', 'ACCEPTED')`.execute(db);
  await sql`create index job_offer_due on job_offer (expires_at) where status = 'OPEN'`.execute(db);
  await sql`create index job_offer_joining on job_offer (joining_on) where status = 'ACCEPTED'`.execute(db);
  await sql`
    create index job_offer_letter on job_offer (letter_media_id) where letter_media_id is not null`.execute(
    db,
  );
  await sql`
    create trigger record_change after insert or update or delete on job_offer
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}

async function applicationStatuses(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job_application
      drop constraint job_application_status_check,
      add constraint job_application_status_check check (status in (
        'STARTED', 'SUBMITTED', 'IN_REVIEW', 'SHORTLISTED', 'TRAINING', 'INTERVIEW', 'OFFERED',
        'OFFER_ACCEPTED', 'ON_HOLD', 'HIRED', 'OFFER_DECLINED', 'OFFER_EXPIRED', 'NOT_SELECTED', 'WITHDRAWN',
        'EXPIRED'))`.execute(db);
  await sql`drop index job_application_open`.execute(db);
  await sql`
    create unique index job_application_open on job_application (user_id, job_id)
    where status not in (
      'HIRED', 'OFFER_DECLINED', 'OFFER_EXPIRED', 'NOT_SELECTED', 'WITHDRAWN', 'EXPIRED')`.execute(db);
}
