import { expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import type { Learner } from '../../support/enrolment/learners.ts';
import { bookMock, insertExpertAndPeople, insertExpertSlot } from '../../support/hiring/mock-interviews.ts';

const test = useTestApi();

it('[APP-14] [C-42] of many people who book one time at once, one gets it', async () => {
  const { expert, people } = await insertExpertAndPeople(test, 12);
  const slotId = await insertExpertSlot(test.db, expert.expertId);
  const answers = await Promise.all(people.map((person) => bookMock(person, slotId)));
  const codes = answers.map(({ status, body }) => (status === 200 ? 'BOOKED' : body.error_code)).toSorted();
  expect(codes).toEqual(['BOOKED', ...Array(11).fill('SLOT_TAKEN')]);
  const { taken } = await test.db.selectFrom('interviewSlot').select('taken').executeTakeFirstOrThrow();
  expect(taken).toBe(1);
});

it('[APP-14] [C-42] a person who books many times at once has one open booking and one seat', async () => {
  const { expert, people } = await insertExpertAndPeople(test, 1);
  const slots = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      insertExpertSlot(test.db, expert.expertId, { inMinutes: 5000 + n * 60 }),
    ),
  );
  const [person] = people as [Learner];
  const answers = await Promise.all(slots.map((slotId) => bookMock(person, slotId)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  const rows = await test.db.selectFrom('interviewSlot').select('taken').execute();
  expect(rows.reduce((sum, { taken }) => sum + taken, 0)).toBe(1);
});
