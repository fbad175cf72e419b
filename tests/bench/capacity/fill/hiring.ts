import { sql } from 'kysely';
import { noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import { id } from './functions.ts';

/** A stage of a job by its kind. */
const stageOf = (kind: string) => sql`
  (select value ->> 'key' from jsonb_array_elements(stages) with ordinality stage (value, place)
   where value ->> 'kind' = ${sql.lit(kind)} order by place limit 1)`;

/** Three of ten people are candidates. Each applies once, and some more often; frequent jobs get more applications. */
export const fillHiring = [
  sql`
    create unlogged table bench.job as
    select row_number() over (order by md5(id::text))::int - 1 as at_job, count(*) over ()::int as jobs, id as job_id,
      ${stageOf('FORM')} as form, ${stageOf('REVIEW')} as review, ${stageOf('TRAINING')} as training,
      ${stageOf('INTERVIEW')} as interview, ${stageOf('OFFER')} as offer,
      (select array_agg(job_location_id) from job_job_location place where place.job_id = job.id) as places
    from job where status <> 'DRAFT'`,
  sql`
    create unlogged table bench.place as
    select row_number() over (order by id)::int - 1 as at_place, count(*) over ()::int as places, id as place_id, city, region from job_location`,
  sql`
    create unlogged table bench.candidate as
    select row_number() over (order by n)::int as c, person.* from bench.person where bench.draw(n, 20) < 0.3 and verified_at is not null`,
  sql`
    insert into candidate_registration (user_id, status, consented_at, submitted_at, updated_at, current_location_id, current_city,
      current_region, preferred_location_ids, willing_to_relocate, highest_qualification, degree, college, graduation_year,
      total_experience_months, expected_salary, currency, notice_period_days, languages, shift_preference, has_laptop_and_internet)
    select id, case when at > now() - interval '2 days' and n % 2 = 0 then 'DETAILS_SUBMITTED' when n % 20 = 0 then 'REGISTERED'
        when n % 5 = 0 then 'DETAILS_SUBMITTED' else 'VERIFIED' end, at,
      case when n % 20 > 0 then at + interval '1 hour' end, at + interval '2 hours', place_id, city, region, jsonb_build_array(place_id),
      n % 2 = 0, (array['CLASS_12', 'BACHELOR', 'BACHELOR', 'MASTER'])[1 + n % 4], (array[null, 'B.Com', 'BBA', 'M.Com'])[1 + n % 4],
      'Government College', 2016 + n % 11, bench.pick(n, 21, 90, 2), 240000 + (n % 20) * 12000, 'INR', n % 90,
      '[{"code": "en", "level": "B2"}, {"code": "hi", "level": "NATIVE"}]', '["DAY"]', true
    from bench.candidate join bench.place on at_place = bench.pick(n, 22, places, 1.5)`,
  sql`
    insert into registration_event (id, user_id, at, from_status, to_status, actor_type, actor_id)
    select gen_random_uuid(), id, at + make_interval(mins => turn * 30), (array[null, 'REGISTERED', 'DETAILS_IN_PROGRESS'])[turn],
      (array['REGISTERED', 'DETAILS_IN_PROGRESS', 'DETAILS_SUBMITTED'])[turn], 'CANDIDATE', id
    from bench.candidate cross join generate_series(1, 3) turn where n % 20 > 0 or turn = 1`,
  // One application each on average: most people have one, a tenth have four.
  sql`
    create unlogged table bench.application as
    select row_number() over ()::int as a, n, id as user_id, first_name, last_name, email, phone, started_at as at, job.*, places[1 + bench.pick(n, 23, cardinality(places))] as place,
      case when started_at > now() - interval '2 days' then (array['STARTED', 'SUBMITTED', 'SUBMITTED', 'IN_REVIEW'])[1 + floor(lot * 4)::int]
        when started_at > now() - interval '30 days' then case when lot < 0.15 then 'IN_REVIEW' when lot < 0.27 then 'SHORTLISTED'
          when lot < 0.32 and training is not null then 'TRAINING' when lot < 0.42 and interview is not null then 'INTERVIEW'
          when lot < 0.45 and offer is not null then 'OFFERED' when lot < 0.48 then 'ON_HOLD' when lot < 0.53 and offer is not null then 'HIRED'
          when lot < 0.58 then 'WITHDRAWN' when lot < 0.65 then 'EXPIRED' else 'NOT_SELECTED' end
        else case when lot < 0.08 and offer is not null then 'HIRED' when lot < 0.10 then 'SHORTLISTED' when lot < 0.12 and interview is not null then 'INTERVIEW'
          when lot < 0.13 then 'ON_HOLD' when lot < 0.25 then 'WITHDRAWN' when lot < 0.4 then 'EXPIRED' else 'NOT_SELECTED' end end as status
    from bench.candidate cross join lateral generate_series(1, case when n % 20 = 0 then 4 when n % 10 < 8 then 1 else 0 end) turn
    join bench.job job on at_job = (bench.pick(n, 24, jobs, 1.5) + turn * 37) % jobs
    cross join lateral (select at + (now() - at) * power(bench.draw(n + turn, 25), 3) as started_at, bench.draw(n * 4 + turn, 26) as lot) drawn`,
  sql`analyze bench.application`,
  sql`
    insert into job_application (id, number, user_id, job_id, status, stage_key, started_at, expires_at, job_location_id, submitted_at,
      reply_due_at, replied_at, decided_at, answers, hold_from_status, owner_id, candidate_snapshot)
    select ${id('application', 'a')}, 'MS-' || to_char(at, 'YY') || '-' || 100000 + a, user_id, job_id, status,
      case when status in ('STARTED', 'EXPIRED') then coalesce(form, review) when status = 'TRAINING' then training when status = 'INTERVIEW' then interview
        when status in ('OFFERED', 'HIRED') then offer else review end,
      at, at + interval '30 days', place, submitted_at, submitted_at + interval '24 hours',
      case when status not in ('STARTED', 'EXPIRED', 'SUBMITTED', 'WITHDRAWN') and (status <> 'IN_REVIEW' or a % 3 = 0) then submitted_at + interval '20 hours' end,
      case when status in ('HIRED', 'NOT_SELECTED') then submitted_at + interval '9 days' end,
      '[{"key": "motivation", "value": "I like it when numbers agree, and I explain well why they do."}]',
      case when status = 'ON_HOLD' then 'IN_REVIEW' end,
      case when a % 3 < 2 then (select id from bench.person where n = 1 + a % 60) end,
      case when submitted_at is not null then jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'phone', phone,
        'currentLocation', r.current_city || ', ' || r.current_region, 'preferredLocations', jsonb_build_array(r.current_city || ', ' || r.current_region),
        'values', ${sql.lit(JSON.stringify(noRegistrationValues))}::jsonb || jsonb_build_object(
          'residence', jsonb_build_object('city', r.current_city, 'region', r.current_region), 'currentLocationId', r.current_location_id,
          'preferredLocationIds', r.preferred_location_ids, 'willingToRelocate', r.willing_to_relocate,
          'highestQualification', r.highest_qualification, 'degree', r.degree, 'college', r.college, 'graduationYear', r.graduation_year,
          'totalExperienceMonths', r.total_experience_months, 'noticePeriodDays', r.notice_period_days, 'languages', r.languages,
          'shiftPreference', r.shift_preference, 'hasLaptopAndInternet', r.has_laptop_and_internet),
        'answers', '[{"key": "motivation", "value": "I like it when numbers agree, and I explain well why they do.", "label": "Why this job?"}]'::jsonb,
        'coverNote', null, 'portfolioSlug', null, 'resumeMediaId', null, 'eligibility', jsonb_build_object('met', jsonb_build_array('English B2'),
          'missing', case when a % 3 = 0 then jsonb_build_array('1 year of experience') else '[]'::jsonb end, 'unchecked', '[]'::jsonb)) end
    from bench.application
    join (select user_id as registered_id, current_city, current_region, current_location_id, preferred_location_ids, willing_to_relocate,
      highest_qualification, degree, college, graduation_year, total_experience_months, notice_period_days, languages, shift_preference,
      has_laptop_and_internet from candidate_registration) r on registered_id = user_id
    cross join lateral (select case when status not in ('STARTED', 'EXPIRED') then at + interval '1 hour' end as submitted_at) sent`,
  sql`select setval('job_application_number', 2000000)`,
  sql`
    insert into conversion (id, kind, subject_id, user_id, anonymous_id, device, at)
    select gen_random_uuid(), 'JOB_APPLICATION', ${id('application', 'a')}, user_id, md5('browser' || n)::uuid::text, 'PHONE', at from bench.application`,
  sql`
    insert into application_event (id, application_id, action, at, from_status, to_status, actor_type, actor_id)
    select gen_random_uuid(), ${id('application', 'a')}, action, at + make_interval(hours => later), from_status, to_status, actor, user_id
    from bench.application cross join lateral (values
      ('APPLY', 0, null, 'STARTED', 'CANDIDATE', true),
      ('EXPIRE', 720, 'STARTED', 'EXPIRED', 'SYSTEM', status = 'EXPIRED'),
      ('SUBMIT', 1, 'STARTED', 'SUBMITTED', 'CANDIDATE', status not in ('STARTED', 'EXPIRED')),
      ('START_REVIEW', 9, 'SUBMITTED', 'IN_REVIEW', 'STAFF', status not in ('STARTED', 'EXPIRED', 'SUBMITTED')),
      ('SHORTLIST', 21, 'IN_REVIEW', 'SHORTLISTED', 'STAFF', status in ('SHORTLISTED', 'TRAINING', 'INTERVIEW', 'OFFERED', 'HIRED')),
      ('MOVE_TO_INTERVIEW', 60, 'SHORTLISTED', 'INTERVIEW', 'STAFF', status in ('INTERVIEW', 'OFFERED', 'HIRED')),
      ('MAKE_OFFER', 120, 'INTERVIEW', 'OFFERED', 'STAFF', status in ('OFFERED', 'HIRED')),
      ('ACCEPT_OFFER', 150, 'OFFERED', 'OFFER_ACCEPTED', 'CANDIDATE', status = 'HIRED'),
      ('HIRE', 200, 'OFFER_ACCEPTED', 'HIRED', 'STAFF', status = 'HIRED'),
      ('WITHDRAW', 30, 'IN_REVIEW', 'WITHDRAWN', 'CANDIDATE', status = 'WITHDRAWN'),
      ('HOLD', 30, 'IN_REVIEW', 'ON_HOLD', 'STAFF', status = 'ON_HOLD'),
      ('REJECT', 30, 'IN_REVIEW', 'NOT_SELECTED', 'STAFF', status = 'NOT_SELECTED')
    ) step (action, later, from_status, to_status, actor, happened) where happened`,
  sql`
    insert into application_note (id, application_id, at, author_id, text)
    select gen_random_uuid(), ${id('application', 'a')}, at + interval '1 day', (select id from bench.person where n = 1 + a % 60),
      'Called once. Speaks clearly, can start within the month, wants day shifts.'
    from bench.application where a % 5 = 0`,
  sql`
    insert into saved_job (user_id, job_id, saved_at)
    select id, job_id, at from bench.person join bench.job on at_job = bench.pick(n, 27, jobs, 1.5) where n % 5 = 0`,
  sql`
    insert into job_alert (id, user_id, address, filters, created_at)
    select gen_random_uuid(), id, '/moonshot/jobs/?city=pune', '{"city": "Pune"}', at from bench.person where n % 30 = 0`,
  sql`insert into job_alert_round (user_id) select user_id from job_alert on conflict do nothing`,
];
