import { expect, it } from 'vitest';
import { eventReminders } from '#lib/server/events/event-reminders.ts';
import { createLog } from '#lib/server/log.ts';
import { sendDueReminders } from '#lib/server/reminders/send-due-reminders.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';

const test = useTestApi();
const hour = 3600;

const send = () => sendDueReminders({ ...test, log: createLog('silent') }, [eventReminders]);
const listReminders = () =>
  test.db.selectFrom('outbox').select(['userId', 'text']).where('sender', '=', 'event-reminder').execute();

it('[API-20] everybody with a seat is reminded 24 hours and 1 hour before, each once', async () => {
  const { id } = await insertEvent(test.db, {
    startsAt: new Date(Date.now() + 30 * hour * 1000),
    capacity: 2,
  });
  const people = await insertLearners(test, 4);
  const [one, two, leaving] = people as [Learner, Learner, Learner, Learner];
  for (const { visitor } of people)
    await visitor.call(`POST /api/v1/live-events/${id}/register/`, { join_waitlist: true });
  await two.visitor.call(`POST /api/v1/live-events/${id}/cancel-registration/`, {});
  await leaving.visitor.call(`POST /api/v1/live-events/${id}/cancel-registration/`, {});
  await send();
  expect(await listReminders()).toEqual([]);
  await travel(test.db, 7 * hour);
  await Promise.all([send(), send()]);
  const first = await listReminders();
  expect(first.map(({ userId }) => userId)).toEqual([one.userId, one.userId]);
  expect(first[0]?.text).toContain('from 15 minutes before');
  await travel(test.db, 22 * hour + 60);
  await send();
  await send();
  expect(await listReminders()).toHaveLength(4);
});

it('[API-20] an event that moved is announced at its new time, and a postponed one not at all', async () => {
  const { id } = await insertEvent(test.db, { startsAt: new Date(Date.now() + 30 * hour * 1000) });
  const [one] = (await insertLearners(test, 1)) as [Learner];
  await one.visitor.call(`POST /api/v1/live-events/${id}/register/`, {});
  await travel(test.db, 7 * hour);
  await test.db.updateTable('liveEvent').set({ status: 'POSTPONED' }).execute();
  await send();
  expect(await listReminders()).toEqual([]);
  const startsAt = new Date(Date.now() + 20 * hour * 1000);
  const endsAt = new Date(startsAt.getTime() + hour * 1000);
  await test.db.updateTable('liveEvent').set({ status: 'SCHEDULED', startsAt, endsAt }).execute();
  await send();
  expect(await listReminders()).toHaveLength(2);
});

it('[API-20] a kind of reminder that fails stops no other', async () => {
  const { id } = await insertEvent(test.db, { startsAt: new Date(Date.now() + 30 * hour * 1000) });
  const [one] = (await insertLearners(test, 1)) as [Learner];
  await one.visitor.call(`POST /api/v1/live-events/${id}/register/`, {});
  await travel(test.db, 7 * hour);
  const broken = { ...eventReminders, listUpcoming: () => Promise.reject(new Error('it has a fault')) };
  await sendDueReminders({ ...test, log: createLog('silent') }, [broken, eventReminders]);
  expect(await listReminders()).not.toEqual([]);
});
