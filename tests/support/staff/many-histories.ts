import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Gives many applications what a year of work leaves: the steps of their history, their source, offers, placements, interviews
 * with an outcome, and an owner for two of three.
 */
export async function insertManyHistories(db: Db, staffId: string): Promise<void> {
  await sql`
    insert into application_event (id, application_id, at, to_status, actor_type, actor_id)
    select gen_random_uuid(), id, submitted_at + make_interval(hours => place * 6), step, 'STAFF', ${staffId}
    from job_application
    cross join lateral (values (1, 'IN_REVIEW', 1), (2, 'SHORTLISTED', 2), (3, 'INTERVIEW', 3), (4, 'OFFERED', 4),
      (5, 'OFFER_ACCEPTED', 5)) steps (place, step, needed)
    where submitted_at is not null and needed < case status
      when 'HIRED' then 9 when 'OFFERED' then 4 when 'INTERVIEW' then 3 when 'TRAINING' then 3 when 'NOT_SELECTED' then 3
      when 'SHORTLISTED' then 2 else 0 end`.execute(db);
  await sql`
    insert into conversion (id, kind, subject_id, user_id, first_touch, session_touch, at)
    select gen_random_uuid(), 'JOB_APPLICATION', id, user_id,
      (array['{"utmSource": "linkedin"}', '{"referrerHost": "www.google.com"}', '{"landingPath": "/"}'])[1 + n % 3]::jsonb,
      case when n % 4 = 0 then '{"utmSource": "whatsapp"}'::jsonb end, started_at
    from (select *, row_number() over (order by id) as n from job_application) application
    on conflict do nothing`.execute(db);
  await sql`
    update job_application set owner_id = ${staffId}
    where ('x' || right(id::text, 2))::bit(8)::int % 3 < 2`.execute(db);
  await sql`
    insert into job_offer (id, application_id, version, status, annual_pay, currency, joining_on, location, work_mode, terms,
      expires_at, from_status, from_stage_key, created_by_id, created_at, accepted_at)
    select gen_random_uuid(), id, 1, case status when 'HIRED' then 'ACCEPTED' else 'OPEN' end, 360000, 'INR', '2030-01-01',
      'Pune', 'ON_SITE', '', now() + interval '30 days', 'INTERVIEW', stage_key, ${staffId}, submitted_at + interval '2 days',
      case when status = 'HIRED' then submitted_at + interval '3 days' end
    from job_application where status in ('OFFERED', 'HIRED')
    on conflict do nothing`.execute(db);
  await sql`
    insert into placement (id, application_id, joined_on, recorded_by_id)
    select gen_random_uuid(), id, least(submitted_at::date + 5, current_date), ${staffId}
    from job_application where status = 'HIRED'
    on conflict do nothing`.execute(db);
  await sql`
    insert into application_event (id, application_id, at, subject, action, to_status, actor_type, starts_at)
    select gen_random_uuid(), id, submitted_at + make_interval(hours => later), 'INTERVIEW', action, to_status, 'STAFF',
      case when action = 'SCHEDULE_INTERVIEW' then submitted_at + interval '30 hours' end
    from job_application cross join (values (24, 'SCHEDULE_INTERVIEW', 'SCHEDULED'), (32, 'COMPLETE_INTERVIEW', 'COMPLETED'))
      steps (later, action, to_status)
    where status in ('HIRED', 'NOT_SELECTED', 'OFFERED')`.execute(db);
}

/** Inserts enrolments that are over: copies of the demo's one for other people. */
export async function insertManyEnrolments(db: Db, count: number): Promise<void> {
  await sql`
    insert into enrolment
    select (jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'reference', 'EN-MANY-' || n,
      'user_id', person.id, 'status', (array['COMPLETED', 'DROPPED', 'RELEASED'])[1 + n % 3], 'hold_expires_at', null))).*
    from (select enrolment as model from enrolment limit 1) one
    cross join (select id, row_number() over (order by id) as n from app_user limit ${count}) person`.execute(
    db,
  );
}
