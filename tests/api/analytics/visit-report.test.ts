import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rebuildVisits, rollUpVisits } from '#lib/server/analytics/roll-up-visits.ts';
import { loadVisitReport, visitBreakdowns } from '#lib/server/staff/reports/visit-report.ts';
import { useTestApi } from '../../support/api.ts';

const api = useTestApi();
const readDays = async () => {
  const { rows } = await sql`select * from analytics_day order by analytics_day::text`.execute(api.db);
  return rows;
};

/** Inserts 300 visits of the last `days` days, of four sources and two shares, each with up to four events. */
async function insertVisits(days: number) {
  await sql`
    insert into analytics_visit (id, day, started_at, device, landing_page, first_source, session_source, sample_percent)
    select gen_random_uuid(), (now() at time zone 'Asia/Kolkata')::date - (random() * ${days}::int)::int, now(),
      (array['PHONE', 'COMPUTER'])[1 + n % 2], '/', (array['news', 'mail', null, 'ad'])[1 + (random() * 3)::int],
      null, (array[25, 100])[1 + (random() * 1)::int]
    from generate_series(1, 300) n`.execute(api.db);
  await insertEvents(Math.max(1, days));
}

/** An event is at most a day old when it arrives, so later ones belong to visits of yesterday and today. */
const insertEvents = (days: number) =>
  sql`
    insert into analytics_event (visit_id, number, day, at, name, page, properties)
    select id, n, day, started_at,
      (array['page_viewed', 'viewed_auth_modal', 'auth otp verify success', 'auth completion success'])[1 + (random() * 3)::int],
      '/', '{}'
    from analytics_visit, generate_series(1, 4) n
    where random() < 0.5 and day >= (now() at time zone 'Asia/Kolkata')::date - ${days}::int
    on conflict do nothing`.execute(api.db);

test('[TRACK-03] counts made step by step equal those that are made again from the events', async () => {
  await insertVisits(20);
  await rollUpVisits(api.db);
  for (let round = 0; round < 3; round += 1) {
    await insertVisits(0);
    // Two processes at once count no visit twice.
    await Promise.all([rollUpVisits(api.db), rollUpVisits(api.db)]);
  }
  const counted = await readDays();
  expect(counted.length).toBeGreaterThan(20);
  await rebuildVisits(api.db);
  expect(await readDays()).toEqual(counted);
});

test('[TRACK-03] the report scales by the share that was stored, and counts old days that have no events any more', async () => {
  await sql`delete from analytics_visit`.execute(api.db);
  await sql`delete from analytics_day`.execute(api.db);
  await sql`
    insert into analytics_day select (now() - interval '14 months')::date, 100, 'PHONE', null, null, null, null, 5, 0, 0, 0`.execute(
    api.db,
  );
  await sql`
    insert into analytics_visit (id, day, started_at, device, landing_page, first_source, sample_percent)
    select gen_random_uuid(), (now() at time zone 'Asia/Kolkata')::date, now(), 'PHONE', '/', source, share
    from (values ('news', 25), ('news', 100), (null, 50)) visit (source, share)`.execute(api.db);
  await sql`
    insert into analytics_event (visit_id, number, day, at, name, page, properties)
    select id, 1, day, now(), 'viewed_auth_modal', '/', '{}' from analytics_visit where first_source = 'news'`.execute(
    api.db,
  );
  await rebuildVisits(api.db);
  const report = await loadVisitReport(api.db, new URLSearchParams({ days: '7' }));
  expect(report).toMatchObject({
    total: { visits: 7, openedSignIn: 5, verifiedOtp: 0, signedIn: 0 },
    samplePercent: 25,
    groups: [
      { label: 'news', visits: 5, openedSignIn: 5 },
      { label: null, visits: 2, openedSignIn: 0 },
    ],
  });
  for (const by of Object.keys(visitBreakdowns)) {
    const { groups } = await loadVisitReport(api.db, new URLSearchParams({ days: '7', by }));
    expect(groups.reduce((sum, { visits }) => sum + visits, 0)).toBe(7);
  }
  expect((await readDays()).length).toBe(4);
});
