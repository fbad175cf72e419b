import { type Kysely, sql } from 'kysely';

/** Placements of hired candidates, and the time at which an offer was accepted, which a withdrawal must not overwrite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job_offer add column accepted_at timestamptz`.execute(db);
  await sql`update job_offer set accepted_at = ended_at where status = 'ACCEPTED'`.execute(db);
  await sql`
    create table placement (
      id uuid primary key,
      application_id uuid not null unique references job_application on delete cascade,
      version integer not null default 1,
      joined_on date not null check (joined_on between '2000-01-01' and '2099-12-31'),
      left_on date check (left_on >= joined_on and left_on <= '2099-12-31'),
      leave_reason text,
      note text,
      invoiced_on date check (invoiced_on between '2000-01-01' and '2099-12-31'),
      invoice_reference text,
      recorded_by_id uuid not null,
      created_at timestamptz not null default now(),
      constraint placement_left check ((left_on is null) = (leave_reason is null))
    )`.execute(db);
  await sql`create index placement_joined on placement (joined_on, id)`.execute(db);
  await sql`
    create trigger record_change after insert or update or delete on placement
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
  // Candidates who were hired before joined on the day on which staff recorded it.
  await sql`
    insert into placement (id, application_id, joined_on, recorded_by_id)
    select distinct on (job_application.id) gen_random_uuid(), job_application.id,
      (application_event.at at time zone 'Asia/Kolkata')::date, coalesce(actor_id, user_id)
    from job_application join application_event on application_id = job_application.id
    where job_application.status = 'HIRED' and action = 'HIRE' and undone_at is null
    order by job_application.id, application_event.at desc`.execute(db);
}
