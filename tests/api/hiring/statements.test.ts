import { beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { useAppointments } from '../../support/hiring/appointments.ts';
import {
  applications,
  insertSlot,
  signUpCandidate,
  startApplication,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { createCountingApi } from '../../support/statements.ts';

/** A request reads the session, applies due transitions, and loads the application with one statement. */

const test = useTestApi();
const slug = 'voice-support-associate-cl13';
const { createInvitedCandidate, choose } = useAppointments(test, slug, 'INTERVIEW');

beforeEach(() => restoreJobs(test.db));

it('[API-42] reading an application or a list runs few statements', async () => {
  const { person, id } = await createInvitedCandidate();
  const counting = createCountingApi(test);
  const one = await counting.call(person.visitor, `GET ${applications}${id}/`);
  expect(one.status).toBe(200);
  expect(one.statements).toBeLessThanOrEqual(3);
  const list = await counting.call(person.visitor, `GET ${applications}`);
  expect(list.body.results).toHaveLength(1);
  expect(list.statements).toBeLessThanOrEqual(5);
});

it('[API-42] submitting an application runs few statements', async () => {
  const person = await signUpCandidate(test);
  const id = await startApplication(person, slug);
  const { status, statements } = await createCountingApi(test).call(
    person.visitor,
    `POST ${applications}${id}/submit/`,
    {},
  );
  expect(status).toBe(200);
  // Four of them count the email and the SMS against their budgets of an hour and a day. [C-41]
  expect(statements).toBeLessThanOrEqual(13);
});

it('[API-43] moving an interview runs few statements', async () => {
  const { person, id } = await createInvitedCandidate();
  const [first, second] = [
    await insertSlot(test.db, slug),
    await insertSlot(test.db, slug, { inMinutes: 5 * 24 * 60 }),
  ];
  await choose(person, id, first);
  await waitForDelivery(test);
  const path = `POST ${applications}${id}/reschedule-interview/`;
  const { status, body, statements } = await createCountingApi(test).call(person.visitor, path, {
    slot_id: second,
  });
  expect([status, body.interview.slot_id]).toEqual([200, second]);
  // Two of them take the place of messages that still wait, and of those that are attempted now.
  expect(statements).toBeLessThanOrEqual(18);
});

it('[API-41] a visitor’s list of jobs with the counts of all filters is one statement', async () => {
  const counting = createCountingApi(test);
  for (const path of ['', '?city=Pune', '?search=accounts&min_pay=300000']) {
    const { status, body, statements } = await counting.call(
      test.visitor(),
      `GET /api/v1/moonshot/jobs/${path}`,
    );
    expect([status, body.results.length > 0, statements]).toEqual([200, true, 1]);
  }
});
