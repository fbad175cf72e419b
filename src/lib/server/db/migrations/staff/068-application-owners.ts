import { type Kysely, sql } from 'kysely';

/** The member of staff who is responsible for an application, and the orders of the staff's queue besides late replies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job_application add column owner_id uuid references app_user on delete set null`.execute(db);
  // Deleting a person finds their applications here too.
  await sql`
    create index job_application_of_owner on job_application (owner_id, status, reply_due_at, id)
    where owner_id is not null`.execute(db);

  // The expressions are those of server/staff/hiring/applications/queue-order.ts.
  // The last columns let counts by day and by owner read the index alone.
  await sql`
    create index job_application_sent on job_application (status, coalesce(submitted_at, started_at), id)
    include (submitted_at, started_at, owner_id)`.execute(db);
  await sql`
    create index job_application_fit on job_application (
      status,
      coalesce(case when jsonb_typeof(candidate_snapshot #> '{eligibility,missing}') = 'array'
        then jsonb_array_length(candidate_snapshot #> '{eligibility,missing}') end, 1000),
      coalesce(submitted_at, started_at),
      id
    )`.execute(db);
  await sql`
    create index app_user_name on app_user ((lower(left(first_name || ' ' || last_name, 40)) collate "C"), id)`.execute(
    db,
  );

  // Staff start applications for candidates, and an undo removes the conversion too.
  await sql`
    create trigger record_change after insert or update or delete on conversion
    for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
    execute function record_row_change('id')`.execute(db);
}
