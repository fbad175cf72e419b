import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { removePersonalData } from '#lib/domain/analytics/visit.ts';
import { rebuildReports, rollUpReports } from '#lib/server/staff/reports/roll-up/index.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  applyWrite,
  insertPeople,
  type ReportWrite,
  reportWrite,
} from '../../support/staff/report-writes.ts';

const api = useTestApi();
const tables = ['analytics_day', 'analytics_program_day', 'conversion_day', 'cohort_week', 'cohort_member'];

async function readNumbers(): Promise<Record<string, unknown[]>> {
  const numbers: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)} as one order by one::text`.execute(api.db);
    numbers[table] = rows;
  }
  return numbers;
}

async function clear(): Promise<void> {
  for (const table of [
    'conversion',
    'lead',
    'job_application',
    'enrolment',
    'app_user',
    ...tables,
    'report_change',
    'cohort_change',
  ])
    await sql`delete from ${sql.table(table)}`.execute(api.db);
}

/** Inserts 300 visits of the last `days` days, of four sources and two shares, each with up to four events. */
async function insertVisits(days: number) {
  await sql`
    insert into analytics_visit (id, day, started_at, device, landing_page, first_source, session_source, sample_percent)
    select gen_random_uuid(), (now() at time zone 'Asia/Kolkata')::date - (random() * ${days}::int)::int, now(),
      (array['PHONE', 'COMPUTER'])[1 + n % 2], '/', (array['News', 'news', null, 'ad'])[1 + (random() * 3)::int],
      null, (array[25, 100])[1 + (random() * 1)::int]
    from generate_series(1, 300) n`.execute(api.db);
  // An event is at most a day old when it arrives, so later ones belong to visits of yesterday and today.
  await sql`
    insert into analytics_event (visit_id, number, day, at, name, page, program, properties)
    select id, n, day, started_at,
      (array['page_viewed', 'viewed_auth_modal', 'auth otp verify success', 'auth completion success'])[1 + (random() * 3)::int],
      '/', (array['embark-pro', 'moonshot', null])[1 + (random() * 2)::int], '{"intent": "SIGN_UP"}'
    from analytics_visit, generate_series(1, 4) n
    where random() < 0.5 and day >= (now() at time zone 'Asia/Kolkata')::date - ${Math.max(1, days)}::int
    on conflict do nothing`.execute(api.db);
}

test('[TRACK-03] visits counted step by step equal those that are counted again from the events', async () => {
  await insertVisits(20);
  await rollUpReports(api.db);
  for (let round = 0; round < 3; round += 1) {
    await insertVisits(0);
    // Two processes at once count no visit twice.
    await Promise.all([rollUpReports(api.db), rollUpReports(api.db)]);
  }
  const counted = await readNumbers();
  expect(counted.analytics_day?.length).toBeGreaterThan(20);
  expect(counted.analytics_program_day?.length).toBeGreaterThan(20);
  await rebuildReports(api.db);
  expect(await readNumbers()).toEqual(counted);
});

/** What somebody did without an account belongs to the first of two accounts of their browser, and then to the other one. */
const inBrowser = (person: number | null, daysAgo: number): ReportWrite => ({
  ...{ write: 'convert', kind: 'EVENT', person, browser: 1, daysAgo, lead: null },
});
const sharedBrowser: ReportWrite[] = [
  ...[inBrowser(null, 13), inBrowser(1, 3), { write: 'rollUp' } as const, inBrowser(0, 2)],
];

test('[TRACK-01] after any writes, conversions and cohorts counted step by step equal those that are counted again', async () => {
  await restoreJobs(api.db);
  await fc.assert(
    fc.asyncProperty(fc.array(reportWrite, { minLength: 8, maxLength: 40 }), async (writes) => {
      await clear();
      await insertPeople(api.db);
      for (const one of writes)
        await (one.write === 'rollUp' ? rollUpReports(api.db) : applyWrite(api.db, one));
      await rollUpReports(api.db);
      const counted = await readNumbers();
      await rebuildReports(api.db);
      expect(await readNumbers()).toEqual(counted);
    }),
    { numRuns: process.env.SOAK === '1' ? 300 : 25, examples: [[sharedBrowser]] },
  );
});

test('[TRACK-01] names that look like an address or a number are not in the numbers that stay', async () => {
  const names = [
    'To asha@example.com now',
    'call +91 98765 43210',
    'autumn-2026',
    '%40asha x',
    'a'.repeat(150),
  ];
  for (const name of names)
    await sql`
      insert into conversion (id, kind, subject_id, first_touch)
      values (gen_random_uuid(), 'EVENT', gen_random_uuid(), ${JSON.stringify({ utmSource: name, utmCampaign: name })})`.execute(
      api.db,
    );
  await rollUpReports(api.db);
  const { rows } = await sql<{ firstSource: string; firstCampaign: string }>`
    select first_source, first_campaign from conversion_day`.execute(api.db);
  const expected = names.map((name) => removePersonalData(name.toLowerCase()).slice(0, 100)).sort();
  expect(rows.map(({ firstSource }) => firstSource).sort()).toEqual(expected);
  expect(rows.map(({ firstCampaign }) => firstCampaign).sort()).toEqual(expected);
});
