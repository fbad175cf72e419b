import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { sendDueAnnouncements } from '#lib/server/events/announcements.ts';
import { updateEventWaitlists } from '#lib/server/events/due-offers.ts';
import { createLog, type Log } from '#lib/server/log.ts';
import { useTestApi } from '../../support/api.ts';
import { insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { endUndoTime } from '../../support/hiring/candidates.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { createCountingApi } from '../../support/statements.ts';
import type { Visitor } from '../../support/visitor.ts';

/** Changes of an event with more people than one transaction should inform. */

const test = useTestApi();
const firstPart = 50;
let staff: Visitor;

beforeEach(async () => {
  ({ visitor: staff } = await signUpStaff(test));
});

/** Inserts an event for which this many people have registered. */
async function insertLargeEvent(count: number, first = 0) {
  const { id } = await insertEvent(test.db, { capacity: 500, taken: count });
  const people = await insertLearners(test, count, first);
  await test.db
    .insertInto('eventRegistration')
    .values(
      people.map(({ userId }) => ({
        ...{ id: uuidv7(), number: `LE-${userId}`, eventId: id, userId, status: 'REGISTERED' as const },
        ...{ waitlistPosition: null, offerExpiresAt: null },
      })),
    )
    .execute();
  return { id, people };
}

const moveKey = (id: string) => `POST /api/v1/staff/events/${id}/move/`;
const cancellation = { action: 'CANCEL', public_note: 'The speaker is ill.', is_preview: false };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const reschedule = { action: 'RESCHEDULE', starts_at: inDays(9), ends_at: inDays(9.1), is_preview: false };

/** Returns how often each person got each subject by email. */
async function countEmails(): Promise<Map<string, number>> {
  const rows = await test.db
    .selectFrom('outbox')
    .select(['userId', 'subject'])
    .where('medium', '=', 'EMAIL')
    .execute();
  const counts = new Map<string, number>();
  for (const { userId, subject } of rows) {
    const key = `${userId} ${subject?.split(':')[0]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
const eachOnce = (people: readonly Learner[], subject: string) =>
  new Map(people.map(({ userId }) => [`${userId} ${subject}`, 1]));
const listPending = () => test.db.selectFrom('eventAnnouncementRecipient').selectAll().execute();

/** Ends the ten seconds in which a change can be undone. */
async function endUndo(): Promise<void> {
  await endUndoTime(test.db);
  await test.db
    .updateTable('staffAction')
    .set({ undoExpiresAt: new Date(0) })
    .execute();
  await test.db.updateTable('eventAnnouncement').set({ dueAt: sql<Date>`now()` }).execute();
}

it('[API-20, C-41] a cancellation is one short change, and everybody hears of it once although two tasks run', async () => {
  const { id, people } = await insertLargeEvent(130);
  const preview = await staff.call(moveKey(id), { ...cancellation, is_preview: true });
  expect(preview.body.messages).toMatchObject({ people: 130, texts: [{ people: 130 }, { people: 130 }] });
  expect(await listPending()).toEqual([]);
  const { fingerprint } = preview.body.messages;
  const { body } = await staff.call(moveKey(id), { ...cancellation, fingerprint });
  expect(body.event).toMatchObject({ status: 'CANCELLED' });
  expect(body.messages).toMatchObject({ people: 130, fingerprint });
  expect((await countEmails()).size).toBe(firstPart);
  const { body: undoable } = await staff.call('GET /api/v1/staff/actions/undoable/');
  expect(undoable.action).toMatchObject({ people: 130 });
  // Nothing more is queued while it can be undone.
  await sendDueAnnouncements(test);
  expect((await countEmails()).size).toBe(firstPart);

  await endUndo();
  await Promise.all([sendDueAnnouncements(test), sendDueAnnouncements(test)]);
  await sendDueAnnouncements(test);
  expect(await countEmails()).toEqual(eachOnce(people, 'Cancelled'));
  expect(await listPending()).toEqual([]);
  expect(await test.db.selectFrom('eventAnnouncement').select('id').execute()).toEqual([]);
});

it('[API-20, API-42] nobody hears of a cancellation that is undone, and none is undone once the messages go out', async () => {
  const { id, people } = await insertLargeEvent(60);
  await staff.call(moveKey(id), cancellation);
  const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
  const undo = `POST /api/v1/staff/actions/${body.action.id}/undo/`;
  expect((await staff.call(undo, {})).status).toBe(200);
  await endUndo();
  await sendDueAnnouncements(test);
  expect((await countEmails()).size).toBe(0);
  expect(await listPending()).toEqual([]);

  await staff.call(moveKey(id), cancellation);
  // The task of another process is a moment early.
  await test.db.updateTable('eventAnnouncement').set({ dueAt: sql<Date>`now()` }).execute();
  await sendDueAnnouncements(test);
  const { body: second } = await staff.call('GET /api/v1/staff/actions/undoable/');
  const late = await staff.call(`POST /api/v1/staff/actions/${second.action.id}/undo/`, {});
  expect(late.body.error_code).toBe('UNDO_CONFLICT');
  expect(await countEmails()).toEqual(eachOnce(people, 'Cancelled'));
});

it('[API-20] each change says what it said then, also when the next one comes before it was announced', async () => {
  const { id, people } = await insertLargeEvent(60);
  const [gone] = people.slice(-1) as [Learner];
  await staff.call(moveKey(id), reschedule);
  await staff.call(moveKey(id), { ...reschedule, starts_at: inDays(12), ends_at: inDays(12.1) });
  const [late] = (await insertLearners(test, 1, 900)) as [Learner];
  for (const [learner, action] of [
    [late, 'register'],
    [gone, 'cancel-registration'],
  ] as const)
    await learner.visitor.call(`POST /api/v1/live-events/${id}/${action}/`, {});
  await test.db.deleteFrom('outbox').where('userId', 'in', [late.userId, gone.userId]).execute();
  await endUndo();
  await sendDueAnnouncements(test);
  const informed = people.filter(({ userId }) => userId !== gone.userId);
  const expected = new Map([...eachOnce(informed, 'New time').keys()].map((key) => [key, 2]));
  expect(await countEmails()).toEqual(expected);
  const texts = await test.db
    .selectFrom('outbox')
    .select(['userId', 'text'])
    .where('medium', '=', 'SMS')
    .orderBy('createdAt')
    .execute();
  const byPerson = Map.groupBy(texts, ({ userId }) => userId);
  const heard = new Set([...byPerson.values()].map((own) => own.map(({ text }) => text).join('\n')));
  // Everybody got the same two texts in the same order.
  expect(heard.size).toBe(1);
});

it('[API-20] a person whose message cannot be written is tried again later, and everybody else hears', async () => {
  const { id, people } = await insertLargeEvent(60);
  await staff.call(moveKey(id), cancellation);
  await endUndo();
  const pending = new Set((await listPending()).map(({ registrationId }) => registrationId));
  const rows = await test.db.selectFrom('eventRegistration').select(['id', 'userId']).execute();
  const broken = people.find(({ userId }) =>
    rows.some((row) => row.userId === userId && pending.has(row.id)),
  );
  const failed: unknown[] = [];
  const log = { ...createLog('silent'), error: (fields: unknown) => failed.push(fields) } as unknown as Log;
  const queue: typeof test.messages.queue = async (trx, ...messages) => {
    if (messages.some(({ to }) => to === broken?.email)) throw new Error('cannot be written');
    await test.messages.queue(trx, ...messages);
  };
  await sendDueAnnouncements({ ...test, log, messages: { ...test.messages, queue } });
  expect(failed).toMatchObject([
    { event: 'event.announcement-error', err: { message: 'cannot be written' } },
  ]);
  const others = people.filter((one) => one !== broken);
  expect(await countEmails()).toEqual(eachOnce(others, 'Cancelled'));
  await test.db
    .updateTable('eventAnnouncementRecipient')
    .set({ failedAt: sql<Date>`now() - interval '11 minutes'` })
    .execute();
  await sendDueAnnouncements(test);
  expect(await countEmails()).toEqual(eachOnce(people, 'Cancelled'));
});

it('[API-20] a message that is tried again never says what a later change has replaced', async () => {
  const { id, people } = await insertLargeEvent(60);
  await staff.call(moveKey(id), reschedule);
  await endUndo();
  const [pending] = await listPending();
  const broken = await test.db
    .selectFrom('eventRegistration')
    .innerJoin('appUser', 'appUser.id', 'userId')
    .select('email')
    .where('eventRegistration.id', '=', pending?.registrationId ?? '')
    .executeTakeFirstOrThrow();
  const queue: typeof test.messages.queue = async (trx, ...messages) => {
    if (messages.some(({ to }) => to === broken.email)) throw new Error('cannot be written');
    await test.messages.queue(trx, ...messages);
  };
  const log = createLog('silent');
  await sendDueAnnouncements({ ...test, log, messages: { ...test.messages, queue } });
  expect(await listPending()).toHaveLength(1);
  await staff.call(moveKey(id), cancellation);
  await endUndo();
  await test.db
    .updateTable('eventAnnouncementRecipient')
    .set({ failedAt: sql<Date>`now() - interval '11 minutes'` })
    .where('failedAt', 'is not', null)
    .execute();
  await sendDueAnnouncements(test);
  const moved = people.filter(({ email }) => email !== broken.email);
  expect(await countEmails()).toEqual(
    new Map([...eachOnce(moved, 'New time'), ...eachOnce(people, 'Cancelled')]),
  );
});

it('[API-20, C-42] seats that are added are offered in parts and in order, and no newcomer overtakes who waits', async () => {
  const { id } = await insertLargeEvent(1, 2000);
  await test.db.updateTable('liveEvent').set({ capacity: 1 }).execute();
  const waiting = await insertLearners(test, 140, 3000);
  await test.db
    .insertInto('eventRegistration')
    .values(
      waiting.map(({ userId }, index) => ({
        ...{ id: uuidv7(), number: `LE-${userId}`, eventId: id, userId, status: 'WAITLISTED' as const },
        ...{ waitlistPosition: index - 1000, offerExpiresAt: null },
      })),
    )
    .execute();
  const update = (body: object) =>
    staff.call(`PATCH /api/v1/staff/events/${id}/update/`, { version: 1, capacity: 121, ...body });
  const offered = async () =>
    (
      await test.db
        .selectFrom('eventRegistration')
        .select('userId')
        .where('status', '=', 'OFFERED')
        .orderBy('userId')
        .execute()
    ).map(({ userId }) => userId);
  const idsOf = (people: readonly Learner[]) => people.map(({ userId }) => userId).toSorted();
  const preview = await update({ is_preview: true });
  expect(preview.body.messages).toMatchObject({ people: 120 });
  expect((await update({ fingerprint: preview.body.messages.fingerprint })).status).toBe(200);
  expect(await offered()).toEqual(idsOf(waiting.slice(0, firstPart)));
  // The task leaves what can still be undone.
  await updateEventWaitlists(test);
  expect(await offered()).toHaveLength(firstPart);

  const [early, patient] = (await insertLearners(test, 2, 5000)) as [Learner, Learner];
  const register = ({ visitor }: Learner, join_waitlist: boolean) =>
    visitor.call(`POST /api/v1/live-events/${id}/register/`, { join_waitlist });
  expect((await register(early, false)).body.error_code).toBe('EVENT_FULL');
  expect((await register(patient, true)).body.status).toBe('WAITLISTED');
  await test.db
    .updateTable('liveEvent')
    .set({ updatedAt: new Date(Date.now() - 60_000) })
    .execute();
  await Promise.all([updateEventWaitlists(test), updateEventWaitlists(test)]);
  expect(await offered()).toEqual(idsOf(waiting.slice(0, 120)));
  expect((await register(early, false)).body.error_code).toBe('EVENT_FULL');
});

it('[API-20] a change needs no more statements for more registrants', async () => {
  const counting = createCountingApi(test);
  const some = await insertLargeEvent(60);
  const many = await insertLargeEvent(240, 1000);
  const { statements } = await counting.call(staff, moveKey(some.id), cancellation);
  expect((await counting.call(staff, moveKey(many.id), cancellation)).statements).toBe(statements);
});
