import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { dayOf, parseTodayOwner } from '#lib/domain/staff/today.ts';
import { handleTodayForm } from '#lib/server/staff/today/today-form.ts';
import { useTestApi } from '../../support/api.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  postStaffForm,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { insertCall, insertFailedMessage } from '../../support/staff/today.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
});

interface Line {
  kind: string;
  subject_id: string;
  at: string;
  is_late: boolean;
  who: string;
  href: string;
}
const today = async (): Promise<Line[]> => (await staff.call('GET /api/v1/staff/today/')).body.results;

/** Inserts a submitted application with a reply that is due in this many hours. */
async function insertDueApplication(hours: number, status: 'SUBMITTED' | 'SHORTLISTED' = 'SUBMITTED') {
  const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const [userId = ''] = await insertManyCandidates(test.db, 1, Math.round(hours * 1000) + 900_000);
  await sql`update candidate_registration set status = 'VERIFIED' where user_id = ${userId}`.execute(test.db);
  const [id = ''] = await insertApplications(test.db, [{ userId, jobId }]);
  await sql`
    update job_application set status = ${status}, submitted_at = now(), replied_at = null,
      reply_due_at = now() + make_interval(mins => ${hours * 60}) where id = ${id}`.execute(test.db);
  return id;
}

it('[API-42] what is late and due is in one list by clock, each with its page', async () => {
  const reply = await insertDueApplication(-2);
  await insertDueApplication(-3, 'SHORTLISTED');
  const call = await insertCall(test.db, -180);
  const message = await insertFailedMessage(test.db);
  const lines = await today();
  expect(lines.map(({ kind, subject_id, is_late }) => [kind, subject_id, is_late])).toEqual([
    ['CALL', call, true],
    ['REPLY', reply, true],
    ['MESSAGE', message, true],
  ]);
  expect(lines.map(({ href }) => href)).toEqual([
    `/staff/leads/${call}/`,
    `/staff/applications/${reply}/`,
    'mailto:meera@example.com',
  ]);
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).sort());
});

it('what is due on another day, and what has an answer, is not listed', async () => {
  await insertCall(test.db, 3 * 24 * 60);
  const answered = await insertDueApplication(-1);
  await sql`update job_application set replied_at = now() where id = ${answered}`.execute(test.db);
  const called = await insertCall(test.db, -60, '+919812345679');
  await sql`update lead set status = 'NOT_INTERESTED' where id = ${called}`.execute(test.db);
  expect(await today()).toEqual([]);
});

it('[API-43] an interview of the last 30 days without a result is late, and a batch that begins today is listed', async () => {
  const id = await insertDueApplication(-1);
  await sql`
    with slot as (
      insert into interview_slot (id, job_id, starts_at, ends_at, time_zone, mode, capacity, taken)
      select gen_random_uuid(), job_id, now() - interval '29 days', now() - interval '695 hours', 'Asia/Kolkata', 'VIDEO', 1, 1
      from job_application where id = ${id} returning id)
    insert into interview (id, application_id, stage_key, status, slot_id, uid)
    select gen_random_uuid(), ${id}, 'interview', 'SCHEDULED', slot.id, 'x' from slot`.execute(test.db);
  await sql`
    insert into training_batch (id, job_id, title, starts_at, ends_at, time_zone, mode, capacity)
    select gen_random_uuid(), job_id, 'Evening batch', now(), now() + interval '5 days', 'Asia/Kolkata', 'ONLINE', 5
    from job_application where id = ${id}`.execute(test.db);
  expect(await today()).toMatchObject([
    { kind: 'INTERVIEW', subject_id: id, is_late: true },
    { kind: 'REPLY', subject_id: id },
    { kind: 'BATCH', who: 'Evening batch', is_late: false },
  ]);
});

it('[C-42] a reserved seat is listed on the day that it runs out, and no longer with a payment', async () => {
  const { body } = await reserve(await insertLearner(test), await requireOpenBatch(test.db));
  const seats = async () => (await today()).filter(({ kind }) => kind === 'SEAT');
  expect(await seats()).toEqual([]);
  await sql`update enrolment set hold_expires_at = now() where id = ${body.id}`.execute(test.db);
  expect(await seats()).toMatchObject([{ subject_id: body.id, href: `/staff/enrolments/${body.id}/` }]);
  await staff.call(`POST /api/v1/staff/enrolments/${body.id}/record-payment/`, {
    ...{ amount: 100, method: 'UPI', reference: 'U1', received_at: '2026-11-01T00:00:00.000Z' },
  });
  expect(await seats()).toEqual([]);
});

it('candidates whose details wait for a check come by when they were sent', async () => {
  const [first, second] = await insertManyCandidates(test.db, 2, 950_000);
  await sql`
    update candidate_registration set status = 'DETAILS_SUBMITTED',
      submitted_at = now() - case when user_id = ${second ?? ''} then interval '2 hours' else interval '1 hour' end
    where user_id in (${first ?? ''}, ${second ?? ''})`.execute(test.db);
  expect(await today()).toMatchObject([
    { kind: 'CANDIDATE', subject_id: second },
    { kind: 'CANDIDATE', subject_id: first },
  ]);
});

it('[C-41] a message that failed leaves the list once it is marked as done, with one audit event', async () => {
  const id = await insertFailedMessage(test.db);
  const page = () => postStaffForm(test, staff, '/staff/', { messageId: id });
  expect((await handleTodayForm(test.api, page())).done).toBe('changed');
  expect((await handleTodayForm(test.api, page())).done).toBe('changed');
  expect(await today()).toEqual([]);
  const audited = await test.db.selectFrom('auditEvent').selectAll().where('subjectId', '=', id).execute();
  expect(audited.map(({ action, details }) => [action, details])).toEqual([
    ['message.DISMISS', { from: 'FAILED', to: 'DISMISSED' }],
  ]);
  const unknown = await staff.call(
    'POST /api/v1/staff/messages/00000000-0000-7000-8000-000000000000/dismiss/',
    {},
  );
  expect(unknown.status).toBe(404);
});

it('a day is the day of the reader’s time zone, also with 23 or 25 hours', () => {
  const hours = (now: string, timeZone: string) => {
    const { startsAt, endsAt } = dayOf(new Date(now), timeZone);
    return [startsAt.toISOString(), (endsAt.getTime() - startsAt.getTime()) / 3_600_000];
  };
  expect(hours('2026-11-22T20:00:00Z', 'Asia/Kolkata')).toEqual(['2026-11-22T18:30:00.000Z', 24]);
  expect(hours('2027-03-14T12:00:00Z', 'America/New_York')).toEqual(['2027-03-14T05:00:00.000Z', 23]);
  expect(hours('2026-11-01T12:00:00Z', 'America/New_York')).toEqual(['2026-11-01T04:00:00.000Z', 25]);
});

it('[API-42] Today shows everybody’s work, or one’s own as it was chosen the last time', () => {
  expect([
    parseTodayOwner(null, undefined),
    parseTodayOwner(null, 'me'),
    parseTodayOwner('everyone', 'me'),
    parseTodayOwner('x', 'me'),
  ]).toEqual(['everyone', 'me', 'everyone', 'everyone']);
});
