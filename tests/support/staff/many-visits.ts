import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** A year of visits and conversions, as a site with several campaigns gets them. */

export const eventsPerVisit = 10;
const days = 365;

/** A number below `max` that follows from the number of a row. Small ones are more frequent, as names of campaigns are. */
const skewed = (word: string, max: number) =>
  sql`floor(${sql.lit(max)} * power((('x' || substr(md5(${sql.lit(word)} || n), 1, 7))::bit(28)::int & 65535) / 65536.0, 3))::int`;
const day = sql`(now() at time zone 'Asia/Kolkata')::date - (n % ${sql.lit(days)})::int`;

/** Forty campaigns of twelve sources, and a third of the visits without one. */
const source = (place: RawBuilder<unknown>) =>
  sql`case when ${place} > 0 then 'source-' || ${place} % 12 end`;
const campaign = (place: RawBuilder<unknown>) => sql`case when ${place} > 0 then 'campaign-' || ${place} end`;

/** Runs without foreign keys and triggers, which check each row on its own. The caller counts the reports again. */
const inBulk = (db: Db, run: (trx: Db) => Promise<void>) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await run(trx);
  });

/** Inserts the visits from `from` on with ten events each: pages of programmes, and what some of the visitors did. */
export async function insertManyVisits(db: Db, from: number, count: number): Promise<void> {
  const numbers = sql`generate_series(${from}::int, ${from + count - 1}::int) n`;
  const id = sql`md5('visit' || n)::uuid`;
  await inBulk(db, async (trx) => {
    await sql`
      insert into analytics_visit (id, day, started_at, device, landing_page, first_source, first_campaign, session_source,
        session_campaign, sample_percent)
      select ${id}, ${day}, (${day})::timestamp at time zone 'Asia/Kolkata',
        (array['PHONE', 'PHONE', 'PHONE', 'COMPUTER', 'TABLET'])[1 + n % 5], '/', ${source(sql`f`)}, ${campaign(sql`f`)},
        case when n % 3 = 0 then ${source(sql`s`)} end, case when n % 3 = 0 then ${campaign(sql`s`)} end, 100
      from ${numbers} cross join lateral (select ${skewed('first', 40)} as f, ${skewed('session', 40)} as s) place`.execute(
      trx,
    );
    await sql`
      insert into analytics_event (visit_id, number, day, at, name, page, program, properties)
      select ${id}, number, ${day}, (${day})::timestamp at time zone 'Asia/Kolkata', name,
        case when name = 'page_viewed' then '/programs/embark-pro/' else '/' end,
        case when name = 'page_viewed' then (array['embark-pro', 'career-accelerator-program', null, 'moonshot', null])[1 + (n + number) % 5] end,
        case when name = 'page_viewed' then '{"referrerHost": null}'::jsonb
          else '{"initialIntent": "SIGN_UP", "intent": "SIGN_UP", "product": "cap"}'::jsonb end
      from ${numbers} cross join generate_series(1, ${sql.lit(eventsPerVisit)}) number
      cross join lateral (select case
        when number = 8 and n % 4 = 0 then 'viewed_auth_modal'
        when number = 9 and n % 12 = 0 then 'auth otp verify success'
        when number = 10 and n % 13 = 0 then 'auth completion success'
        else 'page_viewed' end as name) event`.execute(trx);
  });
}

/**
 * Inserts people who signed up, half of them with a request that made them a lead, a fifth with an application, and some with an
 * offer, a first day or a seat.
 */
export async function insertManyConversions(db: Db, count: number): Promise<void> {
  const people = sql`generate_series(1, ${count}::int) n`;
  const userId = sql`md5('person' || n)::uuid`;
  const signedUpAt = sql`(${day})::timestamp at time zone 'Asia/Kolkata' + interval '9 hours'`;
  const subject = (word: string) => sql`md5(${sql.lit(word)} || n)::uuid`;
  const convert = (kind: string, subjectId: RawBuilder<unknown>, hours: number, every: number) => sql`
    insert into conversion (id, kind, subject_id, user_id, anonymous_id, first_touch, session_touch, device, at)
    select gen_random_uuid(), ${kind}, ${subjectId}, ${userId}, 'browser' || n,
      jsonb_strip_nulls(jsonb_build_object('utmSource', ${source(sql`f`)}, 'utmCampaign', ${campaign(sql`f`)},
        'at', to_jsonb(${signedUpAt} - make_interval(days => n % 20)))),
      case when n % 3 = 0 then jsonb_build_object('utmSource', ${source(sql`s`)}) end, 'PHONE', ${signedUpAt} + make_interval(hours => ${hours})
    from ${people} cross join lateral (select ${skewed('first', 40)} as f, ${skewed('session', 40)} as s) place
    where n % ${sql.lit(every)} = 0 and ${signedUpAt} + make_interval(hours => ${hours}) < now()`;
  await inBulk(db, async (trx) => {
    const statements = [
      sql`
        insert into app_user (id, first_name, last_name, email, country_iso_code, phone_e164, phone_verified_at, date_joined, notification_preferences)
        select ${userId}, 'Person', n::text, 'many-' || n || '@example.com', 'IN', '+9155' || lpad(n::text, 8, '0'), now(), ${signedUpAt}, '{}'
        from ${people}`,
      convert('SIGN_UP', userId, 0, 1),
      sql`
        insert into lead (id, first_name, last_name, due_at, user_id)
        select ${subject('lead')}, 'Person', n::text, now(), ${userId} from ${people} where n % 2 = 0`,
      sql`
        insert into lead_request (kind, subject_id, lead_id, program_slug)
        select 'BROCHURE', ${subject('brochure')}, ${subject('lead')}, 'embark-pro' from ${people} where n % 2 = 0`,
      convert('BROCHURE', subject('brochure'), 30, 2),
      sql`
        insert into job_application (id, number, user_id, job_id, status, stage_key, started_at, expires_at, submitted_at)
        select ${subject('application')}, 'MANY-' || n, ${userId}, job.id, 'WITHDRAWN', 'review', ${signedUpAt}, now(), ${signedUpAt} + interval '2 days'
        from ${people} cross join (select id from job limit 1) job where n % 5 = 0`,
      convert('JOB_APPLICATION', subject('application'), 40, 5),
      sql`
        insert into job_offer (id, application_id, version, status, annual_pay, currency, joining_on, location, work_mode, terms,
          expires_at, from_status, from_stage_key, created_by_id, created_at)
        select gen_random_uuid(), ${subject('application')}, 1, 'WITHDRAWN', 360000, 'INR', '2030-01-01', 'Pune', 'ON_SITE', '', now(),
          'INTERVIEW', 'review', gen_random_uuid(), ${signedUpAt} + interval '20 days'
        from ${people} where n % 25 = 0`,
      sql`
        insert into placement (id, application_id, joined_on, recorded_by_id)
        select gen_random_uuid(), ${subject('application')}, (${signedUpAt})::date + 40, gen_random_uuid() from ${people} where n % 50 = 0`,
      sql`
        insert into enrolment (id, reference, user_id, program_slug, batch_id, status, fee, confirmed_at)
        select ${subject('seat')}, 'MANY-' || n, ${userId}, 'embark-pro', 'one', 'DROPPED', '{}',
          case when n % 20 = 0 then ${signedUpAt} + interval '9 days' end
        from ${people} where n % 10 = 0`,
      convert('ENROLMENT', subject('seat'), 70, 10),
    ];
    for (const statement of statements) await statement.execute(trx);
  });
}

/** Inserts what was spent in a year on each campaign and day. */
export async function insertManySpend(db: Db): Promise<void> {
  await inBulk(db, async (trx) => {
    const importId = sql`md5('spend')::uuid`;
    await sql`insert into spend_import (id, mode, recorded_by_id) values (${importId}, 'REPLACE', gen_random_uuid())`.execute(
      trx,
    );
    await sql`
      insert into spend_entry (import_id, day, source, campaign, amount)
      select ${importId}, (now() at time zone 'Asia/Kolkata')::date - n, 'source-' || place % 12, 'campaign-' || place, 100000 + place * 100
      from generate_series(0, ${sql.lit(days - 1)}) n cross join generate_series(1, 39) place`.execute(trx);
  });
}
