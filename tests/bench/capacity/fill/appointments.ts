import { sql } from 'kysely';
import { id } from './functions.ts';

/** Fifty times for interviews of each job over a year, up to two weeks from now, and a training batch of each month. */
const slotAt = sql`date_trunc('hour', now()) + interval '14 days' - make_interval(hours => (49 - k) * 180)`;

export const fillAppointments = [
  sql`
    create unlogged table bench.interviewer as
    select row_number() over (order by id)::int - 1 as at_interviewer, count(*) over ()::int as interviewers, id as interviewer_id from interviewer`,
  sql`
    insert into interview_slot (id, job_id, starts_at, ends_at, time_zone, mode, join_url, capacity, taken, interviewer_id)
    select ${id('slot', 'at_job * 100 + k', "'2026-01-01'")}, job_id, starts_at, starts_at + interval '30 minutes', 'Asia/Kolkata', 'VIDEO',
      'https://meet.example/interview', 5, case when k < 48 then 3 else 0 end, interviewer_id
    from bench.job cross join generate_series(0, 49) k cross join lateral (select ${slotAt} + make_interval(mins => at_job) as starts_at) time
    join bench.interviewer on at_interviewer = (at_job + k) % interviewers where interview is not null`,
  sql`
    insert into training_batch (id, job_id, title, starts_at, ends_at, time_zone, mode, capacity, taken)
    select ${id('batch', 'at_job * 100 + k', "'2026-01-01'")}, job_id, 'Training ' || at_job || '-' || k, starts_at, starts_at + interval '10 days',
      'Asia/Kolkata', 'ONLINE', 60, 25
    from bench.job cross join generate_series(0, 12) k
    cross join lateral (select now() + make_interval(days => 20 - (12 - k) * 30) as starts_at) time where training is not null`,
  sql`
    create unlogged table bench.interview as
    select *, case when status <> 'INTERVIEW' then 'COMPLETED' when a % 3 = 0 then 'TO_SCHEDULE' else 'SCHEDULED' end as interview_status,
      case when status = 'INTERVIEW' then 48 + a % 2
        else greatest(0, least(47, 49 - ceil(extract(epoch from now() + interval '14 days' - at - interval '4 days') / 648000)::int)) end as k
    from bench.application where interview is not null and (status in ('INTERVIEW', 'OFFERED', 'HIRED') or status = 'NOT_SELECTED' and a % 4 = 0)`,
  sql`
    insert into interview (id, application_id, stage_key, status, slot_id, uid)
    select ${id('interview', 'a')}, ${id('application', 'a')}, interview, interview_status,
      case when interview_status <> 'TO_SCHEDULE' then ${id('slot', 'at_job * 100 + k', "'2026-01-01'")} end, 'interview-' || a || '@example.com'
    from bench.interview`,
  sql`
    insert into application_event (id, application_id, at, subject, action, from_status, to_status, actor_type, starts_at)
    select gen_random_uuid(), ${id('application', 'a')}, at + make_interval(hours => later), 'INTERVIEW', action, from_status, to_status, 'STAFF',
      case when action = 'SCHEDULE_INTERVIEW' then at + interval '100 hours' end
    from bench.interview cross join lateral (values ('INVITE', 60, null, 'TO_SCHEDULE', true),
      ('SCHEDULE_INTERVIEW', 70, 'TO_SCHEDULE', 'SCHEDULED', interview_status <> 'TO_SCHEDULE'),
      ('COMPLETE_INTERVIEW', 100, 'SCHEDULED', 'COMPLETED', interview_status = 'COMPLETED')) step (action, later, from_status, to_status, happened)
    where happened`,
  sql`
    insert into interviewer_invite (id, interviewer_id, interview_id, slot_id, method)
    select gen_random_uuid(), interviewer_id, interview.id, slot.id, 'REQUEST'
    from interview join interview_slot slot on slot.id = slot_id where interviewer_id is not null on conflict do nothing`,
  sql`
    insert into scorecard (id, interview_id, author_id, interviewer_name, criteria, recommendation, summary, created_at)
    select gen_random_uuid(), ${id('interview', 'a')}, user_id, 'Bhavna Shah',
      '[{"key": "clarity", "note": null, "label": "Speaks clearly", "score": 4}, {"key": "english", "note": null, "label": "English for the job", "score": 4}]',
      'YES', 'Told the story of one small order well: who objected, what it cost, why they signed.', at + interval '5 days'
    from bench.interview where interview_status = 'COMPLETED' and a % 2 = 0`,
  sql`
    insert into training (id, application_id, stage_key, status, batch_id, agreed_to_terms_at)
    select gen_random_uuid(), ${id('application', 'a')}, training, training_status,
      case when training_status <> 'TO_SET_UP' then ${id('batch', 'at_job * 100 + k', "'2026-01-01'")} end, at
    from bench.application cross join lateral (select case when status = 'HIRED' then 'COMPLETED' when a % 2 = 0 then 'SCHEDULED' else 'TO_SET_UP' end as training_status,
      case when status = 'HIRED' then bench.pick(n, 30, 11) else 12 end as k) drawn
    where training is not null and status in ('TRAINING', 'HIRED')`,
  sql`
    insert into job_offer (id, application_id, version, status, annual_pay, currency, joining_on, location, work_mode, terms,
      expires_at, from_status, from_stage_key, created_by_id, created_at, accepted_at, accepted_name)
    select gen_random_uuid(), ${id('application', 'a')}, 1, case status when 'HIRED' then 'ACCEPTED' else 'OPEN' end, 360000, 'INR',
      (at + interval '40 days')::date, 'Pune', 'ON_SITE', 'Notice period: 30 days.', greatest(at + interval '9 days', now() + interval '1 day'), 'INTERVIEW',
      coalesce(interview, review), (select id from bench.person where n = 1), at + interval '5 days', case when status = 'HIRED' then at + interval '6 days' end,
      case when status = 'HIRED' then 'Meera Nair' end
    from bench.application where status in ('OFFERED', 'HIRED')`,
  sql`
    insert into placement (id, application_id, joined_on, recorded_by_id, created_at)
    select gen_random_uuid(), ${id('application', 'a')}, least((at + interval '9 days')::date, current_date), (select id from bench.person where n = 1), at
    from bench.application where status = 'HIRED'`,
];
