import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import {
  insertLearners,
  type Learner,
  leaveSeats,
  requireOpenBatch,
  reserve,
} from '../../support/enrolment/learners.ts';
import { endUndoTime } from '../../support/hiring/candidates.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import { isSoak } from '../../support/soak.ts';

const test = useTestApi();

it('[C-42] of 200 people who reserve 5 seats at once, 5 get one and the others hear that the batch is full', async () => {
  const batch = await requireOpenBatch(test.db);
  await leaveSeats(test.db, batch, 5);
  const learners = await insertLearners(test, 200);
  const answers = await Promise.all(learners.map((learner) => reserve(learner, batch)));
  const held = answers.filter(({ body }) => body.status === 'HELD');
  // A database that is too busy rejects a request after two seconds; it must not lose or double a seat by that.
  const rejected = answers.filter(({ status, body }) =>
    status === 503 ? body.error_code === 'SERVICE_UNAVAILABLE' : body.error_code === 'BATCH_FULL',
  );
  expect([held.length, rejected.length]).toEqual([5, 195]);
  const rows = await test.db.selectFrom('enrolment').select('status').execute();
  expect(rows.map(({ status }) => status)).toEqual(Array(5).fill('HELD'));
  const { taken } = await test.db.selectFrom('batchSeats').select('taken').executeTakeFirstOrThrow();
  expect(taken).toBe(batch.seats);
}, 60_000);

it('[C-42] a person who presses the button many times has one enrolment and one seat', async () => {
  const batch = await requireOpenBatch(test.db);
  const [learner] = await insertLearners(test, 1);
  if (!learner) throw new Error('no learner');
  const answers = await Promise.all(Array.from({ length: 20 }, () => reserve(learner, batch)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ body }) => body.is_existing === false)).toHaveLength(1);
  const { taken } = await test.db.selectFrom('batchSeats').select('taken').executeTakeFirstOrThrow();
  expect(taken).toBe(1);
});

it('[C-42] when holders cancel while others join the wait-list, no seat is lost and none is given twice', async () => {
  const batch = await requireOpenBatch(test.db);
  await leaveSeats(test.db, batch, 4);
  const people = await insertLearners(test, 20);
  const holders = people.slice(0, 4);
  const held = await Promise.all(holders.map((learner) => reserve(learner, batch)));
  const answers = await Promise.all([
    ...holders.map(({ visitor }, index) =>
      visitor.call(`POST /api/v1/enrolments/${held[index]?.body.id}/cancel/`, {}),
    ),
    ...people.slice(4).map((learner) => reserve(learner, batch, { join_waitlist: true })),
  ]);
  // A database that is too busy rejects a request after two seconds; it must not lose or double a seat by that.
  for (const { status, body } of answers)
    expect(status === 200 || body.error_code === 'SERVICE_UNAVAILABLE', JSON.stringify(body)).toBe(true);
  const rows = await test.db.selectFrom('enrolment').select('status').execute();
  const withSeat = rows.filter(({ status }) => status === 'HELD' || status === 'OFFERED').length;
  const { taken } = await test.db.selectFrom('batchSeats').select('taken').executeTakeFirstOrThrow();
  expect(taken).toBe(batch.seats - 4 + withSeat);
  expect(withSeat).toBeLessThanOrEqual(4);
});

describe('[C-42] the undo of a released seat', () => {
  async function releaseLastSeat() {
    const batch = await requireOpenBatch(test.db);
    await leaveSeats(test.db, batch, 1);
    const { visitor: staff } = await signUpStaff(test);
    const [holder, other] = (await insertLearners(test, 2)) as [Learner, Learner];
    const { id } = (await reserve(holder, batch)).body;
    const release = `POST /api/v1/staff/enrolments/${id}/move/`;
    const { status } = await staff.call(release, { action: 'RELEASE', reason_code: 'OTHER' });
    expect(status).toBe(200);
    const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
    const undo = () => staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {});
    return { batch, id, other, undo };
  }
  const statusOf = (id: string) =>
    test.db.selectFrom('enrolment').select('status').where('id', '=', id).executeTakeFirstOrThrow();
  const readTaken = () => test.db.selectFrom('batchSeats').select('taken').executeTakeFirstOrThrow();

  it('takes it back while it is free', async () => {
    const { batch, id, undo } = await releaseLastSeat();
    expect((await undo()).status).toBe(200);
    expect(await statusOf(id)).toEqual({ status: 'HELD' });
    expect(await readTaken()).toEqual({ taken: batch.seats });
  });

  it('is refused after somebody else has reserved it: staff read why, and the learner is told of the release', async () => {
    const { batch, id, other, undo } = await releaseLastSeat();
    expect((await reserve(other, batch)).body).toMatchObject({ status: 'HELD' });
    const { status, body } = await undo();
    expect([status, body.error_code, body.error]).toEqual([
      ...[409, 'UNDO_CONFLICT', 'Somebody else took the seat since, so this cannot be undone.'],
    ]);
    expect(await statusOf(id)).toEqual({ status: 'RELEASED' });
    expect(await readTaken()).toEqual({ taken: batch.seats });
    await endUndoTime(test.db);
    await deliverDue(test);
    const sent = test.db.selectFrom('inboxMessage').select('subject').where('medium', '=', 'EMAIL');
    expect(await sent.execute()).toContainEqual({ subject: expect.stringMatching(/released/) });
  });

  it('and a reservation at once: one of both has the seat', async () => {
    for (let round = 0; round < (isSoak ? 20 : 3); round += 1) {
      const { batch, id, other, undo } = await releaseLastSeat();
      const [undone, reserved] = await Promise.all([undo(), reserve(other, batch)]);
      expect([undone.status === 200, reserved.status === 200].filter(Boolean)).toHaveLength(1);
      expect(await statusOf(id)).toEqual({ status: undone.status === 200 ? 'HELD' : 'RELEASED' });
      expect(await readTaken()).toEqual({ taken: batch.seats });
      await test.db.deleteFrom('enrolment').execute();
      await test.db.deleteFrom('appUser').where('email', 'like', 'learner-%').execute();
    }
  });
});
