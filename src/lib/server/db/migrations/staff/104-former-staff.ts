import { type Kysely, sql } from 'kysely';

/**
 * A booked slot whose interviewer has left says so until it has another one. What people still owned and held whose role had
 * ended before roles were handed over is corrected: their open leads have no owner, an assigned one is new again, and of their
 * future interview times free ones are withdrawn and booked ones need an interviewer. Experts keep their times.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table interview_slot add column interviewer_left_at timestamptz`.execute(db);
  await sql`
    create index interview_slot_without_interviewer on interview_slot (interviewer_left_at)
    where interviewer_left_at is not null`.execute(db);
  await correctFormerStaff(db);
}

/** Corrects what people own and hold who have no role; nothing else. */
export async function correctFormerStaff<Schema>(db: Kysely<Schema>): Promise<void> {
  const hasNoRole = (column: string) =>
    sql`not exists (select from user_role where user_role.user_id = ${sql.ref(column)})`;
  await sql`
    with changed as (
      update lead set owner_id = null, status = case when lead.status = 'ASSIGNED' then 'NEW' else lead.status end
      from (
        select id, status from lead
        where owner_id is not null and status in ('NEW', 'ASSIGNED', 'ATTEMPTED', 'CONNECTED', 'FOLLOW_UP')
          and ${hasNoRole('lead.owner_id')}
        for update
      ) as before
      where lead.id = before.id returning lead.id, before.status as before, lead.status
    ), moved as (
      update callback_request set status = 'NEW'
      from changed join lead_request on lead_request.lead_id = changed.id and lead_request.kind = 'CALLBACK'
      where callback_request.id = lead_request.subject_id and callback_request.status = 'ASSIGNED'
        and changed.status <> changed.before
      returning callback_request.id
    ), told as (
      insert into callback_event (id, callback_id, from_status, to_status, actor_type)
      select gen_random_uuid(), id, 'ASSIGNED', 'NEW', 'SYSTEM' from moved
    )
    insert into lead_event (id, lead_id, action, from_status, to_status, actor_type, note)
    select gen_random_uuid(), id, 'ASSIGN', before, status, 'SYSTEM', 'The owner has no role any more, so nobody owns it.'
    from changed`.execute(db);
  await sql`
    update job_application set owner_id = null
    where owner_id is not null and ${hasNoRole('job_application.owner_id')}
      and status not in ('HIRED', 'OFFER_DECLINED', 'OFFER_EXPIRED', 'NOT_SELECTED', 'WITHDRAWN', 'EXPIRED')
  `.execute(db);
  await sql`
    with former as (
      update interviewer set is_active = false
      where user_id is not null and ${hasNoRole('interviewer.user_id')}
        and not exists (select from expert where expert.interviewer_id = interviewer.id and expert.is_active)
      returning id
    )
    update interview_slot set
      interviewer_id = case when taken = 0 then interviewer_id end,
      cancelled_at = case when taken = 0 then now() end,
      interviewer_left_at = case when taken > 0 then now() end
    from former
    where interview_slot.interviewer_id = former.id and expert_id is null and cancelled_at is null and starts_at > now()
  `.execute(db);
}
