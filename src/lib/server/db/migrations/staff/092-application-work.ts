import { type Kysely, sql } from 'kysely';

/**
 * Staff save lists of applications by their filters. The history of an application says from which city to which it was
 * changed; for earlier changes, the audit row of the same transaction knows both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table application_filter (
      id uuid primary key,
      staff_id uuid not null references app_user on delete cascade,
      name text not null,
      search text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index application_filter_name on application_filter (staff_id, lower(name))`.execute(
    db,
  );
  await sql`alter table application_event add column city text, add column previous_city text`.execute(db);
  await sql`
    update application_event event
    set city = audit.details->'to'->>'city', previous_city = nullif(audit.details->'from'->>'city', '')
    from audit_event audit
    where event.action = 'CHANGE_CITY' and audit.action = 'application.CHANGE_CITY'
      and audit.subject_type = 'application' and audit.subject_id = event.application_id and audit.at = event.at`.execute(
    db,
  );
}
