import { type Kysely, sql } from 'kysely';

/**
 * A confirmed enrolment converts its lead, so an undo of the confirmation restores the lead too: its rows and those of its
 * call-backs are recorded like all others that an action writes (046). Leads of enrolments that are confirmed already are
 * converted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['lead_event', 'callback_event'])
    await sql`alter table ${sql.table(table)} add column undone_at timestamptz`.execute(db);
  for (const table of ['lead', 'lead_event', 'callback_request', 'callback_event'])
    await sql`
      create trigger record_change after insert or update or delete on ${sql.table(table)}
      for each row when (coalesce(current_setting('liftoff.staff_action', true), '') <> '')
      execute function record_row_change('id')`.execute(db);

  await sql`
    with converted as (
      update lead set status = 'CONVERTED', enrolment_id = found.enrolment_id, reason_code = null
      from (
        select distinct on (lead.id) lead.id, lead.status, e.id as enrolment_id
        from lead
        join lead_request r on r.lead_id = lead.id and r.kind = 'ENROLMENT'
        join enrolment e on e.id = r.subject_id and e.status in ('CONFIRMED', 'COMPLETED')
        where lead.status in ('NEW', 'ASSIGNED', 'ATTEMPTED', 'CONNECTED', 'FOLLOW_UP') and lead.merged_into_id is null
        order by lead.id, e.id desc
      ) as found
      where lead.id = found.id
      returning lead.id, found.status
    )
    insert into lead_event (id, lead_id, action, from_status, to_status, actor_type)
    select gen_random_uuid(), id, 'CONVERT', status, 'CONVERTED', 'SYSTEM' from converted`.execute(db);
}
