import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { insertLearners, leaveSeats, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';

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
