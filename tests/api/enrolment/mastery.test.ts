import { expect, it } from 'vitest';
import {
  findMasterySession,
  masteryPolicy,
  nextMasterySession,
} from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import { requireMastery } from '#lib/server/enrolment/mastery/mastery-aggregate.ts';
import { masteryReminders } from '#lib/server/enrolment/mastery/mastery-reminders.ts';
import { respondWithSessionCalendar } from '#lib/server/enrolment/mastery/session-calendar.ts';
import { createLog } from '#lib/server/log.ts';
import { sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { loadToday } from '#lib/server/staff/today/load-today.ts';
import { useTestApi } from '../../support/api.ts';
import { insertLearner, insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi();
const register = (learner: Learner, more: object = {}) =>
  learner.visitor.call('POST /api/v1/pm-mastery/register/', {
    ...{
      program_slug: 'pm-launchpad-core',
      current_status: 'STUDENT',
      years_of_experience: 0,
      consent: true,
    },
    ...more,
  });
const cancel = (learner: Learner, id: string) =>
  learner.visitor.call(`POST /api/v1/pm-mastery/registrations/${id}/cancel/`, {});
const takenSeats = async () =>
  (await test.db.selectFrom('masterySeats').select('taken').executeTakeFirst())?.taken ?? 0;

it('[API-21] a person registers for the next session, gets a seat and an SMS; repeats return the first one', async () => {
  const learner = await insertLearner(test);
  const answers = await Promise.all([register(learner), register(learner), register(learner)]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ body }) => !body.is_existing)).toHaveLength(1);
  const { body } = answers[0] ?? {};
  expect(body).toMatchObject({ status: 'CONFIRMED', test: null, result: null, session: { join_url: null } });
  expect(body.registration_number).toMatch(/^PM-\d\d-00001$/);
  expect(await takenSeats()).toBe(1);
  await deliverDue(test);
  expect((await test.sentTo(learner.phone))[0]?.text).toContain('You have a seat');
  expect(await test.db.selectFrom('conversion').select(['kind', 'subjectId']).execute()).toEqual([
    { kind: 'MASTERY', subjectId: body.id },
  ]);
  expect((await register(learner, { program_slug: 'voice-support' })).body.error_code).toBe(
    'PROGRAM_NOT_FOUND',
  );
});

it('[API-21] a full session has a wait-list in order; a cancelled seat goes to its first person, once', async () => {
  const people = await insertLearners(test, 4);
  const [first, second, third, fourth] = people as [Learner, Learner, Learner, Learner];
  const { id: sessionId } = nextMasterySession(new Date());
  await test.db
    .insertInto('masterySeats')
    .values({ sessionId, taken: masteryPolicy.seatsPerSession - 1 })
    .execute();
  const seat = await register(first);
  const waiting = await register(second);
  const later = await register(third);
  expect([seat, waiting, later].map(({ body }) => body.status)).toEqual([
    'CONFIRMED',
    'WAITLISTED',
    'WAITLISTED',
  ]);
  expect((await cancel(second, seat.body.id)).status).toBe(404);
  expect(seat.body.ics_url).toBe(`/pm-mastery/${seat.body.id}/session.ics`);
  expect(waiting.body.ics_url).toBeNull();
  const fileOf = async ({ body }: typeof seat) =>
    respondWithSessionCalendar(await requireMastery(test.db, body.id), test.config).status;
  expect([await fileOf(seat), await fileOf(waiting)]).toEqual([200, 404]);
  const [, , newcomer] = await Promise.all([
    cancel(first, seat.body.id),
    cancel(first, seat.body.id),
    register(fourth),
  ]);
  expect(newcomer.body.status).toBe('WAITLISTED');
  const statuses = await test.db
    .selectFrom('masteryRegistration')
    .select('status')
    .orderBy('registrationNumber')
    .execute();
  expect(statuses.map(({ status }) => status)).toEqual([
    'CANCELLED',
    'CONFIRMED',
    'WAITLISTED',
    'WAITLISTED',
  ]);
  expect(await takenSeats()).toBe(masteryPolicy.seatsPerSession);
  expect((await register(first)).body).toMatchObject({ is_existing: false, status: 'WAITLISTED' });
});

it('[API-21] the session is on the first Saturday; the link is shown from 15 minutes before, and staff mark who came', async () => {
  expect(findMasterySession('2026-12')?.startsAt.toISOString()).toBe('2026-12-05T05:30:00.000Z');
  expect(nextMasterySession(new Date('2026-12-05T05:10:00Z')).id).toBe('2027-01');
  const learner = await insertLearner(test);
  const { body } = await register(learner);
  const { visitor: staff } = await signUpStaff(test);
  const complete = () => staff.call(`POST /api/v1/staff/pm-mastery/${body.id}/complete/`, {});
  expect((await complete()).body.error_code).toBe('INVALID_STATE');
  await test.db.updateTable('masteryRegistration').set({ sessionId: '2026-01' }).execute();
  expect((await complete()).body).toMatchObject({ status: 'COMPLETED', can_complete: false });
  expect((await complete()).status).toBe(200);
  const list = await staff.call('GET /api/v1/staff/pm-mastery/?status=COMPLETED');
  expect(list.body.results).toHaveLength(1);
  expect((await cancel(learner, body.id)).body.error_code).toBe('INVALID_STATE');
});

it('[API-21] after the session nobody is told to wait for a seat or for the link to join', async () => {
  const learner = await insertLearner(test);
  await register(learner);
  const nextStep = async (status: 'CONFIRMED' | 'WAITLISTED') => {
    await test.db.updateTable('masteryRegistration').set({ status, sessionId: '2026-01' }).execute();
    const { body } = await learner.visitor.call('GET /api/v1/pm-mastery/registrations/');
    return body.results[0].next_step;
  };
  expect(await nextStep('CONFIRMED')).toMatch(/ is over\. You can register for the next one\.$/);
  expect(await nextStep('WAITLISTED')).toMatch(
    / is over, and no seat became free\. You can register again\.$/,
  );
});

it('[API-21] people with a seat are reminded a day and an hour before, each once; the wait-list is not', async () => {
  const [seated, waiting] = (await insertLearners(test, 2)) as [Learner, Learner];
  const { id: sessionId, startsAt: begin } = nextMasterySession(new Date());
  const taken = masteryPolicy.seatsPerSession - 1;
  await test.db.insertInto('masterySeats').values({ sessionId, taken }).execute();
  const { body } = await register(seated);
  expect((await register(waiting)).body.status).toBe('WAITLISTED');
  const dayBefore = new Date(begin.getTime() - 86_400_000);
  const upcoming = await masteryReminders.listUpcoming(test.db, dayBefore, begin);
  expect(upcoming).toMatchObject([{ subjectId: body.id, startsAt: begin, bookedAt: expect.any(Date) }]);
  const dayAfter = new Date(begin.getTime() + 86_400_000);
  expect(await masteryReminders.listUpcoming(test.db, begin, dayAfter)).toEqual([]);

  // The month decides when a session begins, so the test brings its begin near.
  const remindTwice = async (minutesBefore: number) => {
    const startsAt = new Date(Date.now() + minutesBefore * 60_000);
    const near = async () => upcoming.map((one) => ({ ...one, startsAt, bookedAt: null }));
    const source = { ...masteryReminders, listUpcoming: near };
    for (const _ of [1, 2]) await sendDueReminders({ ...test, log: createLog('silent') }, [source]);
    const sent = test.db.selectFrom('outbox').select('dedupeKey').where('sender', '=', 'mastery-reminder');
    return (await sent.where('medium', '=', 'SMS').execute()).length;
  };
  expect([await remindTwice(23 * 60), await remindTwice(50)]).toEqual([1, 2]);
  await test.db.updateTable('masteryRegistration').set({ status: 'CANCELLED' }).execute();
  expect(await remindTwice(40)).toBe(2);
});

it('[API-21] staff mark who missed the session, and correct a wrong mark; the person can register again', async () => {
  const learner = await insertLearner(test);
  const { body } = await register(learner);
  const { visitor: staff } = await signUpStaff(test);
  const mark = (action: 'complete' | 'miss') =>
    staff.call(`POST /api/v1/staff/pm-mastery/${body.id}/${action}/`, {});
  expect((await mark('miss')).body.error_code).toBe('INVALID_STATE');
  await test.db.updateTable('masteryRegistration').set({ sessionId: '2026-01' }).execute();
  expect((await mark('miss')).body).toMatchObject({ status: 'NO_SHOW', can_complete: true, can_miss: false });
  const own = async () =>
    (await learner.visitor.call('GET /api/v1/pm-mastery/registrations/')).body.results[0];
  expect(await own()).toMatchObject({ status: 'NO_SHOW', ics_url: null });
  expect((await own()).next_step).toMatch(
    /^You missed the session on 3 Jan 2026, .* register for the next one\.$/,
  );
  expect((await mark('complete')).body).toMatchObject({ status: 'COMPLETED', can_miss: true });
  expect((await mark('miss')).body.status).toBe('NO_SHOW');
  expect((await register(learner)).body).toMatchObject({ is_existing: false, status: 'CONFIRMED' });
});

it('[API-21] Today names the session of the day, and one that is over until staff mark who came', async () => {
  const learner = await insertLearner(test);
  const { body } = await register(learner);
  await test.db.updateTable('masteryRegistration').set({ sessionId: '2026-12' }).execute();
  const itemsAt = async (at: string) => {
    const { items } = await loadToday(test.db, 'Asia/Kolkata', { at: new Date(at) });
    return items.flatMap(({ kind, about, action, isLate, href }) =>
      kind === 'MASTERY' ? { about, action, isLate, href } : [],
    );
  };
  const href = '/staff/mastery/?session=2026-12';
  const ahead = { about: '1 of 60 seats taken', action: 'See the list', isLate: false, href };
  const over = { about: '1 registered', action: 'Mark who came', isLate: false, href };
  expect(await itemsAt('2026-12-04T18:00:00Z')).toEqual([]);
  expect(await itemsAt('2026-12-05T04:00:00Z')).toEqual([ahead]);
  expect(await itemsAt('2026-12-05T08:00:00Z')).toEqual([over]);
  expect(await itemsAt('2026-12-10T08:00:00Z')).toEqual([{ ...over, isLate: true }]);
  await test.db
    .updateTable('masteryRegistration')
    .set({ status: 'COMPLETED' })
    .where('id', '=', body.id)
    .execute();
  expect(await itemsAt('2026-12-05T08:00:00Z')).toEqual([]);
});
