import { expect, it } from 'vitest';
import { updateEventWaitlists } from '#lib/server/events/due-offers.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { isSoak } from '../../support/soak.ts';
import type { Answer } from '../../support/visitor.ts';

const test = useTestApi();
const [people, seats, leaving] = [500, 50, 10];
/** How many of ten people wait for a seat: each of them is a row, a place and messages, which takes most of the time. */
const waitingOfTen = isSoak ? 9 : 1;

/** Sends a request, again where the database was too busy for it, as the answer asks for. */
async function call({ visitor }: Learner, id: string, action: string, body: object = {}): Promise<Answer> {
  const answer = await visitor.call(`POST /api/v1/live-events/${id}/${action}/`, body);
  return answer.status === 503 ? call({ visitor } as Learner, id, action, body) : answer;
}

it(`[API-20, C-42] ${people} people at once get ${seats} seats, and free ones are offered in order`, async () => {
  const { id } = await insertEvent(test.db, { capacity: seats });
  const learners = await insertLearners(test, people);
  const answers = await Promise.all(
    learners.map((learner, n) => call(learner, id, 'register', { join_waitlist: n % 10 < waitingOfTen })),
  );
  const rows = await test.db.selectFrom('eventRegistration').selectAll().execute();
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const full = answers.filter(({ body }) => body.error_code === 'EVENT_FULL').length;
  expect(count('REGISTERED')).toBe(seats);
  expect(count('REGISTERED') + count('WAITLISTED') + full).toBe(people);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length);

  const waiting = rows
    .filter(({ status }) => status === 'WAITLISTED')
    .toSorted((one, other) => Number(one.waitlistPosition) - Number(other.waitlistPosition))
    .map(({ userId }) => userId);
  const registered = learners.filter(({ userId }) =>
    rows.some((row) => row.userId === userId && row.status === 'REGISTERED'),
  );
  await Promise.all(registered.slice(0, leaving).map((learner) => call(learner, id, 'cancel-registration')));
  expect(await listOf('OFFERED')).toEqual(waiting.slice(0, leaving).toSorted());
  expect(await listOfferMessages()).toEqual(waiting.slice(0, leaving));

  // All but two accept; the two offers expire and go to the next two.
  const accepting = learners.filter(({ userId }) => waiting.slice(0, leaving - 2).includes(userId));
  await Promise.all(accepting.map((learner) => call(learner, id, 'accept-offer')));
  await travel(test.db, 25 * 3600);
  await Promise.all([updateEventWaitlists(test), updateEventWaitlists(test)]);
  expect(await listOf('OFFERED')).toEqual(waiting.slice(leaving, leaving + 2).toSorted());
  expect(await listOfferMessages()).toEqual(waiting.slice(0, leaving + 2));
  expect(await listOf('OFFER_EXPIRED')).toEqual(waiting.slice(leaving - 2, leaving).toSorted());
  expect((await listOf('REGISTERED')).length).toBe(seats - 2);
}, 120_000);

async function listOf(status: 'OFFERED' | 'OFFER_EXPIRED' | 'REGISTERED'): Promise<string[]> {
  const rows = await test.db
    .selectFrom('eventRegistration')
    .select('userId')
    .where('status', '=', status)
    .execute();
  return rows.map(({ userId }) => userId).toSorted();
}

/** Lists who was told by SMS of an offered seat, in the order in which the messages were queued. */
async function listOfferMessages(): Promise<(string | null)[]> {
  const rows = await test.db
    .selectFrom('outbox')
    .select('userId')
    .where('medium', '=', 'SMS')
    .where('text', 'like', '%is free for you%')
    .orderBy('id')
    .execute();
  return rows.map(({ userId }) => userId);
}
