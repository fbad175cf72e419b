import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExport } from '#lib/server/staff/export.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import {
  at,
  insertAppointmentEvent,
  insertInvitedSlot,
  insertPastApplication,
  insertPastOffer,
  insertPlacement,
  setStages,
} from '../../support/staff/hiring-history.ts';
import { listReportNumbers } from '../../support/staff/report-numbers.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const path = '/api/v1/staff/reports/hiring/';
/** Two weeks, from a Monday to a Sunday. */
const fortnight = 'from=2026-03-02&to=2026-03-15';
let staff: Visitor;
let staffId: string;
/** A job with a training, and one without. */
let trained: string;
let direct: string;
const ids = {} as Record<'hired' | 'missed' | 'declined' | 'reopened' | 'late', string>;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  ({ id: trained } = await requireJobBySlug(test.db, 'voice-support-associate-cl13'));
  ({ id: direct } = await requireJobBySlug(test.db, 'inside-sales-associate-cl13'));
  await setStages(test.db, trained, ['FORM', 'REVIEW', 'TRAINING', 'INTERVIEW', 'OFFER']);
  await setStages(test.db, direct, ['FORM', 'REVIEW', 'INTERVIEW', 'OFFER']);
  await insertApplications();
});

/** Nine applications of the fortnight, six for the job with a training; three others are not of it. */
async function insertApplications(): Promise<void> {
  const add = (
    jobId: string,
    sentAt: string,
    steps: Parameters<typeof insertPastApplication>[1]['path'] = [],
    more: object = {},
  ) => insertPastApplication(test.db, { jobId, sentAt, path: steps, ...more });
  const linkedin = { firstTouch: { utmSource: 'LinkedIn' } };
  const all = [
    'IN_REVIEW',
    'SHORTLISTED',
    'TRAINING',
    'INTERVIEW',
    'OFFERED',
    'OFFER_ACCEPTED',
    'HIRED',
  ] as const;
  ids.hired = await add(trained, '2026-03-02 10:00', all, {
    ...{ repliedAfterHours: 2, ...linkedin, sessionTouch: { utmSource: 'whatsapp' } },
  });
  // Shortlisted without a review.
  ids.missed = await add(trained, '2026-03-03 10:00', ['SHORTLISTED', 'TRAINING', 'NOT_SELECTED'], {
    ...{ repliedAfterHours: 10, ...linkedin },
  });
  // A decision without a review is one.
  await add(trained, '2026-03-04 10:00', ['NOT_SELECTED'], {
    ...{ repliedAfterHours: 30, firstTouch: { landingPath: '/' } },
  });
  await add(trained, '2026-03-10 10:00', ['ON_HOLD'], { repliedAfterHours: 20 });
  await add(trained, '2026-03-11 10:00', ['WITHDRAWN'], { firstTouch: { referrerHost: 'www.News.example' } });
  // The last half hour of the fortnight in India; the shortlisting was undone.
  ids.late = await add(trained, '2026-03-15 23:30', ['IN_REVIEW', { to: 'SHORTLISTED', isUndone: true }]);

  ids.declined = await add(
    direct,
    '2026-03-05 10:00',
    ['SHORTLISTED', 'INTERVIEW', 'OFFERED', 'OFFER_DECLINED'],
    {
      repliedAfterHours: 4,
    },
  );
  // Recorded as joined by mistake.
  const reopened = { to: 'OFFER_ACCEPTED', action: 'REOPEN', from: 'HIRED' } as const;
  ids.reopened = await add(
    direct,
    '2026-03-06 10:00',
    ['IN_REVIEW', 'SHORTLISTED', 'INTERVIEW', 'OFFERED', 'OFFER_ACCEPTED', 'HIRED', reopened],
    { repliedAfterHours: 6 },
  );
  // An offer without an interview.
  const offered = await add(direct, '2026-03-09 10:00', ['OFFERED'], { repliedAfterHours: 1 });

  await add(direct, '2026-03-01 23:30', all, { repliedAfterHours: 1 });
  await add(direct, '2026-03-16 00:30', all, { repliedAfterHours: 1 });
  const before = await add(direct, '2026-02-02 10:00', all, { repliedAfterHours: 1 });

  await test.db
    .updateTable('jobApplication')
    .set({ ownerId: staffId })
    .where('id', '=', ids.missed)
    .execute();
  await insertPlacement(test.db, ids.hired, '2026-04-01');
  await insertPlacement(test.db, before, '2026-03-10', '2026-04-15');
  const offer = (applicationId: string, madeAt: string, status: string, more: object = {}) =>
    insertPastOffer(test.db, { applicationId, madeAt, status, ...more });
  await offer(ids.hired, '2026-03-13 10:00', 'REPLACED');
  await offer(ids.hired, '2026-03-14 10:00', 'ACCEPTED', { version: 2, acceptedAt: '2026-03-20 10:00' });
  await offer(ids.declined, '2026-03-08 10:00', 'DECLINED', { declineReason: 'PAY' });
  await offer(ids.reopened, '2026-03-09 10:00', 'ACCEPTED', { acceptedAt: '2026-03-12 10:00' });
  await offer(offered, '2026-03-12 10:00', 'OPEN');
}

const load = async (query = fortnight) => (await staff.call(`GET ${path}?${query}`)).body;
const list = async (query: string) =>
  (await staff.call(`GET ${path}applications/?${fortnight}&${query}`)).body;
const pairs = (steps: { reached: number; possible: number }[]) =>
  steps.map(({ reached, possible }) => [reached, possible]);
const sizes = (groups: { label: string; steps: { reached: number }[] }[]) =>
  groups.map(({ label, steps }) => [label, steps[0]?.reached]);

describe('the funnel', () => {
  it('[API-42] counts what each application has reached, also where a stage was skipped or the application has ended', async () => {
    const { steps, now } = await load();
    expect(pairs(steps)).toEqual([
      [9, 9],
      // All but the one that was withdrawn unread.
      [8, 9],
      // Five of the eight; that of `late` was undone.
      [5, 8],
      // Two were shortlisted for the job with a training.
      [2, 2],
      // Of two after the training, and three shortlisted for the other job.
      [3, 5],
      // Of three after an interview, and one offer without.
      [4, 4],
      [2, 4],
      // The other one was reopened.
      [1, 2],
    ]);
    expect(now.map(({ status, count }: { status: string; count: number }) => [status, count])).toEqual([
      ['IN_REVIEW', 1],
      ['OFFERED', 1],
      ['OFFER_ACCEPTED', 1],
      ['ON_HOLD', 1],
      ['HIRED', 1],
      ['OFFER_DECLINED', 1],
      ['NOT_SELECTED', 2],
      ['WITHDRAWN', 1],
    ]);
  });

  it('[API-42] is broken down by week, job, employer, both sources and owner', async () => {
    const { weeks, groups } = await load();
    expect(sizes(weeks)).toEqual([
      ['2026-03-02', 5],
      ['2026-03-09', 4],
    ]);
    expect(groups.map(({ key }: { key: string }) => key)).toEqual([trained, direct]);
    expect(pairs(groups[1].steps).slice(3, 5)).toEqual([
      [0, 0],
      [2, 3],
    ]);
    const by = async (name: string) => sizes((await load(`${fortnight}&by=${name}`)).groups);
    expect(await by('FIRST_SOURCE')).toEqual([
      ['Unknown', 5],
      ['linkedin', 2],
      ['Direct', 1],
      ['news.example', 1],
    ]);
    expect(await by('SESSION_SOURCE')).toContainEqual(['whatsapp', 1]);
    expect((await by('EMPLOYER')).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(9);
    expect(await by('OWNER')).toEqual([
      ['Nobody', 8],
      ['Asha Verma', 1],
    ]);
    expect(sizes((await load(`${fortnight}&by=WEEK`)).groups)).toEqual(sizes(weeks));
  });

  it('[API-42] filters by job, employer, family, city, source and owner, and its numbers are lists', async () => {
    const count = async (query: string) => (await load(`${fortnight}&${query}`)).steps[0].reached;
    expect(await count(`job_id=${direct}`)).toBe(3);
    expect(await count('family=VOICE_SUPPORT')).toBe(6);
    expect(await count('city=Nowhere')).toBe(0);
    const { city, id: jobLocationId } = await test.db
      .selectFrom('jobLocation')
      .select(['id', 'city'])
      .where(
        'id',
        'not in',
        test.db.selectFrom('jobJobLocation').select('jobLocationId').where('jobId', '=', direct),
      )
      .executeTakeFirstOrThrow();
    await test.db
      .updateTable('jobApplication')
      .set({ jobLocationId })
      .where('id', '=', ids.declined)
      .execute();
    expect(await count(`job_id=${direct}&city=${city}`)).toBe(1);
    expect(await count('first_source=linkedin')).toBe(2);
    expect(await count(`owner_id=${staffId}`)).toBe(1);
    expect(await count('owner_id=NONE')).toBe(8);
    expect((await list('reached=SHORTLISTED')).count).toBe(5);
    expect((await list(`reached=INTERVIEW&job_id=${trained}`)).results).toMatchObject([{ id: ids.hired }]);
    expect((await list('status=NOT_SELECTED&first_source=linkedin')).results).toMatchObject([
      { id: ids.missed },
    ]);
    expect((await list('reply=OVERDUE')).results).toMatchObject([{ id: ids.late, status: 'IN_REVIEW' }]);
    const first = await list('limit=5');
    const rest = await staff.call(`GET ${first.next}`);
    expect([first.results.length, rest.body.results.length, rest.body.next]).toEqual([5, 4, null]);
  });
});

it('[API-42] measures replies, hires, offers and who stayed', async () => {
  const { replies, hire_times, offers, retention } = await load();
  // 1, 2, 4, 6, 10, 20 and 30 hours.
  const { duration, ...counts } = replies;
  expect(duration).toEqual({ count: 7, median_hours: 6, p90_hours: 24 });
  expect(counts).toEqual({ in_time: 6, later: 1, overdue: 1, waiting: 0 });
  // 6 and 18 days until the answer; 29 days and 14 hours until the first day.
  expect(hire_times).toEqual({
    to_acceptance: { count: 2, median_hours: 288, p90_hours: 403.2 },
    to_joining: { count: 1, median_hours: 710, p90_hours: 710 },
  });
  expect(offers).toEqual({
    ...{ made: 4, open: 1, accepted: 2, declined: 1, expired: 0, withdrawn: 0 },
    decline_reasons: [{ reason: 'PAY', label: 'The pay', count: 1 }],
  });
  expect(retention).toEqual({ joined: 1, left_early: 1, retained: 0, undecided: 0 });
  // Each number has the list of its people.
  for (const [outcome, count] of Object.entries({
    ...{ OFFER_OPEN: 1, OFFER_ACCEPTED: 2, OFFER_DECLINED: 1, OFFER_EXPIRED: 0, OFFER_WITHDRAWN: 0 },
    ...{ LEFT_EARLY: 1, RETAINED: 0, UNDECIDED: 0 },
  }))
    expect((await list(`outcome=${outcome}`)).count, outcome).toBe(count);
  expect((await list('outcome=OFFER_DECLINED&decline_reason=PAY')).results).toMatchObject([
    { id: ids.declined },
  ]);
  expect((await list('outcome=OFFER_DECLINED&decline_reason=NONE')).results).toEqual([]);
  const later = await load('from=2026-03-20&to=2026-04-10');
  expect(later.retention).toEqual({ joined: 1, left_early: 0, retained: 1, undecided: 0 });
});

it('[API-42] counts who missed an interview by its interviewer at that time and by the reminder, and a training by job', async () => {
  const { db } = test;
  const leela = { id: uuidv7(), name: 'Leela Menon', email: 'leela@example.com' };
  await db.insertInto('interviewer').values(leela).execute();
  const book = async (applicationId: string, startsAt: string, outcome: string, interviewerId?: string) => {
    const later = (hours: number) => new Date(Date.parse(startsAt) + hours * 3_600_000).toISOString();
    await insertAppointmentEvent(db, applicationId, 'SCHEDULE_INTERVIEW', later(-24), startsAt);
    if (interviewerId) await insertInvitedSlot(db, { applicationId, jobId: direct, startsAt, interviewerId });
    await insertAppointmentEvent(db, applicationId, outcome, later(1));
  };
  await book(ids.declined, at('2026-03-07 10:00'), 'COMPLETE_INTERVIEW', leela.id);
  await book(ids.reopened, at('2026-03-08 10:00'), 'MISS_INTERVIEW', leela.id);
  // The second time has no interviewer.
  await book(ids.reopened, at('2026-03-10 10:00'), 'COMPLETE_INTERVIEW');
  await insertAppointmentEvent(db, ids.hired, 'COMPLETE_TRAINING', at('2026-03-06 10:00'));
  await insertAppointmentEvent(db, ids.missed, 'MISS_TRAINING', at('2026-03-07 10:00'));

  const { interviews, trainings } = await load();
  expect(interviews).toMatchObject({ came: 2, missed: 1, by_job: [{ key: direct, came: 2, missed: 1 }] });
  expect(interviews.by_interviewer).toEqual([
    { key: leela.id, label: 'Leela Menon', came: 1, missed: 1 },
    { key: null, label: 'No interviewer', came: 1, missed: 0 },
  ]);
  // Reminders of that time are deleted.
  expect(interviews.by_reminder).toEqual([]);
  expect(trainings).toMatchObject({ came: 1, missed: 1, by_job: [{ key: trained, came: 1, missed: 1 }] });

  const listed = async (query: string) => (await list(query)).results.map(({ id }: { id: string }) => id);
  expect(await listed(`outcome=INTERVIEW_MISSED&interviewer_id=${leela.id}`)).toEqual([ids.reopened]);
  expect(await listed('outcome=INTERVIEW_CAME&interviewer_id=NONE')).toEqual([ids.reopened]);
  expect(await listed(`outcome=INTERVIEW_CAME&interviewer_id=${leela.id}`)).toEqual([ids.declined]);
  expect(await listed(`outcome=TRAINING_MISSED&job_id=${trained}`)).toEqual([ids.missed]);
  expect(await listed(`outcome=TRAINING_CAME&job_id=${direct}`)).toEqual([]);

  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  await book(ids.late, yesterday, 'MISS_INTERVIEW', leela.id);
  const { id: subjectId } = await db
    .selectFrom('interview')
    .select('id')
    .where('applicationId', '=', ids.late)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('reminder')
    .values({ topic: 'interview', subjectId, startsAt: yesterday, minutesBefore: 60 })
    .execute();
  expect((await load('period=7')).interviews.by_reminder).toEqual([
    { key: 'SENT', label: 'With a reminder', came: 0, missed: 1 },
  ]);
  const reminded =
    'GET /api/v1/staff/reports/hiring/applications/?period=7&outcome=INTERVIEW_MISSED&reminder=SENT';
  expect((await staff.call(reminded)).body.results).toMatchObject([{ id: ids.late }]);
});

it('[API-42] every number of the report is the length of its list, also where one application has several outcomes', async () => {
  const { db } = test;
  const leela = { id: uuidv7(), name: 'Leela Menon', email: 'leela@example.com' };
  await db.insertInto('interviewer').values(leela).execute();
  const startsAt = at('2026-03-08 10:00');
  await insertInvitedSlot(db, {
    applicationId: ids.reopened,
    jobId: direct,
    startsAt,
    interviewerId: leela.id,
  });
  await insertAppointmentEvent(db, ids.reopened, 'SCHEDULE_INTERVIEW', at('2026-03-07 10:00'), startsAt);
  for (const outcome of ['MISS_INTERVIEW', 'MISS_INTERVIEW', 'COMPLETE_INTERVIEW', 'COMPLETE_INTERVIEW'])
    await insertAppointmentEvent(db, ids.reopened, outcome, at('2026-03-08 11:00'));
  await insertAppointmentEvent(db, ids.declined, 'COMPLETE_INTERVIEW', at('2026-03-08 12:00'));
  for (const outcome of ['MISS_TRAINING', 'MISS_TRAINING', 'COMPLETE_TRAINING'])
    await insertAppointmentEvent(db, ids.missed, outcome, at('2026-03-09 10:00'));
  await insertPastOffer(db, {
    ...{ applicationId: ids.declined, madeAt: '2026-03-10 10:00', status: 'DECLINED', version: 2 },
    declineReason: 'PAY',
  });
  const expired = { status: 'EXPIRED', version: 3 };
  await insertPastOffer(db, { applicationId: ids.declined, madeAt: '2026-03-11 10:00', ...expired });
  // Staff started this one on the phone, so it has no visit.
  await db
    .insertInto('applicationEvent')
    .values({
      id: uuidv7(),
      applicationId: ids.late,
      fromStatus: null,
      toStatus: 'STARTED',
      actorType: 'STAFF',
    })
    .execute();

  const report = await load();
  const breakdowns = ['JOB', 'EMPLOYER', 'FIRST_SOURCE', 'SESSION_SOURCE', 'OWNER'];
  const groups = await Promise.all(breakdowns.map((by) => load(`${fortnight}&by=${by}`)));
  const pairsOf = listReportNumbers(report, groups);
  expect(pairsOf.length).toBeGreaterThan(80);
  const listed: typeof pairsOf = [];
  for (const [query] of pairsOf) listed.push([query, (await list(query)).count]);
  expect(listed).toEqual(pairsOf);
  expect(report.interviews).toMatchObject({ came: 2, missed: 1 });
  expect(report.trainings).toMatchObject({ came: 1, missed: 1 });
  expect(report.offers).toMatchObject({ made: 4, declined: 1, expired: 1 });
});

describe('the period', () => {
  it('[API-42] is the last 30 days unless chosen, and a year at most', async () => {
    const { from, to } = await load('');
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29);
    const fieldsOf = async (query: string) => (await load(query)).field_errors;
    expect(await fieldsOf('from=2026-03-02&to=2026-03-01')).toEqual({
      from: 'Choose a first day before the last day.',
    });
    expect(await fieldsOf('from=2025-03-01&to=2026-03-02')).toEqual({
      from: 'Choose a period of a year at most.',
    });
  });

  it('[API-42] begins and ends in the time zone of the reader', async () => {
    await staff.call('PATCH /api/v1/user/update/', { time_zone: 'America/New_York' });
    const { steps, weeks } = await load();
    // 16 March 00:30 in India is the 15th in New York, and 2 March 10:00 the 1st, which is before the fortnight.
    expect(steps[0].reached).toBe(9);
    expect(sizes(weeks)).toEqual([
      ['2026-03-02', 4],
      ['2026-03-09', 5],
    ]);
  });
});

it('[C-40] exports each table as CSV without formulas, and records who did', async () => {
  await test.db.updateTable('job').set({ title: '=1+1' }).where('id', '=', trained).execute();
  const read = async (table: string, more = '') => {
    const search = new URLSearchParams(`${fortnight}&table=${table}${more}`);
    return new Response(await createExport(test.db, staffId, 'hiring-report', search)).text();
  };
  const funnel = await read('FUNNEL');
  expect(funnel).toContain('2026-03-02,2026-03-15,Asia/Kolkata,ALL,,Reviewed,8,9');
  expect(funnel).toMatch(/JOB,'=1\+1.*,Applied,6,6/);
  expect(await read('FUNNEL', '&by=WEEK')).toContain('WEEK,2026-03-09,Applied,4,4');
  expect(await read('NOW')).toContain('Not selected,2');
  expect(await read('REPLIES')).toContain('All replies,7,6,24');
  expect(await read('OFFERS')).toContain('Declined,The pay,1');
  expect(await read('HIRES')).toContain('Sent to accepted offer,2,288,403.2');
  expect(await read('TRAININGS')).toContain('ALL,,0,0');
  expect(await read('INTERVIEWS')).toContain('ALL,,0,0');
  const { body } = await staff.call('GET /api/v1/staff/audit-events/');
  expect(body.results[0]).toMatchObject({
    action: 'hiring-report.EXPORT',
    details: { from_date: '2026-03-02', to_date: '2026-03-15', table: 'INTERVIEWS' },
  });
});
