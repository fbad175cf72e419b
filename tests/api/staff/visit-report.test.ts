import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createExport } from '#lib/server/staff/export.ts';
import { rollUpReports } from '#lib/server/staff/reports/roll-up/index.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import {
  insertPastApplication,
  insertPastOffer,
  insertPlacement,
} from '../../support/staff/hiring-history.ts';
import {
  insertApplicationConversion,
  insertLead,
  insertPastConversion,
  insertReportPerson,
  insertSeat,
  insertVisit,
} from '../../support/staff/visit-rows.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const path = '/api/v1/staff/reports/visits/';
/** Two weeks, from a Monday to a Sunday. */
const fortnight = 'from=2026-03-02&to=2026-03-15';
const signIn = ['viewed_auth_modal', 'auth otp verify success', 'auth completion success'];
const news = { utmSource: 'News', utmCampaign: 'Spring' };
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  await sql`delete from conversion`.execute(test.db);
  await insertVisits();
  await insertConversions();
  await rollUpReports(test.db);
});

/** Nine visits that stand for twelve, and two on the days around the fortnight. */
async function insertVisits(): Promise<void> {
  const add = (day: string, more: object = {}) => insertVisit(test.db, { day, ...more });
  await add('2026-03-02', {
    source: 'News',
    campaign: 'spring',
    events: signIn,
    programs: ['embark-pro', 'moonshot'],
  });
  await add('2026-03-02', { source: 'news', events: signIn.slice(0, 2), programs: ['embark-pro'] });
  await add('2026-03-03', {
    source: 'news',
    events: signIn.slice(0, 1),
    sessionSource: 'mail',
    sessionCampaign: 'May',
  });
  await add('2026-03-08', { events: [...signIn, ...signIn] });
  // One of a quarter of all visits.
  await add('2026-03-09', { source: 'google.com', samplePercent: 25, device: 'COMPUTER' });
  for (let n = 0; n < 4; n += 1) await add('2026-03-15');
  await add('2026-03-01', { source: 'news' });
  await add('2026-03-16', { source: 'news' });
}

/** Eight conversions of the fortnight: three sign-ups of which one was never verified, and two on the days around it. */
async function insertConversions(): Promise<void> {
  const { db } = test;
  await restoreJobs(db);
  const { id: jobId } = await requireJobBySlug(db, 'inside-sales-associate-cl13');
  const [asha = '', rohan = ''] = [await insertReportPerson(db), await insertReportPerson(db)];
  const unproven = await insertReportPerson(db, false);
  const lead = await insertLead(db);
  const add = (kind: string, at: string, more: object = {}) =>
    insertPastConversion(db, { kind, at, leadId: lead, ...more });
  // The first request of the lead is the brochure, which is older.
  await add('SIGN_UP', '2026-03-04 10:00', {
    subjectId: asha,
    userId: asha,
    firstTouch: news,
    device: 'PHONE',
  });
  await add('BROCHURE', '2026-03-02 00:10', { firstTouch: news, device: 'PHONE', program: 'embark-pro' });
  await add('SIGN_UP', '2026-03-15 23:50', {
    subjectId: rohan,
    userId: rohan,
    firstTouch: { referrerHost: 'www.Google.com' },
    leadId: await insertLead(db),
  });
  await add('SIGN_UP', '2026-03-05 10:00', { subjectId: unproven, userId: unproven, leadId: undefined });
  await add('EVENT', '2026-03-01 23:50', { firstTouch: news, leadId: await insertLead(db) });
  await add('EVENT', '2026-03-16 00:10', { firstTouch: news, leadId: await insertLead(db) });
  const seat = { userId: asha, program: 'embark-pro', firstTouch: news };
  await insertSeat(db, { ...seat, at: '2026-03-10 10:00', confirmedAt: '2026-03-20 10:00' });
  await insertSeat(db, { ...seat, at: '2026-03-11 10:00', firstTouch: { landingPath: '/' } });

  const apply = async (sentAt: string, more: object = {}) => {
    const id = await insertPastApplication(db, { jobId, sentAt });
    await insertApplicationConversion(db, id, { at: sentAt, ...more });
    return id;
  };
  const joined = await apply('2026-03-06 10:00', {
    firstTouch: news,
    sessionTouch: { utmSource: 'mail', utmCampaign: 'May' },
  });
  await insertPastOffer(db, { applicationId: joined, madeAt: '2026-03-12 10:00', status: 'REPLACED' });
  await insertPastOffer(db, {
    applicationId: joined,
    madeAt: '2026-03-13 10:00',
    status: 'ACCEPTED',
    version: 2,
  });
  await insertPlacement(db, joined, '2026-04-01');
  const offered = await apply('2026-03-07 10:00');
  await insertPastOffer(db, { applicationId: offered, madeAt: '2026-03-12 10:00', status: 'OPEN' });
  const draft = await apply('2026-03-07 11:00', { firstTouch: { landingPath: '/' } });
  await sql`update job_application set submitted_at = null where id = ${draft}`.execute(db);
}

const load = async (query = fortnight) => (await staff.call(`GET ${path}?${query}`)).body;
const visitsOf = ({ visits, opened_sign_in, verified_otp, signed_in }: Record<string, number>) => [
  visits,
  opened_sign_in,
  verified_otp,
  signed_in,
];
const resultsOf = ({
  leads,
  seats,
  enrolled,
  applications,
  sent,
  offered,
  joined,
}: Record<string, number>) => [leads, seats, enrolled, applications, sent, offered, joined];
const kindsOf = ({ conversions }: { conversions: { kind: string; count: number }[] }) =>
  Object.fromEntries(conversions.map(({ kind, count }) => [kind, count]));

it('[TRACK-03] visits are counted by the steps that they reached, scaled by the share that was stored', async () => {
  const { total, weeks, completeness } = await load();
  expect(visitsOf(total)).toEqual([12, 4, 3, 2]);
  expect(weeks.map((week: Record<string, number>) => [week.key, ...visitsOf(week)])).toEqual([
    ['2026-03-02', 4, 4, 3, 2],
    ['2026-03-09', 8, 0, 0, 0],
  ]);
  expect(completeness).toEqual({
    ...{ visits_since: '2026-03-01', conversions_since: '2026-03-01', sample_percent: 25 },
    ...{ sign_ups_of_visits: 2, sign_ups: 2, conversions: 8, unknown_conversions: 1 },
  });
});

it('[TRACK-01] conversions count by kind, and what became of them by the request that led to it', async () => {
  const { total } = await load();
  expect(kindsOf(total)).toEqual({ SIGN_UP: 2, BROCHURE: 1, ENROLMENT: 2, JOB_APPLICATION: 3 });
  expect(resultsOf(total)).toEqual([2, 2, 1, 3, 2, 2, 1]);
});

it('[TRACK-01] every number is there by source, campaign, programme, device and week', async () => {
  const tableOf = async (by: string) =>
    (await load(`${fortnight}&by=${by}`)).groups.map((group: Record<string, never>) => [
      ...[group.label, visitsOf(group), resultsOf(group)],
    ]);
  expect(await tableOf('FIRST_SOURCE')).toEqual([
    ['Direct', [5, 1, 1, 1], [0, 1, 0, 1, 0, 0, 0]],
    ['google.com', [4, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0]],
    ['news', [3, 3, 2, 1], [1, 1, 1, 1, 1, 1, 1]],
    ['Unknown', [0, 0, 0, 0], [0, 0, 0, 1, 1, 1, 0]],
  ]);
  expect(await tableOf('SESSION_SOURCE')).toEqual([
    ['Direct', [11, 3, 3, 2], [2, 2, 1, 1, 0, 0, 0]],
    ['mail', [1, 1, 0, 0], [0, 0, 0, 1, 1, 1, 1]],
    ['Unknown', [0, 0, 0, 0], [0, 0, 0, 1, 1, 1, 0]],
  ]);
  expect(await tableOf('SESSION_CAMPAIGN')).toEqual([
    ['No campaign', [11, 3, 3, 2], [2, 2, 1, 2, 1, 1, 0]],
    ['may', [1, 1, 0, 0], [0, 0, 0, 1, 1, 1, 1]],
  ]);
  expect(await tableOf('PROGRAM')).toMatchObject([
    [expect.any(String), [2, 2, 2, 1], [1, 2, 1, 0, 0, 0, 0]],
    ['Moonshot', [1, 1, 1, 1], [0, 0, 0, 3, 2, 2, 1]],
    ['No programme', [0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0]],
  ]);
  expect(await tableOf('DEVICE')).toEqual([
    ['Phone', [8, 4, 3, 2], [1, 0, 0, 0, 0, 0, 0]],
    ['Computer', [4, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]],
    ['Not known', [0, 0, 0, 0], [1, 2, 1, 3, 2, 2, 1]],
  ]);
  const { weeks } = await load();
  expect(await load(`${fortnight}&by=WEEK`)).toMatchObject({ groups: weeks, more_groups: 0 });
});

it('[TRACK-01] filters keep the groups of others out, also by programme and without a campaign', async () => {
  const [bySource, byProgram, without, byDevice] = await Promise.all(
    ['first_source=news', 'program=embark-pro', 'session_campaign=NONE', 'device=COMPUTER'].map((filter) =>
      load(`${fortnight}&${filter}`),
    ),
  );
  expect([visitsOf(bySource.total), resultsOf(bySource.total)]).toEqual([
    [3, 3, 2, 1],
    [1, 1, 1, 1, 1, 1, 1],
  ]);
  expect([visitsOf(byProgram.total), resultsOf(byProgram.total)]).toEqual([
    [2, 2, 2, 1],
    [1, 2, 1, 0, 0, 0, 0],
  ]);
  expect(visitsOf(without.total)).toEqual([11, 3, 3, 2]);
  expect(visitsOf(byDevice.total)).toEqual([4, 0, 0, 0]);
});

it('[TRACK-03] days whose rows are deleted by now keep their numbers', async () => {
  await sql`
    insert into analytics_day (day, sample_percent, device, visits, opened_sign_in, verified_otp, signed_in)
    values ((now() - interval '14 months')::date, 100, 'PHONE', 5, 0, 0, 0)`.execute(test.db);
  await sql`
    insert into conversion_day (day, kind, first_source, session_source, conversions, leads, enrolled, sent, offered, joined)
    values ((now() - interval '25 months')::date, 'EVENT', 'news', 'Direct', 3, 1, 0, 0, 0, 0)`.execute(
    test.db,
  );
  await sql`insert into report_change select report, (now() - interval '25 months')::date
    from (values ('VISITS'), ('CONVERSIONS')) old (report)`.execute(test.db);
  await rollUpReports(test.db);
  const { rows } = await sql<{ old: number }>`
    select (select count(*) from analytics_day where visits = 5) + (select count(*) from conversion_day where conversions = 3) as old`.execute(
    test.db,
  );
  expect(Number(rows[0]?.old)).toBe(2);
});

it('[C-40] every table can be downloaded, and the audit has who did', async () => {
  const read = async (table: string) => {
    const search = new URLSearchParams(`${fortnight}&by=FIRST_SOURCE&table=${table}`);
    const text = await new Response(await createExport(test.db, staffId, 'visit-report', search)).text();
    return text.replace('\ufeff', '').trim().split('\r\n');
  };
  expect((await read('VISITS')).slice(0, 3)).toEqual([
    'from,to,by,group,visits,opened_sign_in,verified_otp,signed_in',
    '2026-03-02,2026-03-15,ALL,,12,4,3,2',
    '2026-03-02,2026-03-15,FIRST_SOURCE,Direct,5,1,1,1',
  ]);
  expect((await read('CONVERSIONS'))[1]).toBe('2026-03-02,2026-03-15,ALL,,2,1,0,3,2,0,0,0,0');
  expect((await read('RESULTS'))[4]).toBe('2026-03-02,2026-03-15,FIRST_SOURCE,news,1,1,1,1,1,1,1');
  const audited = await test.db
    .selectFrom('auditEvent')
    .select('action')
    .where('actorId', '=', staffId)
    .execute();
  expect(audited.filter(({ action }) => action === 'visit-report.EXPORT')).toHaveLength(3);
});

it('[API-42] an invalid period is rejected, and people without a role get nothing', async () => {
  const { status, body } = await staff.call(`GET ${path}?from=2026-03-15&to=2026-03-01`);
  expect([status, body.error_code]).toEqual([400, 'VALIDATION_FAILED']);
  expect((await test.visitor().call(`GET ${path}`)).status).toBe(404);
});
