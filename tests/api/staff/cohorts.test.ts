import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { addDays, localDate } from '#lib/domain/core/zoned-time.ts';
import { weekOf } from '#lib/domain/staff/reports/report-period.ts';
import { createExport } from '#lib/server/staff/export.ts';
import { rollUpReports } from '#lib/server/staff/reports/roll-up/index.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import {
  at,
  insertPastApplication,
  insertPastOffer,
  insertPlacement,
} from '../../support/staff/hiring-history.ts';
import {
  insertApplicationConversion,
  insertPastConversion,
  insertReportPerson,
  insertSeat,
} from '../../support/staff/visit-rows.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let staffId: string;
/** The Monday of ten weeks ago in India, and days after it. */
let monday: string;
const day = (days: number, time = '10:00') => `${addDays(monday, days)} ${time}`;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  await sql`delete from conversion`.execute(test.db);
  monday = addDays(weekOf(localDate(new Date(), 'Asia/Kolkata')), -70);
  await insertPeople();
  await rollUpReports(test.db);
});

/** Three people who signed up in the week, one on the day after it, and a browser without an account. */
async function insertPeople(): Promise<void> {
  const { db } = test;
  await restoreJobs(db);
  const { id: jobId } = await requireJobBySlug(db, 'inside-sales-associate-cl13');
  const people = [];
  for (let n = 0; n < 4; n += 1) people.push(await insertReportPerson(db));
  const [asha = '', rohan = '', meera = '', zoya = ''] = people;
  const news = { utmSource: 'news', at: new Date(at(day(-3))).toISOString() };
  const signUp = (userId: string, on: string, more: object = {}) =>
    insertPastConversion(db, { kind: 'SIGN_UP', subjectId: userId, userId, at: on, ...more });
  // The first moment and the last moment of the week in India.
  await signUp(asha, day(0, '00:01'), { firstTouch: news, browser: 'ashas-phone' });
  await signUp(rohan, day(6, '23:59'));
  await signUp(meera, day(2), { firstTouch: { utmSource: 'mail', at: 'soon' }, browser: 'meeras-phone' });
  await signUp(zoya, day(7, '00:01'));
  // A request without an account from Asha's browser, before the sign-up.
  await insertPastConversion(db, { kind: 'BROCHURE', at: day(-2), firstTouch: news, browser: 'ashas-phone' });
  await insertPastConversion(db, { kind: 'BROCHURE', at: day(4), firstTouch: news, browser: 'somebodys' });

  const apply = async (userId: string, sentAt: string) => {
    const id = await insertPastApplication(db, { jobId, sentAt });
    await insertApplicationConversion(db, id, { at: sentAt, userId });
    return id;
  };
  const first = await apply(asha, day(3));
  await apply(rohan, day(21));
  // Within seven days to the minute, and a minute later.
  await insertPastOffer(db, { applicationId: first, madeAt: day(7, '00:00'), status: 'ACCEPTED' });
  await insertPlacement(db, first, addDays(monday, 30));
  await insertSeat(db, { userId: meera, program: 'embark-pro', at: day(3), confirmedAt: day(65) });
}

const load = async (query: string) => (await staff.call(`GET /api/v1/staff/reports/cohorts/?${query}`)).body;
const weekIn = (report: { cohorts: { week: string }[] }, week = monday) =>
  report.cohorts.find((one) => one.week === week);

it('[TRACK-01] people of a week of sign-up are counted by how many weeks later they reached each step', async () => {
  const report = await load('cohort=SIGN_UP&step=APPLICATION');
  expect(report.columns).toEqual([1, 2, 3, 4, 6, 8, 12, 26]);
  expect(report.cohorts).toHaveLength(12);
  // Rohan applied after 14 days and 10 hours.
  expect(weekIn(report)).toEqual({
    ...{ week: monday, people: 3, reached: [1, 1, 2, 2, 2, 2, null, null] },
  });
  expect(weekIn(report, addDays(monday, 7))).toMatchObject({
    people: 1,
    reached: [0, 0, 0, 0, 0, 0, null, null],
  });
  expect(report.total.slice(0, 3)).toEqual([
    { people: 4, reached: 1 },
    { people: 4, reached: 1 },
    { people: 4, reached: 2 },
  ]);
  const steps = await Promise.all(['OFFER', 'JOINED', 'ENROLMENT'].map((step) => load(`step=${step}`)));
  expect(steps.map((one) => (weekIn(one) as unknown as { reached: number[] }).reached.slice(0, 6))).toEqual([
    [1, 1, 1, 1, 1, 1],
    [0, 0, 0, 0, 1, 1],
    [0, 0, 0, 0, 0, 0],
  ]);
});

it('[TRACK-01] people of a week of a first visit have one, and requests without an account belong to the browser’s account', async () => {
  const before = addDays(monday, -7);
  const requests = await load('cohort=FIRST_TOUCH&step=REQUEST');
  // Asha and the browser without an account; Meera's time is none.
  expect(weekIn(requests, before)).toMatchObject({ people: 2, reached: [1, 2, 2, 2, 2, 2, null, null] });
  expect(weekIn(requests)).toMatchObject({ people: 0 });
  const signUps = await load('cohort=FIRST_TOUCH&step=SIGN_UP');
  expect(weekIn(signUps, before)).toMatchObject({ people: 2, reached: [1, 1, 1, 1, 1, 1, null, null] });
  expect(requests.sources).toEqual(['news']);
});

it('[TRACK-01] a source is a filter, and a step that does not come after the beginning is the first that does', async () => {
  const report = await load('cohort=SIGN_UP&step=SIGN_UP&first_source=mail');
  expect(report.step).toBe('APPLICATION');
  expect(weekIn(report)).toMatchObject({ people: 1 });
  expect(new Set(report.sources)).toEqual(new Set(['Unknown', 'mail', 'news']));
});

it('[C-40] cohorts can be downloaded', async () => {
  const text = await new Response(
    await createExport(test.db, staffId, 'cohort-report', new URLSearchParams('step=OFFER')),
  ).text();
  expect(text).toContain(`SIGN_UP,,${monday},3,OFFER,1,1,1,1,1,1,,`);
});
