import { sql } from 'kysely';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { Db } from '#lib/server/db/index.ts';
import { freezeSnapshots } from './many-applications.ts';
import { demoPeople, seedPerson } from './person.ts';

/** Applications of the last eleven weeks that have ended, so that the report on hiring has something to show. */

const count = 54;
const jobs = [
  'inside-sales-associate-cl13',
  'voice-support-associate-cl13',
  'accounts-payable-associate-cl12',
] as const;

const chosen = ['IN_REVIEW', 'SHORTLISTED', 'INTERVIEW', 'OFFERED'] as const;
/** How applications ended, the statuses one after the other. */
const paths: readonly (readonly ApplicationStatus[])[] = [
  ['IN_REVIEW', 'NOT_SELECTED'],
  ['IN_REVIEW', 'SHORTLISTED', 'INTERVIEW', 'NOT_SELECTED'],
  [...chosen, 'OFFER_ACCEPTED', 'HIRED'],
  ['NOT_SELECTED'],
  ['IN_REVIEW', 'SHORTLISTED', 'NOT_SELECTED'],
  ['WITHDRAWN'],
  [...chosen, 'OFFER_DECLINED'],
  ['IN_REVIEW', 'NOT_SELECTED'],
  ['IN_REVIEW', 'SHORTLISTED', 'INTERVIEW', 'WITHDRAWN'],
];
const touches = [
  { utmSource: 'linkedin', utmMedium: 'social' },
  { utmSource: 'whatsapp', utmCampaign: 'alumni' },
  { referrerHost: 'www.google.com' },
  { landingPath: '/moonshot/' },
  { utmSource: 'campus', utmMedium: 'event' },
];
const declineReasons = ['PAY', 'OTHER_JOB', 'PLACE'];

/** Adds the applications once. They are written with their history, because nobody can apply in the past. */
export async function seedPastHiring(db: Db): Promise<void> {
  const staffId = await seedPerson(db, demoPeople.kavita);
  const isSeeded = await db
    .selectFrom('appUser')
    .select('id')
    .where('email', '=', 'past-candidate-0@example.com')
    .executeTakeFirst();
  if (isSeeded) return;
  const rows = Array.from({ length: count }, (_, n) => planApplication(n));
  await db.transaction().execute(async (trx) => {
    const ids = await insertApplications(trx, rows);
    await freezeSnapshots(ids).execute(trx);
    await insertHistory(trx, rows, staffId);
    await insertOffers(trx, staffId);
  });
}

/** Plans an application: the job, how long ago it was sent, how it went on, and where the person came from. */
function planApplication(n: number) {
  const job = jobs[Math.floor((n * 7) / 5) % jobs.length];
  // The first job has a training before its interview.
  const path = (paths[(n * 5) % paths.length] ?? []).flatMap((status) =>
    status === 'INTERVIEW' && job === jobs[0] ? (['TRAINING', status] as const) : [status],
  );
  return {
    ...{ n, path, status: path.at(-1), job },
    // Every step takes two days, so a long way began long enough ago.
    hoursAgo: (path.length * 2 + 2 + n * 1.2) * 24 - ((n * 7) % 9),
    replyHours: [2, 5, 20, 9, 1, 31, 14][n % 7],
    firstTouch: touches[(n * 3) % touches.length],
    sessionTouch: n % 4 === 0 ? touches[1] : null,
  };
}
type PlannedApplication = ReturnType<typeof planApplication>;

async function insertApplications(trx: Db, rows: readonly PlannedApplication[]): Promise<string[]> {
  const { rows: inserted } = await sql<{ id: string }>`
    with planned as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as planned (n int, job text, status text, "hoursAgo" float8, "replyHours" int, "firstTouch" jsonb, "sessionTouch" jsonb)
    ), place as (
      select id, city, region, row_number() over (order by city, id) - 1 as at, count(*) over () as total from job_location
    ), person as (
      insert into app_user (id, first_name, last_name, email, email_verified_at, country_iso_code, phone_e164,
        phone_verified_at, date_joined, notification_preferences)
      select gen_random_uuid(),
        (array['Anjali', 'Deepak', 'Fatima', 'Harish', 'Jyoti', 'Manoj', 'Nandini', 'Pooja', 'Rakesh', 'Shalini', 'Tarun'])[1 + n % 11],
        (array['Bose', 'Chauhan', 'Fernandes', 'Hegde', 'Joshi', 'Kaur', 'Mishra', 'Naidu', 'Saxena', 'Thomas'])[1 + n % 10],
        'past-candidate-' || n || '@example.com', now(), 'IN', '+9161' || lpad(n::text, 8, '0'), now(),
        now() - make_interval(hours => "hoursAgo"::int + 1), '{}'
      from planned returning id, substring(email from '[0-9]+')::int as n
    ), details as (
      insert into candidate_registration (user_id, status, submitted_at, updated_at, current_location_id, current_city,
        current_region, preferred_location_ids, willing_to_relocate, highest_qualification, graduation_year,
        total_experience_months, notice_period_days, languages, shift_preference, has_laptop_and_internet)
      select person.id, 'VERIFIED', now(), now() - make_interval(hours => "hoursAgo"::int), place.id, place.city, place.region,
        jsonb_build_array(place.id), person.n % 2 = 0, 'BACHELOR', 2019 + person.n % 7, person.n % 40, person.n % 60,
        '[{"code": "en", "level": "B2"}, {"code": "hi", "level": "NATIVE"}]', '["DAY"]', true
      from person join planned on planned.n = person.n join place on place.at = person.n % place.total
    ), application as (
      insert into job_application (id, number, user_id, job_id, status, stage_key, started_at, expires_at, submitted_at,
        reply_due_at, replied_at, decided_at)
      select gen_random_uuid(), 'MS-' || to_char(now(), 'YY') || '-' || lpad(nextval('job_application_number')::text, 5, '0'),
        person.id, job.id, planned.status, 'review', sent.at - interval '1 hour', sent.at + interval '30 days', sent.at,
        sent.at + interval '24 hours',
        case when planned.status <> 'WITHDRAWN' then sent.at + make_interval(hours => "replyHours") end, sent.at + interval '2 days'
      from planned join person on person.n = planned.n join job on job.slug = planned.job
      cross join lateral (select now() - make_interval(hours => "hoursAgo"::int) as at) sent
      returning id, user_id, submitted_at
    ), conversion as (
      insert into conversion (id, kind, subject_id, user_id, anonymous_id, first_touch, session_touch, device, at)
      select gen_random_uuid(), 'JOB_APPLICATION', application.id, user_id, 'demobrowser' || planned.n,
        "firstTouch" || jsonb_build_object('at', to_jsonb(submitted_at - make_interval(days => 3 + planned.n % 9))),
        nullif("sessionTouch", 'null'), case planned.n % 4 when 0 then 'COMPUTER' else 'PHONE' end, submitted_at
      from application join person on person.id = user_id join planned on planned.n = person.n
    )
    select id from application`.execute(trx);
  return inserted.map(({ id }) => id);
}

/** Every step is two days after the one before. Interviews were held the day before the next step. */
async function insertHistory(trx: Db, rows: readonly PlannedApplication[], staffId: string): Promise<void> {
  const steps = rows.flatMap(({ n, path }) =>
    ['SUBMITTED', ...path].map((to, index) => ({ n, index, to, from: [null, 'SUBMITTED', ...path][index] })),
  );
  await sql`
    with step as (
      select application.id, application.submitted_at + make_interval(days => index * 2) as at, step.*
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step (n int, index int, "to" text, "from" text)
      join app_user on app_user.email = 'past-candidate-' || step.n || '@example.com'
      join job_application application on application.user_id = app_user.id
    ), interview_time as (
      select id, at + interval '1 day' as at, n from step where "to" = 'INTERVIEW'
    )
    insert into application_event (id, application_id, at, subject, action, from_status, to_status, actor_type, actor_id, starts_at)
    select gen_random_uuid(), id, at, 'APPLICATION', null, "from", "to",
      case when "to" in ('SUBMITTED', 'WITHDRAWN', 'OFFER_ACCEPTED', 'OFFER_DECLINED') then 'CANDIDATE' else 'STAFF' end,
      case when "to" not in ('SUBMITTED', 'WITHDRAWN', 'OFFER_ACCEPTED', 'OFFER_DECLINED') then ${staffId}::uuid end, null::timestamptz
    from step
    union all
    select gen_random_uuid(), id, at + interval '1 day', 'TRAINING',
      case when n % 5 = 1 then 'MISS_TRAINING' else 'COMPLETE_TRAINING' end, 'IN_PROGRESS',
      case when n % 5 = 1 then 'MISSED' else 'COMPLETED' end, 'STAFF', ${staffId}::uuid, null from step where "to" = 'TRAINING'
    union all
    select gen_random_uuid(), id, at - interval '20 hours', 'INTERVIEW', 'SCHEDULE_INTERVIEW', 'TO_SCHEDULE', 'SCHEDULED',
      'CANDIDATE', null, at from interview_time
    union all
    select gen_random_uuid(), id, at + interval '1 hour', 'INTERVIEW',
      case when n % 6 = 1 then 'MISS_INTERVIEW' else 'COMPLETE_INTERVIEW' end, 'SCHEDULED',
      case when n % 6 = 1 then 'NO_SHOW' else 'COMPLETED' end, 'STAFF', ${staffId}::uuid, null from interview_time`.execute(
    trx,
  );
}

async function insertOffers(trx: Db, staffId: string): Promise<void> {
  const offered = sql`
    select application.id, application.status, event.at, row_number() over (order by application.id)::int as turn
    from job_application application
    join app_user on app_user.id = application.user_id and app_user.email like 'past-candidate-%'
    join application_event event on event.application_id = application.id and event.to_status = 'OFFERED'`;
  await sql`
    with offered as (${offered})
    insert into job_offer (id, application_id, version, status, annual_pay, currency, joining_on, location, work_mode, terms,
      expires_at, from_status, from_stage_key, created_by_id, created_at, accepted_at, ended_at, answer_read_at, decline_reason)
    select gen_random_uuid(), id, 1, case status when 'HIRED' then 'ACCEPTED' else 'DECLINED' end, 360000, 'INR',
      (at + interval '4 days')::date, 'Bengaluru', 'HYBRID', '', at + interval '3 days', 'INTERVIEW', 'review', ${staffId}, at,
      case when status = 'HIRED' then at + interval '2 days' end, at + interval '2 days', at + interval '2 days',
      case when status <> 'HIRED' then (${sql.val(declineReasons)}::text[])[1 + turn % 3] end
    from offered`.execute(trx);
  await sql`
    with offered as (${offered})
    insert into placement (id, application_id, joined_on, left_on, leave_reason, recorded_by_id)
    select gen_random_uuid(), id, joined, case when turn % 5 = 0 then least(joined + 12, current_date) end,
      case when turn % 5 = 0 then 'RESIGNED' end, ${staffId}
    from offered cross join lateral (select (at + interval '4 days')::date as joined) day
    where status = 'HIRED'`.execute(trx);
}
