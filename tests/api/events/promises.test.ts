import { beforeEach, expect, it } from 'vitest';
import { endEventWaitlists, updateEventWaitlists } from '#lib/server/events/due-offers.ts';
import { renderEventInvite } from '#lib/server/events/event-calendar.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import { exportRegistrants } from '#lib/server/staff/events/export-registrants.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

/** What people were told stays true, or they hear what is true now. */

const test = useTestApi();
const hour = 3_600_000;
let staff: Visitor;

beforeEach(async () => {
  ({ visitor: staff } = await signUpStaff(test));
});

const path = '/api/v1/staff/events/';
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const call = ({ visitor }: Learner, id: string, action: string) =>
  visitor.call(
    `POST /api/v1/live-events/${id}/${action}/`,
    action === 'register' ? { join_waitlist: true } : {},
  );
const move = (id: string, body: object) =>
  staff.call(`POST ${path}${id}/move/`, { is_preview: false, ...body });
const times = (hours: number) => ({ starts_at: inHours(hours), ends_at: inHours(hours + 1) });
const update = (id: string, body: object, version = 1) =>
  staff.call(`PATCH ${path}${id}/update/`, { version, ...body });
const aMinuteAgo = () => new Date(Date.now() - 60_000);
const clearOutbox = () => test.db.deleteFrom('outbox').execute();
const emails = () =>
  test.db
    .selectFrom('outbox')
    .select(['userId', 'subject', 'text', 'attachments'])
    .where('medium', '=', 'EMAIL')
    .orderBy('id')
    .execute();
const eventOf = (id: string) =>
  test.db.selectFrom('liveEvent').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const actionId = async () =>
  (await test.db.selectFrom('staffAction').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
const undo = async () => staff.call(`POST /api/v1/staff/actions/${await actionId()}/undo/`, {});

it('[API-20, API-42] whoever registered before an undo hears the restored time, and nobody else does', async () => {
  const { id } = await insertEvent(test.db, { capacity: 2 });
  const [early, late, waits] = (await insertLearners(test, 3)) as [Learner, Learner, Learner];
  await call(early, id, 'register');
  const before = await eventOf(id);
  await move(id, { action: 'RESCHEDULE', ...times(99) });
  await clearOutbox();
  await call(late, id, 'register');
  await call(waits, id, 'register');
  await clearOutbox();
  expect((await undo()).status).toBe(200);
  const after = await eventOf(id);
  expect(after.startsAt).toEqual(before.startsAt);
  expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
  const sent = await emails();
  expect(sent.map(({ userId, attachments }) => [userId, attachments?.length ?? 0]).toSorted()).toEqual(
    [
      [late.userId, 1],
      [waits.userId, 0],
    ].toSorted(),
  );
  for (const { subject, text } of sent) {
    expect(subject).toContain('New time: Write a résumé');
    expect(text).toMatch(/is now on .* instead of .*from 15 minutes before/);
  }
});

it('[API-20, API-42] an undo of a new date says postponed, of a new place says the place, and of a publication is refused', async () => {
  const { id } = await insertEvent(test.db, { mode: 'IN_PERSON', venue: 'Room 1, Pune', joinUrl: null });
  const [one, two, three] = (await insertLearners(test, 3)) as [Learner, Learner, Learner];
  await move(id, { action: 'POSTPONE' });
  await move(id, { action: 'RESCHEDULE', ...times(50) });
  await call(one, id, 'register');
  await clearOutbox();
  await undo();
  expect(await emails()).toMatchObject([{ userId: one.userId, subject: 'Postponed: Write a résumé' }]);
  await move(id, { action: 'RESCHEDULE', ...times(60) });
  await update(id, { venue: 'Room 2, Pune' }, (await eventOf(id)).version);
  await call(two, id, 'register');
  await clearOutbox();
  await undo();
  const sent = await emails();
  expect(sent).toMatchObject([{ userId: two.userId, subject: 'New place: Write a résumé' }]);
  expect(sent[0]?.text).toContain('Place: Room 1, Pune.');

  const { id: draft } = await insertEvent(test.db, { status: 'DRAFT' });
  await move(draft, { action: 'PUBLISH' });
  await call(three, draft, 'register');
  expect((await undo()).body.error_code).toBe('UNDO_CONFLICT');
  expect((await eventOf(draft)).status).toBe('SCHEDULED');
});

it('[API-20] a postponed event gets no new date without a way in', async () => {
  const { id } = await insertEvent(test.db, { status: 'POSTPONED', joinUrl: null });
  const { status, body } = await move(id, { action: 'RESCHEDULE', ...times(60) });
  expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
  await update(id, { join_url: 'https://meet.example.com/a' });
  expect((await move(id, { action: 'RESCHEDULE', ...times(60) })).status).toBe(200);
});

it('[API-20] an offer can be taken after registration has closed earlier than planned', async () => {
  const { id } = await insertEvent(test.db, { capacity: 1, startsAt: new Date(Date.now() + 90 * hour) });
  const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
  for (const learner of [one, two]) await call(learner, id, 'register');
  await call(one, id, 'cancel-registration');
  await update(id, { registration_closes_at: inHours(1) });
  await travel(test.db, 2 * 3600);
  await updateEventWaitlists(test);
  expect((await call(two, id, 'accept-offer')).body.status).toBe('REGISTERED');
});

it('[API-20] a new title and a new time zone reach everybody with a later entry, and a new summary nobody', async () => {
  const { id } = await insertEvent(test.db, { capacity: 1 });
  const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
  for (const learner of [one, two]) await call(learner, id, 'register');
  await clearOutbox();
  expect((await update(id, { summary: 'Bring two.' })).body.messages.people).toBe(0);
  const titled = { title: 'Write two résumés' };
  const { messages } = (await update(id, { ...titled, is_preview: true }, 2)).body;
  expect(messages.people).toBe(2);
  await update(id, { ...titled, fingerprint: messages.fingerprint }, 2);
  const sent = await emails();
  expect(sent.map(({ attachments }) => attachments?.length ?? 0).toSorted()).toEqual([0, 1]);
  expect(sent[0]?.subject).toBe('New title: Write two résumés');
  expect(sent[0]?.text).toMatch(/“Write a résumé” is now called “Write two résumés”\. It is still on /);
  expect((await eventOf(id)).sequence).toBe(2);
  await undo();
  expect([await emails(), (await eventOf(id)).title]).toEqual([[], 'Write a résumé']);

  await update(id, { time_zone: 'Europe/London', ...titled }, (await eventOf(id)).version);
  const [zoned] = await emails();
  expect(zoned?.subject).toBe('New time zone: Write two résumés');
  expect(zoned?.text).toMatch(/now called.*(GMT|BST).*same moment as before/);
});

it('[API-20] a postponed event with a new title says so at once, without an entry and without a time', async () => {
  const { id } = await insertEvent(test.db, { capacity: 1 });
  for (const learner of await insertLearners(test, 2)) await call(learner, id, 'register');
  await move(id, { action: 'POSTPONE' });
  await clearOutbox();
  const version = async () => (await eventOf(id)).version;
  await update(id, { venue: 'Room 9, Pune', join_url: 'https://meet.example.com/b' }, await version());
  expect(await emails()).toEqual([]);
  await update(id, { title: 'Two résumés' }, await version());
  const sent = await emails();
  expect(sent.map(({ text, attachments }) => [text, attachments ?? []]).toSorted()).toEqual([
    [
      expect.stringMatching(/“Two résumés”\. It is still postponed\. You keep your place on the wait-list\./),
      [],
    ],
    [
      expect.stringMatching(/“Two résumés”\. It is still postponed\. You keep your seat\. We write to you/),
      [],
    ],
  ]);
});

it('[API-20] the entry of a registration has an organizer and the time of its last change', async () => {
  const { id } = await insertEvent(test.db);
  const learner = await insertLearner(test);
  const { body } = await call(learner, id, 'register');
  const stampOf = async () => {
    const { bytes } = await renderEventInvite(test.db, test.config, `event-calendar/${body.id}`);
    expect(bytes.toString()).toMatch(/^ORGANIZER;CN="Liftoff"/m);
    return /^DTSTAMP:(\S+)/m.exec(bytes.toString())?.[1] ?? '';
  };
  await travel(test.db, 3600);
  const registered = await stampOf();
  await call(learner, id, 'cancel-registration');
  const cancelled = await stampOf();
  expect(cancelled > registered, `${cancelled} after ${registered}`).toBe(true);
});

it('[API-20] an event whose wait-list cannot be updated does not delay the others', async () => {
  const ids: string[] = [];
  for (const [n, learner] of (await insertLearners(test, 3)).entries()) {
    const { id } = await insertEvent(test.db, { capacity: 1, taken: 1, title: n === 1 ? 'Broken' : 'Sound' });
    await call(learner, id, 'register');
    ids.push(id);
  }
  await test.db.updateTable('liveEvent').set({ taken: 0, updatedAt: aMinuteAgo() }).execute();
  const failing: Pick<Messages, 'queue'> = {
    async queue(trx, ...messages) {
      if (messages.some(({ text }) => text.includes('Broken'))) throw new Error('cannot be written');
      await test.messages.queue(trx, ...messages);
    },
  };
  const deps = { ...test, messages: { ...test.messages, ...failing } };
  const statuses = async () =>
    (await test.db.selectFrom('eventRegistration').select(['eventId', 'status']).execute())
      .toSorted((one, other) => ids.indexOf(one.eventId) - ids.indexOf(other.eventId))
      .map(({ status }) => status);
  await updateEventWaitlists(deps);
  expect(await statuses()).toEqual(['OFFERED', 'WAITLISTED', 'OFFERED']);
  await updateEventWaitlists(test);
  expect(await statuses()).toEqual(['OFFERED', 'OFFERED', 'OFFERED']);

  await test.db
    .updateTable('eventRegistration')
    .set({ status: 'WAITLISTED', offerExpiresAt: null })
    .execute();
  await travel(test.db, 73 * 3600);
  await clearOutbox();
  await endEventWaitlists(deps);
  expect(await emails()).toHaveLength(2);
});

it('[API-20] the export has everybody once while people register and leave', async () => {
  const { id } = await insertEvent(test.db, { capacity: null });
  const people = await insertLearners(test, 5);
  for (const learner of people.slice(0, 4)) await call(learner, id, 'register');
  const numbers: unknown[] = [];
  const parts = exportRegistrants(test.db, { eventId: id }, 2);
  await parts.next();
  for await (const rows of parts) {
    numbers.push(...rows.map(([number]) => number));
    // Whoever was read leaves, which would move all others to the front of a numbered page.
    if (numbers.length === 2) {
      for (const learner of people.slice(0, 2)) await call(learner, id, 'cancel-registration');
      await call(people[4] as Learner, id, 'register');
    }
  }
  expect(numbers).toHaveLength(5);
  expect(new Set(numbers).size).toBe(5);
});
