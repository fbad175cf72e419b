import { beforeEach, describe, expect, it } from 'vitest';
import { calendarPath, findCalendar } from '#lib/server/hiring/appointments/calendar-link.ts';
import { mockInterviewReminders } from '#lib/server/hiring/mock-interviews/mock-interview-reminders.ts';
import { createLog } from '#lib/server/log.ts';
import { sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import type { Learner } from '../../support/enrolment/learners.ts';
import { insertSlot as insertJobSlot } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  beginSlot,
  bookingBody,
  bookMock,
  coachSlug,
  feedbackBody,
  insertExpertAndPeople,
  insertExpertSlot,
  insertPaidPass,
  type TestExpert,
} from '../../support/hiring/mock-interviews.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

const test = useTestApi();
const mocks = '/api/v1/mock-interviews/';
const bookings = '/api/v1/expert/bookings/';
let expert: TestExpert;
let asha: Learner;
let other: Learner;

beforeEach(async () => {
  const { expert: one, people } = await insertExpertAndPeople(test, 2);
  expert = one;
  [asha, other] = people as [Learner, Learner];
});

const insertSlot = (inMinutes?: number) =>
  insertExpertSlot(test.db, expert.expertId, inMinutes === undefined ? {} : { inMinutes });
const taken = async (id: string) =>
  (await test.db.selectFrom('interviewSlot').select('taken').where('id', '=', id).executeTakeFirstOrThrow())
    .taken;
async function book(inMinutes?: number) {
  const slotId = await insertSlot(inMinutes);
  const { body } = await bookMock(asha, slotId);
  return { id: body.id as string, slotId };
}
const listSent = async (sender: string) =>
  test.db.selectFrom('outbox').select(['medium', 'subject']).where('sender', '=', sender).execute();

describe('[APP-14] a candidate books a mock interview', () => {
  it('but not with themselves: an expert cannot book their own free time', async () => {
    const slotId = await insertSlot();
    await insertPaidPass(test.db, expert.userId);
    const own = await bookMock(expert, slotId);
    expect([own.status, own.body.error_code, own.body.error]).toEqual([
      expect.any(Number),
      'SLOT_INVALID',
      expect.stringContaining('your own time'),
    ]);
    expect(await taken(slotId)).toBe(0);
    expect((await bookMock(asha, slotId)).status).toBe(200);
  });

  it.each(['nobody', '%00', 'x'.repeat(300)])('has no times of an expert %s', async (slug) => {
    expect(await test.visitor().call(`GET /api/v1/interview-experts/${slug}/slots/`)).toMatchObject({
      status: 404,
    });
  });

  it('with a free time of an expert, becomes a candidate of the programme, and both are told', async () => {
    const slotId = await insertSlot();
    const { body: list } = await test.visitor().call('GET /api/v1/interview-experts/');
    expect(list.results).toMatchObject([
      { slug: coachSlug, free_count: 1, next_times: [expect.any(String)] },
    ]);
    const { status, body } = await bookMock(asha, slotId);
    expect([status, body.status, body.is_existing]).toEqual([200, 'BOOKED', false]);
    expect(body).toMatchObject({ role: 'Product analyst', focus: ['STORIES', 'SALARY'], join_url: null });
    expect(await taken(slotId)).toBe(1);
    const again = await bookMock(asha, slotId);
    expect([again.body.id, again.body.is_existing]).toEqual([body.id, true]);
    const { body: me } = await asha.visitor.call('GET /api/v3/user/');
    expect(me.user_profiles).toMatchObject([{ type: 'PREPPA_CANDIDATE' }]);
    expect((await listSent('mock-interview-confirmation')).map(({ medium }) => medium).toSorted()).toEqual([
      'EMAIL',
      'SMS',
    ]);
    expect(await listSent('interviewer-invite')).toMatchObject([
      { subject: expect.stringMatching(/^Mock interview with Meera Nair, /) },
    ]);
  });

  it('and has one open booking, of a real expert and a time in the future', async () => {
    await book();
    const second = await bookMock(asha, await insertSlot());
    expect([second.status, second.body.error_code]).toEqual([409, 'ALREADY_EXISTS']);
    const past = await bookMock(other, await insertSlot(-5));
    expect(past.body.error_code).toBe('SLOT_IN_PAST');
    const foreign = await other.visitor.call(`POST ${mocks}book/`, {
      ...bookingBody(await insertSlot()),
      expert_slug: 'suresh-pillai',
    });
    expect(foreign.status).toBe(404);
  });

  it('moves it with one calendar entry, and cancels it, until four hours before', async () => {
    const { id, slotId } = await book();
    const next = await insertSlot(5 * 24 * 60);
    const moved = await asha.visitor.call(`POST ${mocks}${id}/move/`, { slot_id: next });
    expect([moved.status, moved.body.slot_id, await taken(slotId), await taken(next)]).toEqual([
      200,
      next,
      0,
      1,
    ]);
    const [, , kind = '', , file = ''] = calendarPath(test.config, 'MOCK_INTERVIEW', id).split('/');
    const key = file.replace('.ics', '');
    const readCalendar = () => findCalendar(test.db, test.config, { kind, id, key });
    expect(await readCalendar()).toMatch(/UID:mock-interview-.*\r\nSEQUENCE:1\r\n/);
    await beginSlot(test.db, next, 3 * 60);
    for (const [path, body] of [['move', { slot_id: slotId }] as const, ['cancel', {}] as const]) {
      const late = await asha.visitor.call(`POST ${mocks}${id}/${path}/`, body);
      expect([path, late.status, late.body.error_code]).toEqual([path, 409, 'TOO_LATE_TO_RESCHEDULE']);
    }
    await beginSlot(test.db, next, 5 * 60);
    const off = await asha.visitor.call(`POST ${mocks}${id}/cancel/`, {});
    expect([off.body.status, await taken(next)]).toEqual(['CANCELLED', 0]);
    expect((await asha.visitor.call(`POST ${mocks}${id}/cancel/`, {})).status).toBe(200);
    expect(await readCalendar()).toMatch(/METHOD:CANCEL.*SEQUENCE:2/s);
    expect((await bookMock(asha, next)).status).toBe(200);
  });

  it('and gets the link fifteen minutes before, and reminders a day and an hour before', async () => {
    const { id, slotId } = await book(48 * 60);
    const send = () =>
      sendDueReminders(
        { db: test.db, config: test.config, log: createLog('silent'), messages: test.messages },
        [mockInterviewReminders],
      );
    await travel(test.db, 24 * 3600 + 60);
    await send();
    await send();
    expect(await listSent('mock-interview-reminder')).toHaveLength(3 - 1);
    const read = async () => (await asha.visitor.call(`GET ${mocks}${id}/`)).body.join_url;
    await beginSlot(test.db, slotId, 16);
    expect(await read()).toBeNull();
    await beginSlot(test.db, slotId, 14);
    expect(await read()).toBe('https://meet.example/mock');
  });

  it('[C-39] and nobody else can read or change it', async () => {
    const { id } = await book();
    for (const call of [`GET ${mocks}${id}/`, `POST ${mocks}${id}/cancel/`, `POST ${bookings}${id}/move/`]) {
      const body = call.endsWith('move/') ? { action: 'CANCEL', public_note: 'x' } : {};
      const answer = await other.visitor.call(call, call.startsWith('GET') ? undefined : body);
      expect([call, answer.status]).toEqual([call, 404]);
    }
    expect((await other.visitor.call(`GET ${bookings}`)).status).toBe(404);
  });
});

describe('[APP-14] an expert', () => {
  it('turns weekly availability into free times of the own zone, which never overlap other interviews', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const availability = {
      ...{
        weekdays: [0, 1, 2, 3, 4, 5, 6],
        from_date: day(2),
        to_date: day(3),
        opens: '18:00',
        closes: '20:00',
      },
      ...{ minutes: 45, pause_minutes: 15, time_zone: 'Asia/Kolkata', join_url: 'https://meet.example/z' },
      is_preview: false,
    };
    const create = (more = {}) =>
      expert.visitor.call('POST /api/v1/expert/slots/create/', { ...availability, ...more });
    expect((await create({ is_preview: true })).body).toMatchObject({ created: 4, is_preview: true });
    expect((await create()).body).toMatchObject({ created: 4, existing: 0 });
    expect((await create()).body).toMatchObject({ created: 0, existing: 4 });
    expect((await create({ opens: '18:30' })).body.error_code).toBe('VALIDATION_FAILED');
    const { body } = await expert.visitor.call('GET /api/v1/expert/slots/');
    await restoreJobs(test.db);
    const jobSlot = await insertJobSlot(test.db, 'inside-sales-associate-cl13', { inMinutes: 6000 });
    const { interviewerId } = await test.db
      .selectFrom('expert')
      .select('interviewerId')
      .executeTakeFirstOrThrow();
    await test.db
      .updateTable('interviewSlot')
      .set({ interviewerId, startsAt: `${day(4)}T12:45:00Z`, endsAt: `${day(4)}T13:15:00Z` })
      .where('id', '=', jobSlot)
      .execute();
    const overlap = await create({ from_date: day(4), to_date: day(4) });
    expect(overlap.body.error).toMatch(/at that time: .*sales/i);
    const [slot, second] = body.results;
    expect(slot.starts_at).toBe(`${day(2)}T12:30:00.000Z`);
    expect((await expert.visitor.call(`POST /api/v1/expert/slots/${slot.id}/cancel/`, {})).status).toBe(200);
    await bookMock(asha, second.id);
    const late = await expert.visitor.call(`POST /api/v1/expert/slots/${second.id}/cancel/`, {});
    expect(late.body.error_code).toBe('INVALID_STATE');
  });

  it('sees a name and the papers, never a number, and cancels with a reason that the candidate reads', async () => {
    const { id, slotId } = await book();
    const { body } = await expert.visitor.call(`GET ${bookings}`);
    expect(body.results).toMatchObject([{ id, candidate_name: 'Meera Nair', role: 'Product analyst' }]);
    expect(JSON.stringify(body)).not.toContain(asha.phone.slice(3));
    const press = (note: string) =>
      expert.visitor.call(`POST ${bookings}${id}/move/`, { action: 'CANCEL', public_note: note });
    expect((await press('')).body.field_errors).toHaveProperty('public_note');
    expect((await press('I am ill today.')).body.status).toBe('CANCELLED');
    expect(await listSent('mock-interview-update')).not.toHaveLength(0);
    expect((await bookMock(other, slotId)).body.error_code).toBe('SLOT_INVALID');
    const read = await asha.visitor.call(`GET ${mocks}${id}/`);
    expect(read.body.history.at(-1)).toMatchObject({ actor_type: 'EXPERT', public_note: 'I am ill today.' });
  });

  it('keeps a draft to themselves, then shares feedback with three next steps that the candidate ticks', async () => {
    const { id, slotId } = await book();
    const save = (more: object) =>
      expert.visitor.call(`POST ${bookings}${id}/feedback/`, { ...feedbackBody, ...more });
    expect((await save({})).body.error_code).toBe('INVALID_STATE');
    await beginSlot(test.db, slotId, -50);
    const draft = await save({ is_draft: true, recommendation: null, next_steps: ['One'] });
    expect(draft.body.feedback).toMatchObject({ version: 1, shared_at: null, next_steps: ['One'] });
    expect((await asha.visitor.call(`GET ${mocks}${id}/`)).body.feedback).toBeNull();
    // A reloaded tab sends the same draft again, and another text of an older version overwrites nothing.
    const again = await save({ is_draft: true, recommendation: null, next_steps: ['One'] });
    expect(again.body.feedback).toMatchObject({ version: 1 });
    const other = await save({ is_draft: true, recommendation: null, next_steps: ['Two'] });
    expect(other.body.error_code).toBe('STALE_WRITE');
    expect((await save({})).body.error_code).toBe('STALE_WRITE');
    const missing = await save({ version: 1, next_steps: ['One'] });
    expect(missing.body.field_errors).toHaveProperty('next_steps');
    expect((await save({ version: 1 })).body).toMatchObject({ status: 'COMPLETED' });
    const mails = (await listSent('mock-interview-update')).filter(({ medium }) => medium === 'EMAIL');
    expect(mails).toMatchObject([{ subject: expect.stringMatching(/^Feedback on/) }]);
    const ticked = await asha.visitor.call(`POST ${mocks}${id}/next-steps/`, { done: [1] });
    expect(ticked.body.feedback.next_steps.map((step: { is_done: boolean }) => step.is_done)).toEqual([
      false,
      true,
      false,
    ]);
    expect((await bookMock(asha, await insertSlot())).status).toBe(200);
  });
});

describe('[USER-03] staff', () => {
  it('give the profile to a verified number and take it back when nothing is booked', async () => {
    const { visitor: staff } = await signUpStaff(test);
    const create = (phone: string, coach: string) =>
      staff.call('POST /api/v1/staff/experts/create/', { country_iso_code: 'IN', phone, coach_slug: coach });
    expect((await create(other.phone.slice(3), coachSlug)).body.error_code).toBe('ALREADY_EXISTS');
    expect((await create('9811112222', 'ajit-deshpande')).body.error_code).toBe('USER_NOT_FOUND');
    const { body } = await create(other.phone.slice(3), 'ajit-deshpande');
    expect(body).toMatchObject({ coach_slug: 'ajit-deshpande', free: 0, booked: 0 });
    const { id } = await book();
    const remove = () => staff.call(`POST /api/v1/staff/experts/${expert.expertId}/remove/`, {});
    expect((await remove()).body.error_code).toBe('INVALID_STATE');
    const moved = await staff.call(`POST /api/v1/staff/mock-interviews/${id}/move/`, { action: 'CANCEL' });
    expect(moved.body).toMatchObject({ status: 'CANCELLED', candidate: { name: 'Meera Nair' } });
    expect((await remove()).status).toBe(200);
    expect((await expert.visitor.call(`GET ${bookings}`)).status).toBe(404);
    expect((await test.visitor().call('GET /api/v1/interview-experts/')).body.results).toMatchObject([
      { slug: 'ajit-deshpande' },
    ]);
  });
});

it('[APP-14] feedback on a missed and on a cancelled interview is rejected with the true reason', async () => {
  const { id, slotId } = await book();
  await beginSlot(test.db, slotId, -60);
  const reject = async (status: 'NO_SHOW' | 'CANCELLED') => {
    await test.db.updateTable('mockInterview').set({ status }).where('id', '=', id).execute();
    return (await expert.visitor.call(`POST ${bookings}${id}/feedback/`, feedbackBody)).body;
  };
  expect(JSON.stringify(await reject('NO_SHOW'))).toContain('marked as missed. If it took place');
  expect(JSON.stringify(await reject('CANCELLED'))).toContain('This interview was cancelled.');
});
