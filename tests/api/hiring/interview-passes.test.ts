import { beforeEach, expect, it } from 'vitest';
import { endUnpaidMockInterviews } from '#lib/server/hiring/mock-interviews/passes/end-unpaid.ts';
import { createLog, type Log } from '#lib/server/log.ts';
import { useTestApi } from '../../support/api.ts';
import type { Learner } from '../../support/enrolment/learners.ts';
import {
  beginSlot,
  bookMock,
  feedbackBody,
  insertExpertAndPeople,
  insertExpertSlot,
  insertPaidPass,
  passPayment,
  type TestExpert,
} from '../../support/hiring/mock-interviews.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { readState } from '../../support/hiring/undo.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const mocks = '/api/v1/mock-interviews/';
const record = 'POST /api/v1/staff/interview-passes/record-payment/';
const threeDays = 72 * 60;
let expert: TestExpert;
let asha: Learner;
let other: Learner;
let staff: Visitor;

beforeEach(async () => {
  const inserted = await insertExpertAndPeople(test, 2, { isPaid: false });
  expert = inserted.expert;
  [asha, other] = inserted.people as [Learner, Learner];
  ({ visitor: staff } = await signUpStaff(test));
});

const insertSlot = (inMinutes = threeDays) => insertExpertSlot(test.db, expert.expertId, { inMinutes });
const readPass = () =>
  test.db.selectFrom('interviewPass').selectAll().orderBy('id', 'desc').executeTakeFirst();
const pay = (more: object = {}) =>
  staff.call(record, { country_iso_code: 'IN', phone: asha.phone.slice(3), ...passPayment, ...more });
const endUnpaid = (log: Log = createLog('silent')) => endUnpaidMockInterviews({ ...test, log });
/** Lets a booked interview take place. */
async function hold(id: string, slotId: string): Promise<void> {
  await beginSlot(test.db, slotId, -60);
  await expert.visitor.call(`POST /api/v1/expert/bookings/${id}/feedback/`, feedbackBody);
}

it('[APP-14] the first mock interview can be booked before the payment, but no time in the next 48 hours', async () => {
  const soon = await insertSlot(47 * 60);
  const early = await bookMock(asha, soon);
  expect([early.status, early.body.error_code]).toEqual([409, 'PAYMENT_REQUIRED']);
  expect(early.body.field_errors).toHaveProperty('slot_id');
  const { body } = await bookMock(asha, await insertSlot());
  expect(body.payment).toMatchObject({
    ...{ reference: expect.stringMatching(/^IP-\d\d-\d{5}$/), amount: 9000, currency: 'INR' },
    account: { ifsc: expect.any(String) },
  });
  const moved = await asha.visitor.call(`POST ${mocks}${body.id}/move/`, { slot_id: soon });
  expect(moved.body.error_code).toBe('PAYMENT_REQUIRED');
  await pay();
  expect((await asha.visitor.call(`POST ${mocks}${body.id}/move/`, { slot_id: soon })).body).toMatchObject({
    ...{ slot_id: soon, payment: null },
  });
});

it('[APP-14] [C-42] a payment is for three mock interviews; a cancelled one can be booked again', async () => {
  await pay();
  const cancelled = await bookMock(asha, await insertSlot(60 * 5));
  expect((await asha.visitor.call(`POST ${mocks}${cancelled.body.id}/cancel/`, {})).status).toBe(200);
  for (const taken of [1, 2, 3]) {
    const slotId = await insertSlot(60 * 5);
    const { body } = await bookMock(asha, slotId);
    await hold(body.id, slotId);
    expect(await readPass()).toMatchObject({ taken });
  }
  const fourth = await bookMock(asha, await insertSlot());
  expect([fourth.body.error_code, fourth.body.error]).toEqual([
    'PAYMENT_REQUIRED',
    expect.stringContaining('used all'),
  ]);
  await pay({ reference: 'UPI-8' });
  expect((await bookMock(asha, await insertSlot(60 * 5))).status).toBe(200);
});

it('[APP-14] [C-42] of two experts who are booked at once with the last mock interview, one is booked', async () => {
  const passId = await insertPaidPass(test.db, asha.userId);
  await test.db.updateTable('interviewPass').set({ taken: 2 }).where('id', '=', passId).execute();
  const slots = await Promise.all([insertSlot(6000), insertSlot(7000), insertSlot(8000)]);
  const answers = await Promise.all(slots.map((slotId) => bookMock(asha, slotId)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await readPass()).toMatchObject({ taken: 3 });
});

it('[APP-14] a booking without a payment ends a day before, both hear of it, and the next one needs a payment', async () => {
  const slotId = await insertSlot();
  const { body } = await bookMock(asha, slotId);
  await beginSlot(test.db, slotId, 24 * 60 + 1);
  await endUnpaid();
  expect((await asha.visitor.call(`GET ${mocks}${body.id}/`)).body.status).toBe('BOOKED');
  await beginSlot(test.db, slotId, 24 * 60 - 1);
  await Promise.all([endUnpaid(), endUnpaid()]);
  const ended = (await asha.visitor.call(`GET ${mocks}${body.id}/`)).body;
  expect([ended.status, ended.payment]).toEqual(['CANCELLED', null]);
  expect(ended.history.filter(({ action }: { action: string }) => action === 'CANCEL')).toMatchObject([
    { actor_type: 'SYSTEM', public_note: expect.stringContaining('no payment in time') },
  ]);
  const sent = await test.db
    .selectFrom('outbox')
    .select('sender')
    .where('sender', 'like', '%-update')
    .execute();
  expect(new Set(sent.map(({ sender }) => sender))).toEqual(
    new Set(['expert-update', 'mock-interview-update']),
  );
  expect((await bookMock(asha, await insertSlot())).body.error_code).toBe('PAYMENT_REQUIRED');
  await pay();
  expect((await bookMock(asha, await insertSlot(60 * 5))).status).toBe(200);
});

it('[APP-14] an unpaid booking ends although the one before it fails, and the failure is logged', async () => {
  const slots = [await insertSlot(), await insertSlot(threeDays + 120)] as const;
  const broken = (await bookMock(asha, slots[0])).body.id;
  const { id } = (await bookMock(other, slots[1])).body;
  await beginSlot(test.db, slots[0], 22 * 60);
  await beginSlot(test.db, slots[1], 23 * 60);
  // A seat that is counted as free cannot be released.
  await test.db.updateTable('interviewSlot').set({ taken: 0 }).where('id', '=', slots[0]).execute();
  const failed: unknown[] = [];
  await endUnpaid({
    ...createLog('silent'),
    error: (fields: unknown) => failed.push(fields),
  } as unknown as Log);
  expect(failed).toMatchObject([{ event: 'mock-interview.end-error', id: broken }]);
  expect((await other.visitor.call(`GET ${mocks}${id}/`)).body.status).toBe('CANCELLED');
});

it('[APP-14] a payment that is recorded keeps the booking; the same payment counts once, for one person', async () => {
  const slotId = await insertSlot();
  await bookMock(asha, slotId);
  expect((await pay({ amount: 4000 })).body.field_errors).toHaveProperty('amount');
  expect((await pay({ reference: '4111 1111 1111 1111' })).status).toBe(400);
  const first = await pay();
  expect(first.body.is_existing).toBe(false);
  expect((await pay({ reference: 'upi-7' })).body).toEqual({ id: first.body.id, is_existing: true });
  const { phone } = expert;
  expect((await pay({ phone: phone.slice(3) })).body.error_code).toBe('ALREADY_EXISTS');
  await beginSlot(test.db, slotId, 60);
  await endUnpaid();
  const { body } = await staff.call('GET /api/v1/staff/interview-passes/?state=PAID');
  expect(body.results).toMatchObject([
    { candidate: { name: 'Meera Nair' }, interviews: 3, taken: 1, payment_reference: 'UPI-7' },
  ]);
  expect((await asha.visitor.call('POST /api/v1/staff/interview-passes/record-payment/', {})).status).toBe(
    404,
  );
});

it('[APP-14] an undo takes a payment back, unless a mock interview was booked with it meanwhile', async () => {
  const undo = async () => {
    const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
    return staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {});
  };
  const before = await readState(test.db);
  await pay();
  expect((await undo()).status).toBe(200);
  expect(await readState(test.db)).toEqual(before);
  await pay();
  await bookMock(asha, await insertSlot(60 * 5));
  expect((await undo()).body.error_code).toBe('UNDO_CONFLICT');
});
