import { type RawBuilder, sql } from 'kysely';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { StageKind } from '#lib/domain/hiring/jobs/job.ts';
import { noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import type { Db } from '#lib/server/db/index.ts';
import { motivation } from './jobs/demo-job.ts';

const applicationsPerPerson = 4;
/** A statement that takes longer than two seconds is cancelled, so each one inserts a limited number of people. */
const peoplePerStatement = 400;

/**
 * The number of applications out of 20 that have a status, as in a real month, and the kind of their stage.
 */
const statusShares: readonly [share: number, ApplicationStatus, StageKind][] = [
  [2, 'STARTED', 'FORM'],
  [3, 'SUBMITTED', 'REVIEW'],
  [3, 'IN_REVIEW', 'REVIEW'],
  [2, 'SHORTLISTED', 'REVIEW'],
  [1, 'TRAINING', 'TRAINING'],
  [2, 'INTERVIEW', 'INTERVIEW'],
  [1, 'OFFERED', 'OFFER'],
  [1, 'ON_HOLD', 'REVIEW'],
  [1, 'HIRED', 'OFFER'],
  [2, 'NOT_SELECTED', 'REVIEW'],
  [1, 'WITHDRAWN', 'REVIEW'],
  [1, 'EXPIRED', 'FORM'],
];
const statusCycle = statusShares.flatMap(([share, status, kind]) =>
  Array<[string, string]>(share).fill([status, kind]),
);

/**
 * Adds `count` applications of invented people, so that lists can be tried with many rows. Returns the number added.
 */
export async function seedManyApplications(db: Db, count: number): Promise<number> {
  const people = Math.ceil(count / applicationsPerPerson);
  const { before } = await db
    .selectFrom('appUser')
    .select(sql<number>`count(*)`.as('before'))
    .where('email', 'like', 'applicant-%@example.com')
    .executeTakeFirstOrThrow();
  let created = 0;
  for (let first = before; first < before + people; first += peoplePerStatement) {
    const last = Math.min(first + peoplePerStatement, before + people) - 1;
    created += await db.transaction().execute((trx) => seedChunk(trx, first, last, count - created));
  }
  if (created) await sql`analyze`.execute(db);
  return created;
}

async function seedChunk(trx: Db, first: number, last: number, limit: number): Promise<number> {
  await insertPeople(first, last).execute(trx);
  const { rows } = await insertApplications(first, last, limit).execute(trx);
  const ids = rows.map(({ id }) => id);
  await freezeSnapshots(ids).execute(trx);
  await insertHistory(ids).execute(trx);
  await insertAppointments(ids).execute(trx);
  return ids.length;
}

const insertPeople = (first: number, last: number): RawBuilder<unknown> => sql`
  with person as (
    insert into app_user (id, first_name, last_name, email, email_verified_at, country_iso_code, phone_e164,
      phone_verified_at, notification_preferences)
    select gen_random_uuid(),
      (array['Aarav', 'Diya', 'Ishaan', 'Kavya', 'Meera', 'Nikhil', 'Priya', 'Rohan', 'Sana', 'Vikram'])[1 + n % 10],
      (array['Das', 'Gupta', 'Iyer', 'Khan', 'Menon', 'Nair', 'Patel', 'Rao', 'Singh'])[1 + n % 9],
      'applicant-' || n || '@example.com', now(), 'IN', '+9160' || lpad(n::text, 8, '0'), now(),
      '{}'
    from generate_series(${first}::int, ${last}::int) n
    returning id, substring(email from '[0-9]+')::int as n
  ), place as (
    select id, city, region, row_number() over (order by id) - 1 as at, count(*) over () as total from job_location
  )
  insert into candidate_registration (user_id, status, submitted_at, updated_at, current_location_id,
    current_city, current_region, preferred_location_ids, willing_to_relocate, highest_qualification, degree, graduation_year,
    total_experience_months, notice_period_days, languages, shift_preference, has_laptop_and_internet)
  select person.id, case when n % 3 = 0 then 'VERIFIED' else 'DETAILS_SUBMITTED' end, now(),
    now() - make_interval(mins => n % 40000), place.id, place.city, place.region,
    jsonb_build_array(place.id), n % 2 = 0,
    (array['CLASS_12', 'BACHELOR', 'BACHELOR', 'MASTER'])[1 + n % 4],
    (array[null, 'B.Com', 'BBA', 'M.Com'])[1 + n % 4], 2018 + n % 8, n % 60, n % 90,
    '[{"code": "en", "level": "B2"}, {"code": "hi", "level": "NATIVE"}]', '["DAY"]', true
  from person join place on place.at = n % place.total`;

const answer = { key: motivation.key, value: 'I like to see numbers agree.' };

/** Selects the key of the job's first stage of a kind, or null. */
const firstStage = (kind: RawBuilder<unknown>) => sql`
  select value ->> 'key' as key from jsonb_array_elements(offer.stages) with ordinality stage(value, place)
  where value ->> 'kind' = ${kind} order by place limit 1`;

const insertApplications = (first: number, last: number, limit: number): RawBuilder<{ id: string }> => sql`
  with offer as (
    select id, stages, row_number() over (order by id) - 1 as at, count(*) over () as total
    from job where status != 'DRAFT'
  ), lot as (
    select ordinality - 1 as at, value ->> 0 as status, value ->> 1 as kind
    from jsonb_array_elements(${JSON.stringify(statusCycle)}::jsonb) with ordinality
  ), wanted as (
    select person.id as user_id, offer.id as job_id,
      case when stage.key is null then 'IN_REVIEW' else lot.status end as status,
      coalesce(stage.key, review.key) as stage_key,
      now() - make_interval(mins => case when lot.status in ('STARTED', 'SUBMITTED', 'IN_REVIEW')
        then (turn * 37) % 2880 else 4320 + (turn * 37) % 80000 end) as started_at
    from app_user person
    cross join lateral (select substring(person.email from '[0-9]+')::int as n) numbered
    cross join generate_series(0, ${applicationsPerPerson - 1}::int) k
    cross join lateral (select n * ${applicationsPerPerson}::int + k as turn) turned
    join offer on offer.at = turn % offer.total
    join lot on lot.at = (turn * 7 + n) % ${statusCycle.length}::int
    left join lateral (${firstStage(sql`lot.kind`)}) stage on true
    join lateral (${firstStage(sql`'REVIEW'`)}) review on true
    where person.email like 'applicant-%@example.com' and n between ${first}::int and ${last}::int
    limit ${limit}
  )
  insert into job_application (id, number, user_id, job_id, status, stage_key, started_at, expires_at,
    job_location_id, submitted_at, reply_due_at, replied_at, decided_at, answers, hold_from_status)
  select gen_random_uuid(),
    'MS-' || to_char(started_at at time zone 'Asia/Kolkata', 'YY') || '-'
      || lpad(nextval('job_application_number')::text, 5, '0'),
    user_id, job_id, status, stage_key, started_at, started_at + interval '30 days',
    (select job_location_id from job_job_location place where place.job_id = wanted.job_id
      order by md5(job_location_id::text || user_id::text) limit 1),
    case when status not in ('STARTED', 'EXPIRED') then started_at + interval '1 hour' end,
    case when status not in ('STARTED', 'EXPIRED') then started_at + interval '25 hours' end,
    case when status in ('SHORTLISTED', 'TRAINING', 'INTERVIEW', 'OFFERED', 'HIRED', 'NOT_SELECTED')
      then started_at + interval '20 hours' end,
    case when status in ('OFFERED', 'HIRED', 'NOT_SELECTED') then started_at + interval '48 hours' end,
    ${JSON.stringify([answer])},
    case when status = 'ON_HOLD' then 'IN_REVIEW' end
  from wanted
  returning id`;

/** Stores the snapshot of the candidate's details in each submitted application. [API-42] */
export const freezeSnapshots = (ids: readonly string[]): RawBuilder<unknown> => sql`
  update job_application set candidate_snapshot = jsonb_build_object(
    'firstName', person.first_name, 'lastName', person.last_name, 'email', person.email,
    'phone', person.phone_e164, 'currentLocation', place.city || ', ' || place.region,
    'preferredLocations', jsonb_build_array(place.city || ', ' || place.region),
    'values', ${JSON.stringify(noRegistrationValues)}::jsonb || jsonb_build_object(
      'residence', jsonb_build_object('city', place.city, 'region', place.region),
      'currentLocationId', place.id, 'preferredLocationIds', told.preferred_location_ids,
      'willingToRelocate', told.willing_to_relocate, 'highestQualification', told.highest_qualification,
      'degree', told.degree, 'graduationYear', told.graduation_year,
      'totalExperienceMonths', told.total_experience_months, 'noticePeriodDays', told.notice_period_days,
      'languages', told.languages, 'shiftPreference', told.shift_preference,
      'hasLaptopAndInternet', told.has_laptop_and_internet),
    'answers', ${JSON.stringify([{ ...answer, label: motivation.label }])}::jsonb,
    'coverNote', null, 'portfolioSlug', null, 'resumeMediaId', null, 'eligibility', null)
  from app_user person
  join candidate_registration told on told.user_id = person.id
  join job_location place on place.id = told.current_location_id
  where person.id = job_application.user_id and job_application.submitted_at is not null
    and job_application.id = any(${ids}::uuid[])`;

/** Adds a short history to each application: started, submitted, and the move to its status. */
const insertHistory = (ids: readonly string[]): RawBuilder<unknown> => sql`
  insert into application_event (id, application_id, action, at, from_status, to_status, actor_type)
  select gen_random_uuid(), id, step.action, step.at, step.came_from, step.status, step.actor
  from job_application
  cross join lateral (values
    ('APPLY', started_at, null, 'STARTED', 'CANDIDATE'),
    ('SUBMIT', submitted_at, 'STARTED', 'SUBMITTED', 'CANDIDATE'),
    (null, case when status not in ('STARTED', 'SUBMITTED') then started_at + interval '2 days' end,
      case when submitted_at is null then 'STARTED' else 'SUBMITTED' end, status,
      case status when 'EXPIRED' then 'SYSTEM' when 'WITHDRAWN' then 'CANDIDATE' else 'STAFF' end)
  ) step (action, at, came_from, status, actor)
  where job_application.id = any(${ids}::uuid[]) and step.at is not null`;

/** Adds the interview or training of the applications in that stage. The candidate has not chosen a time yet. */
const insertAppointments = (ids: readonly string[]): RawBuilder<unknown> => sql`
  with invited as (
    insert into interview (id, application_id, stage_key, status, uid)
    select gen_random_uuid(), id, stage_key, 'TO_SCHEDULE', 'interview-' || id || '@localhost'
    from job_application where id = any(${ids}::uuid[]) and status = 'INTERVIEW'
  )
  insert into training (id, application_id, stage_key, status)
  select gen_random_uuid(), id, stage_key, 'TO_SET_UP'
  from job_application where id = any(${ids}::uuid[]) and status = 'TRAINING'`;
