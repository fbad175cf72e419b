import { sql } from 'kysely';
import { id } from './functions.ts';

/** Enrolments, certificates, portfolios and tests: copies of rows of the demo data for other people. */
export const fillLearning = [
  sql`
    insert into enrolment
    select (jsonb_populate_record(model, jsonb_build_object('id', ${id('enrolment')}, 'reference', 'EN-' || to_char(at, 'YY') || '-' || 100000 + n,
      'user_id', id, 'status', status, 'requested_at', at, 'reminded_at', null,
      'hold_expires_at', case when status = 'HELD' then now() + interval '1 day' end,
      'confirmed_at', case when status <> 'HELD' then at + interval '2 days' end,
      'ended_at', case when status not in ('HELD', 'CONFIRMED') then at + interval '100 days' end))).*
    from bench.person cross join lateral (select case when at > now() - interval '2 days' then 'HELD' when at > now() - interval '90 days' then 'CONFIRMED'
      else (array['COMPLETED', 'COMPLETED', 'DROPPED', 'RELEASED'])[1 + bench.pick(n, 40, 4)] end as status) drawn
    join (select enrolment as model, row_number() over (order by id) as m, count(*) over () as models from enrolment) models on m = 1 + n / 20 % models
    where n % 20 = 0 and verified_at is not null`,
  sql`
    insert into enrolment_event (id, enrolment_id, at, action, from_status, to_status, actor_type)
    select gen_random_uuid(), id, requested_at + make_interval(hours => later), action, from_status, to_status, actor
    from enrolment cross join lateral (values ('REQUEST', 0, null, 'REQUESTED', 'CANDIDATE', true), ('HOLD_SEAT', 0, 'REQUESTED', 'HELD', 'SYSTEM', true),
      ('RECORD_PAYMENT', 40, 'HELD', 'HELD', 'STAFF', status <> 'HELD'), ('CONFIRM', 40, 'HELD', 'CONFIRMED', 'STAFF', status <> 'HELD'),
      ('COMPLETE', 2400, 'CONFIRMED', status, 'STAFF', status not in ('HELD', 'CONFIRMED'))) step (action, later, from_status, to_status, actor, happened)
    where happened and reference like 'EN-__-______'`,
  sql`
    insert into enrolment_payment (id, enrolment_id, amount, method, reference, received_at, recorded_by_id, recorded_at)
    select gen_random_uuid(), id, 16000, 'BANK_TRANSFER', 'TR-' || reference, confirmed_at, (select id from bench.person where n = 1), confirmed_at
    from enrolment where confirmed_at is not null and reference like 'EN-__-______'`,
  sql`
    insert into conversion (id, kind, subject_id, user_id, device, at)
    select gen_random_uuid(), 'ENROLMENT', id, user_id, 'PHONE', requested_at from enrolment where reference like 'EN-__-______'`,
  sql`
    insert into certificate
    select (jsonb_populate_record(model, jsonb_build_object('id', ${id('certificate')}, 'short_uuid', translate(upper(substr(md5('certificate' || n), 1, 12)), '01', 'XY'),
      'user_id', id, 'holder_name', first_name || ' ' || last_name, 'holder_email', email, 'holder_phone', phone, 'dedupe_key', 'many-' || n,
      'issued_on', (at)::date, 'completed_on', (at)::date, 'created_at', at, 'updated_at', at))).*
    from bench.person cross join (select certificate as model from certificate where short_uuid = 'K7TQM4XWHN2C') models where n % 10 = 0`,
  sql`
    insert into certificate_version
    select (jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(), 'certificate_id', ${id('certificate')}, 'created_at', at,
      'status_index', 1000 + n / 10, 'facts', (model).facts || jsonb_build_object('holderName', first_name || ' ' || last_name)))).*
    from bench.person cross join (select certificate_version as model from certificate_version
      where certificate_id = (select id from certificate where short_uuid = 'K7TQM4XWHN2C') order by version limit 1) models where n % 10 = 0`,
  sql`
    insert into certificate_event (id, certificate_id, at, action, to_status, actor_type)
    select gen_random_uuid(), ${id('certificate')}, at, 'ISSUE', 'ISSUED', 'STAFF' from bench.person where n % 10 = 0`,
  sql`
    insert into portfolio
    select (jsonb_populate_record(model, jsonb_build_object('id', ${id('portfolio')}, 'user_id', id, 'slug', lower(first_name || '-' || last_name) || '-' || n,
      'share_slug', null, 'cover_media_id', null, 'created_at', at, 'updated_at', at, 'visibility', case when n % 40 = 0 then 'PUBLIC' else 'PRIVATE' end,
      'allow_indexing', n % 40 = 0))).*
    from bench.person cross join (select portfolio as model from portfolio where slug = 'asha-verma') models where n % 20 = 0`,
  sql`
    insert into portfolio_slug (slug, portfolio_id, taken_at)
    select lower(first_name || '-' || last_name) || '-' || n, ${id('portfolio')}, at from bench.person where n % 20 = 0`,
  ...['portfolio_link', 'portfolio_project', 'portfolio_work'].map(
    (table) => sql`
      insert into ${sql.ref(table)}
      select (jsonb_populate_record(model, jsonb_build_object('portfolio_id', ${id('portfolio')}, 'id', gen_random_uuid()) || nulls)).*
      from bench.person cross join (select part as model, to_jsonb(part) - 'cover_media_id' as nulls_of from ${sql.ref(table)} part
        join portfolio on portfolio.id = portfolio_id where slug = 'asha-verma') models
      cross join lateral (select case when to_jsonb(model) ? 'cover_media_id' then '{"cover_media_id": null}'::jsonb else '{}' end as nulls) covers
      where n % 20 = 0`,
  ),
  sql`
    insert into media (id, user_id, kind, mime_type, name, bytes, is_public, created_at)
    select gen_random_uuid(), id, 'DOCUMENT', 'application/pdf', 'resume.pdf', 180000, false, at from bench.candidate where n % 2 = 0`,
  sql`
    insert into media_usage (user_id, files, bytes) select id, 1, 180000 from bench.candidate where n % 2 = 0 on conflict do nothing`,
  sql`
    insert into scholarship_registration
    select (jsonb_populate_record(model, jsonb_build_object('id', ${id('test')}, 'registration_number', 'ST-' || to_char(at, 'YY') || '-' || 100000 + n, 'user_id', id,
      'first_name', first_name, 'last_name', last_name, 'email', email, 'phone_e164', phone, 'registered_at', at, 'award_enrolment_id', null,
      'slot_id', to_char(at + interval '3 days', 'YYYY-MM-DD') || '-1100', 'slot_starts_at', date_trunc('day', at + interval '3 days') + interval '5 hours 30 minutes',
      'award_expires_at', case when (model).award_expires_at is not null then at + interval '93 days' end))).*
    from bench.person join (select scholarship_registration as model, row_number() over (order by id) as m, count(*) over () as models
      from scholarship_registration where status in ('AWARDED', 'NOT_AWARDED')) models on m = 1 + n / 25 % models
    where n % 25 = 0`,
  sql`
    insert into scholarship_test
    select (jsonb_populate_record(model, jsonb_build_object('registration_id', ${id('test')}, 'seed', n, 'started_at', at + interval '3 days',
      'ends_at', at + interval '3 days 1 hour', 'submitted_at', at + interval '3 days 50 minutes'))).*
    from bench.person cross join (select scholarship_test as model from scholarship_test where submitted_at is not null limit 1) models where n % 25 = 0`,
  sql`
    insert into scholarship_answer (registration_id, position, question_id, choices, answer_text, is_flagged, revision, saved_at, is_right)
    select ${id('test')}, position, question_id, choices, answer_text, is_flagged, revision, at + interval '3 days', (n + position) % 3 > 0
    from bench.person cross join (select * from scholarship_answer where registration_id = (select registration_id from scholarship_answer limit 1)) models
    where n % 25 = 0`,
  sql`
    insert into scholarship_event (id, registration_id, at, action, from_status, to_status, actor_type)
    select gen_random_uuid(), ${id('test')}, at + make_interval(days => later), action, from_status, to_status, actor
    from bench.person cross join (values ('REGISTER', 0, null, 'REGISTERED', 'CANDIDATE'), ('BOOK_SLOT', 0, 'REGISTERED', 'SLOT_BOOKED', 'CANDIDATE'),
      ('SUBMIT', 3, 'SLOT_BOOKED', 'SUBMITTED', 'SYSTEM'), ('EVALUATE', 3, 'SUBMITTED', 'EVALUATED', 'SYSTEM')) step (action, later, from_status, to_status, actor)
    where n % 25 = 0`,
  sql`
    insert into mastery_registration
    select (jsonb_populate_record(model, jsonb_build_object('id', ${id('test', 'n + 100000000')}, 'registration_number', 'PM-' || to_char(at, 'YY') || '-' || 100000 + n,
      'user_id', id, 'first_name', first_name, 'last_name', last_name, 'email', email, 'phone_e164', phone, 'registered_at', at,
      'session_id', to_char(at + interval '1 month', 'YYYY-MM'), 'status', case when at < now() - interval '2 months' then 'COMPLETED' else 'CONFIRMED' end))).*
    from bench.person cross join (select mastery_registration as model from mastery_registration limit 1) models where n % 50 = 0`,
  sql`
    insert into mastery_event (id, registration_id, at, action, to_status, actor_type)
    select gen_random_uuid(), ${id('test', 'n + 100000000')}, at, 'REGISTER', 'REGISTERED', 'CANDIDATE' from bench.person where n % 50 = 0`,
  sql`
    insert into mock_interview
    select (jsonb_populate_record(model, jsonb_build_object('id', ${id('test', 'n + 200000000')}, 'user_id', id, 'uid', 'mock-' || n, 'booked_at', at,
      'pass_id', null, 'status', 'COMPLETED'))).*
    from bench.person cross join (select mock_interview as model from mock_interview where status = 'COMPLETED' limit 1) models where n % 100 = 0`,
];
