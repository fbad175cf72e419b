import { beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { requestLead } from '../../support/leads/requests.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
});

interface Result {
  kind: string;
  id: string;
  title: string;
  text: string;
  href: string;
}
const searchFor = async (q: string, visitor = staff): Promise<{ results: Result[]; more: string[] }> =>
  (await visitor.call(`GET /api/v1/staff/search/?${new URLSearchParams({ q })}`)).body;
const kindsOf = async (q: string) => (await searchFor(q)).results.map(({ kind }) => kind);

it('[API-42] a candidate is found by name, email and phone in any format, with the applications', async () => {
  const [userId = ''] = await insertManyCandidates(test.db, 1, 711);
  const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const [id] = await insertApplications(test.db, [{ userId, jobId }]);
  for (const text of [
    'number711',
    'NUMBER711  farhan',
    'candidate-711@example.com',
    '7010000711',
    '+91 70100 00711',
    '(+91) 70100/00711',
    '070100-00711',
    'tel:+917010000711',
  ])
    expect((await searchFor(text)).results, text).toMatchObject([
      { kind: 'CANDIDATE', id: userId, title: 'Farhan Number711', href: `/staff/candidates/${userId}/` },
      { kind: 'APPLICATION', id, href: `/staff/applications/${id}/` },
    ]);
});

it('[API-42] applications, jobs, leads and enrolments are found by their references', async () => {
  const [userId = ''] = await insertManyCandidates(test.db, 1, 712);
  const job = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const [applicationId] = await insertApplications(test.db, [{ userId, jobId: job.id }]);
  const { number } = await test.db
    .selectFrom('jobApplication')
    .select('number')
    .where('id', '=', applicationId ?? '')
    .executeTakeFirstOrThrow();
  const lead = await requestLead(test, staff);
  const { body: enrolment } = await reserve(await insertLearner(test), await requireOpenBatch(test.db));
  const first = async (q: string) =>
    (await searchFor(q)).results.find(({ text }) => text.includes(q.toUpperCase()));
  expect(await first(number.toLowerCase())).toMatchObject({ kind: 'APPLICATION', id: applicationId });
  expect(await first(job.code)).toMatchObject({ kind: 'JOB', id: job.id, title: job.title });
  expect(await first(lead.reference)).toMatchObject({ kind: 'LEAD', id: lead.id, title: 'Meera Nair' });
  expect(await first(enrolment.reference)).toMatchObject({ kind: 'ENROLMENT', id: enrolment.id });
});

it('[API-41] a job is found by words of its title and its employer in any order, without their punctuation', async () => {
  const { id, title, employerId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const { name } = await test.db
    .selectFrom('employer')
    .select('name')
    .where('id', '=', employerId)
    .executeTakeFirstOrThrow();
  const [employerWord = ''] = name.split(' ');
  const found = await searchFor(`(${employerWord}) – ${title.split(' ')[0]}`);
  expect(found.results.map((result) => result.id)).toContain(id);
  expect(found.results.every(({ kind }) => kind === 'JOB')).toBe(true);
  expect(await kindsOf(`${title.split(' ')[0]} nowhere`)).toEqual([]);
});

it('[C-39] only admins find staff', async () => {
  const colleague = await signUpStaff(test);
  expect(await kindsOf(colleague.e164)).toEqual(['LEAD']);
  await test.db.insertInto('userRole').values({ userId: staffId, role: 'admin' }).execute();
  expect((await searchFor(colleague.e164)).results).toMatchObject([
    { kind: 'LEAD' },
    { kind: 'STAFF', id: colleague.id, href: '/staff/people/' },
  ]);
});

it('a kind lists five results and says that there are more; a short or empty search finds nothing', async () => {
  await insertManyCandidates(test.db, 7, 720);
  const { results, more } = await searchFor('candidate-72');
  expect(results).toHaveLength(5);
  expect(more).toEqual(['CANDIDATE']);
  for (const text of ['', ' ', 'a', '-', "'", '\\ & | !'])
    expect(await searchFor(text)).toEqual({ results: [], more: [] });
});

it('signs of a query language are only text', async () => {
  for (const text of ["o'b & c", 'a:* | b', '!asha', '\\\\', "';drop", 'x'.repeat(120), '<->'])
    expect(
      (await staff.call(`GET /api/v1/staff/search/?${new URLSearchParams({ q: text })}`)).status,
      text,
    ).toBe(200);
});

it('[C-12] a staff member has 600 searches in ten minutes, and colleagues have their own', async () => {
  await test.db
    .insertInto('rateCounter')
    .values({ key: `account:staff-search:${staffId}`, count: 600, expiresAt: new Date(Date.now() + 300_000) })
    .execute();
  const answer = await staff.call('GET /api/v1/staff/search/?q=asha');
  expect([answer.status, answer.body.error_code]).toEqual([429, 'RATE_LIMITED']);
  const colleague = await signUpStaff(test);
  expect((await colleague.visitor.call('GET /api/v1/staff/search/?q=asha')).status).toBe(200);
});
