import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

const count = 1400;
const days = 84;

/** Where visits come from, each with its share in percent. Together they are 100. */
const origins = [
  { share: 28, source: null, campaign: null, referrer: null },
  { share: 22, source: 'google.com', campaign: null, referrer: 'www.google.com' },
  { share: 17, source: 'google', campaign: 'pm-course', referrer: null },
  { share: 13, source: 'instagram', campaign: 'december-batch', referrer: null },
  { share: 10, source: 'linkedin', campaign: null, referrer: null },
  { share: 6, source: 'whatsapp', campaign: 'alumni', referrer: null },
  { share: 4, source: 'campus', campaign: null, referrer: null },
];
const pages = [
  { page: '/', program: null },
  { page: '/programs/career-accelerator-program/', program: 'career-accelerator-program' },
  { page: '/moonshot/jobs/', program: 'moonshot' },
  { page: '/programs/embark-pro/', program: 'embark-pro' },
  { page: '/coaches/', program: null },
];
/** How many of a hundred visits go this far. */
const steps = [
  { name: 'viewed_auth_modal', percent: 24 },
  { name: 'auth otp verify success', percent: 9 },
  { name: 'auth completion success', percent: 8 },
];

/** Adds visits with their events. Every number follows from the visit's, so each database gets the same. */
export async function insertVisits(db: Db): Promise<void> {
  await sql`
    with origin as (
      select *, sum(share) over (order by place) as until
      from jsonb_to_recordset(${JSON.stringify(origins.map((one, place) => ({ place, ...one })))}::jsonb)
        as origin (place int, share int, source text, campaign text, referrer text)),
    page as (
      select * from jsonb_to_recordset(${JSON.stringify(pages.map((one, place) => ({ place, ...one })))}::jsonb)
        as page (place int, page text, program text)),
    planned as (
      select n, gen_random_uuid() as id, ${chance('source')} as origin_at, ${chance('device')} as device_at, ${chance('step')} as step_at,
        (now() at time zone 'Asia/Kolkata')::date - (${days} * (1 - sqrt(n::float8 / ${count})))::int as day
      from generate_series(1, ${count}) n),
    visit as (
      insert into analytics_visit (id, day, started_at, device, landing_page, referrer_host, first_source, first_campaign,
        session_source, session_campaign, sample_percent)
      select planned.id, day, day::timestamp at time zone 'Asia/Kolkata' + interval '10 hours',
        case when device_at < 71 then 'PHONE' when device_at < 75 then 'TABLET' else 'COMPUTER' end,
        (select page from page where place = n % ${pages.length}), referrer, source, campaign,
        case when campaign is not null then source end, campaign, 100
      from planned join lateral (
        select * from origin where until > planned.origin_at order by until limit 1) one on true
      returning id, day, started_at),
    step as (
      select * from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step (name text, percent int))
    insert into analytics_event (visit_id, number, day, at, name, page, program, properties)
    select visit.id, row_number() over (partition by visit.id order by event.place), visit.day, started_at, name, event.page, program, properties
    from visit join planned on planned.id = visit.id
    cross join lateral (
      select place, 'page_viewed' as name, page, program, '{"referrerHost": null}'::jsonb as properties
      from page where place in (planned.n % ${pages.length}, (planned.n * 7) % ${pages.length})
      union all
      select 100 - percent, name, '/', null, '{"initialIntent": "SIGN_UP", "intent": "SIGN_UP"}'
      from step where planned.step_at < percent) event`.execute(db);
}

/** A number from 0 to 99 that follows from a visit's number and a word. */
const chance = (word: string) => sql`(('x' || substr(md5(${word}::text || n), 1, 7))::bit(28)::int % 100)`;
