import { beforeEach, expect, it } from 'vitest';
import { createExport } from '#lib/server/staff/export.ts';
import { loadCalendar } from '#lib/server/staff/hiring/appointments/calendar.ts';
import { loadToday } from '#lib/server/staff/today/load-today.ts';
import { useTestApi } from '../../support/api.ts';
import type { Learner } from '../../support/enrolment/learners.ts';
import {
  beginSlot,
  bookingBody,
  bookMock,
  feedbackBody,
  insertExpertAndPeople,
  insertExpertSlot,
  type TestExpert,
} from '../../support/hiring/mock-interviews.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { readState } from '../../support/hiring/undo.ts';
import { openFile } from '../../support/media/open-file.ts';
import { upload } from '../../support/media/upload.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const mocks = '/api/v1/staff/mock-interviews/';
let staff: Visitor;
let staffId: string;
let expert: TestExpert;
let asha: Learner;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  const inserted = await insertExpertAndPeople(test, 1);
  expert = inserted.expert;
  [asha] = inserted.people as [Learner];
});

const insertSlot = (inMinutes: number) => insertExpertSlot(test.db, expert.expertId, { inMinutes });
const book = async (slotId: string): Promise<string> => (await bookMock(asha, slotId)).body.id;
const listToday = async () => {
  const { body } = await staff.call('GET /api/v1/staff/today/');
  return body.results.filter(({ kind }: { kind: string }) => kind === 'MOCK_INTERVIEW');
};

it('[APP-14] staff move and cancel for a candidate, and an undo brings everything back', async () => {
  const first = await insertSlot(4000);
  const second = await insertSlot(5000);
  const id = await book(first);
  const moved = await staff.call(`POST ${mocks}${id}/reschedule/`, { slot_id: second });
  expect(moved.body).toMatchObject({ slot_id: second, status: 'BOOKED' });
  const before = await readState(test.db);
  expect((await staff.call(`POST ${mocks}${id}/move/`, { action: 'CANCEL' })).body.status).toBe('CANCELLED');
  const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
  expect((await staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {})).status).toBe(200);
  expect(await readState(test.db)).toEqual(before);
});

it('[APP-14] Today names an interview without a result, and feedback that is 48 hours late', async () => {
  const slotId = await insertSlot(4000);
  const id = await book(slotId);
  expect(await listToday()).toEqual([]);
  await beginSlot(test.db, slotId, -60);
  expect(await listToday()).toMatchObject([{ subject_id: id, action: 'Record the result', is_late: true }]);
  await staff.call(`POST ${mocks}${id}/move/`, { action: 'COMPLETE' });
  expect(await listToday()).toEqual([]);
  await beginSlot(test.db, slotId, -49 * 60);
  expect(await listToday()).toMatchObject([{ subject_id: id, action: 'Ask for the feedback' }]);
  const { body } = await staff.call(`GET ${mocks}?missing=FEEDBACK_DUE`);
  expect(body.results).toMatchObject([{ id, candidate: { name: 'Meera Nair' } }]);
  const search = new URLSearchParams({ missing: 'RESULT_DUE' });
  const csv = await new Response(await createExport(test.db, staffId, 'mock-interviews', search)).text();
  expect(csv.trim().split('\n')).toHaveLength(1);
  await expert.visitor.call(`POST /api/v1/expert/bookings/${id}/feedback/`, feedbackBody);
  expect(await listToday()).toEqual([]);
});

it('[C-39] the résumé of a booking opens for its expert until the feedback is shared, and for nobody else', async () => {
  const bytes = Buffer.from('%PDF-1.7\nresume\n%%EOF');
  const { body: file } = await upload(asha.visitor, {
    bytes,
    name: 'resume.pdf',
    type: 'application/pdf',
    isPublic: false,
  });
  const slotId = await insertSlot(4000);
  const read = async () => (await openFile(test, file.url, expert.visitor)).status;
  expect(await read()).toBe(404);
  const { body } = await asha.visitor.call('POST /api/v1/mock-interviews/book/', {
    ...bookingBody(slotId),
    resume_media_id: file.id,
  });
  expect(await read()).toBe(200);
  expect((await openFile(test, file.url)).status).toBe(404);
  await beginSlot(test.db, slotId, -60);
  await expert.visitor.call(`POST /api/v1/expert/bookings/${body.id}/feedback/`, feedbackBody);
  expect(await read()).toBe(404);
});

it('[APP-14] the calendar of interviews shows booked mock interviews with a mark, and no free times of experts', async () => {
  const slotId = await insertSlot(4000);
  const id = await book(slotId);
  await insertSlot(4200);
  const range = { from: new Date(), to: new Date(Date.now() + 7 * 86_400_000) };
  const read = async (more: object = {}) =>
    (await loadCalendar(test.db, range, { view: 'week', date: '', ...more })).slots;
  expect(await read()).toMatchObject([
    {
      ...{ id: slotId, isMock: true, jobTitle: 'Product analyst', interviewer: 'Meera Nair', taken: 1 },
      bookings: [{ applicationId: null, interviewId: id, name: 'Meera Nair', status: 'BOOKED' }],
    },
  ]);
  expect(await read({ state: 'free' })).toEqual([]);
  await asha.visitor.call(`POST /api/v1/mock-interviews/${id}/cancel/`, {});
  expect(await read()).toEqual([]);
});

it('[APP-14] Today lists the mock interviews that experts hold today', async () => {
  const slotId = await insertSlot(4000);
  const id = await book(slotId);
  const { startsAt } = await test.db
    .selectFrom('interviewSlot')
    .select('startsAt')
    .where('id', '=', slotId)
    .executeTakeFirstOrThrow();
  const day = new Date(startsAt.getTime() - 60_000);
  const { items } = await loadToday(test.db, 'Asia/Kolkata', { at: day });
  expect(items.filter(({ kind }) => kind === 'MOCK_INTERVIEW')).toMatchObject([
    { subjectId: id, isLate: false, action: 'See the booking', about: 'Product analyst · Zainab Ansari' },
  ]);
});
