import * as fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** Writes to what reports count, in any order: requests, accounts, leads, enrolments, applications, offers and first days. */

const people = 3;
const idOf = (person: number) => `00000000-0000-4000-8000-00000000000${person}`;
const leadOf = (lead: number) => `00000000-0000-4000-9000-00000000000${lead}`;

/** Adds the people and leads that the writes are about. */
export async function insertPeople(db: Db): Promise<void> {
  for (let person = 0; person < people; person += 1) {
    await sql`
      insert into app_user (id, first_name, last_name, email, country_iso_code, phone_e164, phone_verified_at, notification_preferences)
      values (${idOf(person)}, 'Person', 'Counted', ${`counted-${person}@example.com`}, 'IN', ${`+91630000000${person}`}, now(), '{}')`.execute(
      db,
    );
    await sql`
      insert into lead (id, first_name, last_name, due_at) values (${leadOf(person)}, 'Person', 'Counted', now())`.execute(
      db,
    );
  }
}

export type ReportWrite =
  | {
      write: 'convert';
      kind: string;
      person: number | null;
      browser: number | null;
      daysAgo: number;
      lead: number | null;
    }
  | { write: 'apply' | 'reserve'; person: number; daysAgo: number; isDone: boolean }
  | { write: 'offer' | 'join'; of: number; daysAgo: number }
  | {
      write: 'send' | 'unsend' | 'withdrawOffer' | 'reopen' | 'confirm' | 'unconfirm' | 'deleteConversion';
      of: number;
    }
  | { write: 'deleteApplication'; of: number }
  | { write: 'moveRequest' | 'deleteRequest'; of: number; lead: number }
  | { write: 'verify' | 'unverify'; person: number }
  | { write: 'rollUp' };

const person = fc.nat({ max: people - 1 });
const daysAgo = fc.nat({ max: 60 });
const of = fc.nat({ max: 9 });

/** A write at random. Browsers have the first touch that belongs to them, as cookies do. */
export const reportWrite: fc.Arbitrary<ReportWrite> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      write: fc.constant('convert' as const),
      kind: fc.constantFrom('SIGN_UP', 'BROCHURE', 'EVENT'),
      person: fc.option(person),
      browser: fc.option(fc.nat({ max: 2 })),
      daysAgo,
      lead: fc.option(person),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      write: fc.constantFrom('apply', 'reserve'),
      person,
      daysAgo,
      isDone: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ write: fc.constantFrom('offer', 'join'), of, daysAgo }) },
  {
    weight: 3,
    arbitrary: fc.record({
      write: fc.constantFrom(
        'send',
        'unsend',
        'withdrawOffer',
        'reopen',
        'confirm',
        'unconfirm',
        'deleteConversion',
        'deleteApplication',
      ),
      of,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ write: fc.constantFrom('moveRequest', 'deleteRequest'), of, lead: person }),
  },
  { weight: 1, arbitrary: fc.record({ write: fc.constantFrom('verify', 'unverify'), person }) },
  { weight: 3, arbitrary: fc.record({ write: fc.constant('rollUp' as const) }) },
) as fc.Arbitrary<ReportWrite>;

const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`;
/** The row at this place, or none. */
const rowAt = (table: string, place: number) =>
  sql`(select id from ${sql.table(table)} order by id offset ${place}::int limit 1)`;

/** Makes a write, except for `rollUp`. A write to a row that is not there changes nothing. */
export async function applyWrite(db: Db, one: ReportWrite): Promise<void> {
  for (const statement of statementsOf(one)) await statement.execute(db);
}

function statementsOf(one: ReportWrite): RawBuilder<unknown>[] {
  switch (one.write) {
    case 'convert':
      return insertConversion(one);
    case 'apply':
    case 'reserve':
      return insertSubject(one);
    case 'offer':
      return [
        sql`insert into job_offer (id, application_id, version, status, annual_pay, currency, joining_on, location, work_mode, terms,
            expires_at, from_status, from_stage_key, created_by_id, created_at)
          select gen_random_uuid(), id, coalesce((select max(version) from job_offer where application_id = job_application.id), 0) + 1, 'REPLACED',
            1, 'INR', '2026-04-01', '', '', '', now(), '', '', gen_random_uuid(), ${ago(one.daysAgo)}
          from job_application where id = ${rowAt('job_application', one.of)}`,
      ];
    case 'join':
      return [
        sql`insert into placement (id, application_id, joined_on, recorded_by_id)
          select gen_random_uuid(), id, (${ago(one.daysAgo)})::date, gen_random_uuid() from job_application
          where id = ${rowAt('job_application', one.of)} on conflict do nothing`,
      ];
    case 'moveRequest':
      return [
        sql`update lead_request set lead_id = ${leadOf(one.lead)} where subject_id = ${rowAt('conversion', one.of)}`,
      ];
    case 'deleteRequest':
      return [sql`delete from lead_request where subject_id = ${rowAt('conversion', one.of)}`];
    case 'verify':
      return [sql`update app_user set phone_verified_at = now() where id = ${idOf(one.person)}`];
    case 'unverify':
      return [sql`update app_user set phone_verified_at = null where id = ${idOf(one.person)}`];
    case 'rollUp':
      return [];
    default:
      return [changes[one.write](one.of)];
  }
}

const changes = {
  send: (of: number) =>
    sql`update job_application set submitted_at = now() where id = ${rowAt('job_application', of)}`,
  unsend: (of: number) =>
    sql`update job_application set submitted_at = null where id = ${rowAt('job_application', of)}`,
  withdrawOffer: (of: number) => sql`delete from job_offer where id = ${rowAt('job_offer', of)}`,
  reopen: (of: number) => sql`delete from placement where id = ${rowAt('placement', of)}`,
  confirm: (of: number) =>
    sql`update enrolment set confirmed_at = now() where id = ${rowAt('enrolment', of)}`,
  unconfirm: (of: number) =>
    sql`update enrolment set confirmed_at = null where id = ${rowAt('enrolment', of)}`,
  deleteConversion: (of: number) => sql`delete from conversion where id = ${rowAt('conversion', of)}`,
  deleteApplication: (of: number) =>
    sql`delete from job_application where id = ${rowAt('job_application', of)}`,
};

/** A request has the id of its conversion, so that a write finds both. */
function insertConversion(one: Extract<ReportWrite, { write: 'convert' }>): RawBuilder<unknown>[] {
  const id = sql`(select id from conversion order by at desc, id desc limit 1)`;
  const subject = one.kind === 'SIGN_UP' ? sql`${idOf(one.person ?? 0)}::uuid` : sql`id`;
  const userId =
    one.kind === 'SIGN_UP' ? idOf(one.person ?? 0) : one.person === null ? null : idOf(one.person);
  const conversion = sql`
    insert into conversion (id, kind, subject_id, user_id, anonymous_id, first_touch, session_touch, device, at)
    select id, ${one.kind}, ${subject}, ${userId}::uuid, ${one.browser === null ? null : `browser${one.browser}`}::text,
      ${touchOf(one.browser)}::jsonb, ${one.daysAgo % 3 === 0 ? '{"utmSource": "Mail", "utmCampaign": "To asha@example.com"}' : null}::jsonb,
      'PHONE', ${ago(one.daysAgo)}
    from (select gen_random_uuid() as id) new on conflict do nothing`;
  if (one.lead === null || one.kind === 'SIGN_UP') return [conversion];
  const request = sql`
    insert into lead_request (kind, subject_id, lead_id, program_slug)
    select kind, subject_id, ${leadOf(one.lead)}, 'embark-pro' from conversion where id = ${id} and kind = ${one.kind}
    on conflict do nothing`;
  return [conversion, request];
}

const touchOf = (browser: number | null): string | null =>
  browser === null
    ? null
    : JSON.stringify({
        ...(browser === 0 && { utmSource: 'News', utmCampaign: 'Autumn' }),
        at: new Date(Date.now() - (browser * 11 + 3) * 86_400_000).toISOString(),
      });

function insertSubject(one: Extract<ReportWrite, { write: 'apply' | 'reserve' }>): RawBuilder<unknown>[] {
  const doneAt = one.isDone ? ago(one.daysAgo) : sql`null`;
  const conversion = (kind: string) => sql`
    insert into conversion (id, kind, subject_id, user_id, anonymous_id, first_touch, at)
    select gen_random_uuid(), ${kind}, id, user_id, ${`browser${one.person}`}::text, ${touchOf(one.person)}::jsonb, ${ago(one.daysAgo)}
    from made`;
  if (one.write === 'reserve')
    return [
      sql`with made as (
          insert into enrolment (id, reference, user_id, program_slug, batch_id, status, fee, confirmed_at)
          values (gen_random_uuid(), gen_random_uuid()::text, ${idOf(one.person)}, 'embark-pro', 'one', 'DROPPED', '{}', ${doneAt})
          returning id, user_id)
        ${conversion('ENROLMENT')}`,
    ];
  return [
    sql`with made as (
        insert into job_application (id, number, user_id, job_id, status, stage_key, started_at, expires_at, submitted_at)
        select gen_random_uuid(), gen_random_uuid()::text, ${idOf(one.person)}, job.id, 'WITHDRAWN', 'review', now(), now(), ${doneAt}
        from job limit 1
        returning id, user_id)
      ${conversion('JOB_APPLICATION')}`,
  ];
}
