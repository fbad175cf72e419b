import { beforeEach, expect, it } from 'vitest';
import { endEventWaitlists, updateEventWaitlists } from '#lib/server/events/due-offers.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, insertLearners, type Learner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { newEventBody } from '../../support/staff/event-writes.ts';
import type { Visitor } from '../../support/visitor.ts';

/** What a change of an event does to registrations, offers, the wait-list, messages and the calendar. */

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
const reschedule = (id: string, hours: number) =>
  move(id, { action: 'RESCHEDULE', starts_at: inHours(hours), ends_at: inHours(hours + 1) });
const update = (id: string, body: object, version = 1) =>
  staff.call(`PATCH ${path}${id}/update/`, { version, ...body });
const pageOf = async (id: string, visitor: Visitor) =>
  (await visitor.call(`GET /api/v1/live-events/${id}/`)).body;
const mine = async ({ visitor }: Learner, id: string) => (await pageOf(id, visitor)).my_registration;
const clearOutbox = () => test.db.deleteFrom('outbox').execute();
const emails = () =>
  test.db
    .selectFrom('outbox')
    .select(['userId', 'subject', 'text', 'attachments', 'sender'])
    .where('medium', '=', 'EMAIL')
    .orderBy('id')
    .execute();
const sequenceOf = async (id: string) =>
  (await test.db.selectFrom('liveEvent').select('sequence').where('id', '=', id).executeTakeFirstOrThrow())
    .sequence;
async function undo(): Promise<void> {
  const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
  expect((await staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {})).status).toBe(200);
}

/** An event with one seat, which is offered to the second of three people. */
async function offerSeat() {
  const { id } = await insertEvent(test.db, { capacity: 1, startsAt: new Date(Date.now() + 90 * hour) });
  const [one, two, three] = (await insertLearners(test, 3)) as [Learner, Learner, Learner];
  for (const learner of [one, two, three]) await call(learner, id, 'register');
  await call(one, id, 'cancel-registration');
  expect((await mine(two, id)).status).toBe('OFFERED');
  await clearOutbox();
  return { id, two, three };
}

it('[API-20] an offer waits while the event has no date, and its time begins again with the new date', async () => {
  const { id, two, three } = await offerSeat();
  await move(id, { action: 'POSTPONE' });
  expect((await emails()).find(({ userId }) => userId === two.userId)?.text).toContain(
    'We keep the seat that we offered you.',
  );
  await travel(test.db, 48 * 3600);
  await updateEventWaitlists(test);
  expect((await mine(two, id)).status).toBe('OFFERED');
  expect((await reschedule(id, 60)).status).toBe(200);
  const { offer_expires_at } = await mine(two, id);
  expect(Date.parse(offer_expires_at)).toBeGreaterThan(Date.now() + 23 * hour);
  expect((await call(two, id, 'accept-offer')).body.status).toBe('REGISTERED');
  expect((await mine(three, id)).waitlist_position).toBe(1);
});

it('[API-20] an offer keeps its promised time where registration closes earlier, and says so when it ends', async () => {
  const { id, two, three } = await offerSeat();
  await reschedule(id, 2);
  const { offer_expires_at } = await mine(two, id);
  expect(Date.parse(offer_expires_at)).toBeLessThan(Date.now() + 2 * hour);
  await update(id, { registration_closes_at: inHours(0.2) }, 2);
  expect((await mine(two, id)).offer_expires_at).toBe(offer_expires_at);
  await clearOutbox();
  await travel(test.db, 1800);
  await updateEventWaitlists(test);
  expect(await mine(two, id)).toMatchObject({ status: 'OFFERED', allowed_actions: expect.anything() });
  expect((await call(three, id, 'register')).body.status).toBe('WAITLISTED');
  await travel(test.db, 3600);
  await updateEventWaitlists(test);
  const ended = (await emails()).find(({ userId }) => userId === two.userId);
  expect(ended?.text).toContain('Registration is closed now.');
  expect((await mine(two, id)).next_step).toBe('The time to take your seat has ended.');
});

it('[API-20] nobody hears of an offer in an event that is cancelled', async () => {
  const { id } = await offerSeat();
  await move(id, { action: 'CANCEL', public_note: 'The speaker is ill.' });
  await clearOutbox();
  await travel(test.db, 48 * 3600);
  await updateEventWaitlists(test);
  await endEventWaitlists(test);
  expect(await emails()).toEqual([]);
});

it('[API-20] whoever still waits when registration closes hears it once, and waits again after a new date', async () => {
  const { id, two, three } = await offerSeat();
  await call(two, id, 'accept-offer');
  await clearOutbox();
  await endEventWaitlists(test);
  expect(await emails()).toEqual([]);
  await travel(test.db, 91 * 3600 - 1800);
  await Promise.all([endEventWaitlists(test), endEventWaitlists(test)]);
  await endEventWaitlists(test);
  expect(await emails()).toMatchObject([
    { userId: three.userId, sender: 'event-update', subject: 'No seat became free: Write a résumé' },
  ]);
  expect((await mine(three, id)).next_step).toBe('Registration is closed, and no seat became free.');
  await reschedule(id, 5);
  expect((await mine(three, id)).next_step).toContain('You are number 1');
  await travel(test.db, 5 * 3600 + 60);
  await endEventWaitlists(test);
  expect((await emails()).filter(({ subject }) => subject?.startsWith('No seat'))).toHaveLength(2);
});

it('[API-20] a move to the same time informs nobody, and a postponed event may come back at its time', async () => {
  const { id } = await insertEvent(test.db);
  await call(await insertLearner(test), id, 'register');
  const { starts_at, ends_at } = await pageOf(id, staff);
  await clearOutbox();
  const same = { action: 'RESCHEDULE', starts_at, ends_at };
  const again = await move(id, same);
  expect([again.status, again.body.field_errors]).toEqual([
    400,
    { starts_at: 'The event is at this time already.' },
  ]);
  expect(await emails()).toEqual([]);
  await move(id, { action: 'POSTPONE' });
  expect((await move(id, same)).status).toBe(200);
  expect(await pageOf(id, staff)).toMatchObject({ status: 'SCHEDULED', previous_starts_at: null });
});

it('[API-20] the preview has each text once, with what staff wrote', async () => {
  const { id } = await insertEvent(test.db, { capacity: 2 });
  for (const learner of await insertLearners(test, 3)) await call(learner, id, 'register');
  const body = { action: 'POSTPONE', public_note: 'The speaker travels.', is_preview: true };
  const { texts } = (await move(id, body)).body.messages;
  const shown = texts.map(({ people, text }: { people: number; text: string }) => [people, text]);
  // An SMS has no room for the text of staff.
  expect(shown).toEqual([
    [2, expect.stringMatching(/You keep your seat\..*The speaker travels\.$/)],
    [2, expect.stringMatching(/You keep your seat\..*is set\.$/)],
    [1, expect.stringMatching(/You keep your place on the wait-list\..*The speaker travels\.$/)],
    [1, expect.stringMatching(/You keep your place on the wait-list\..*is set\.$/)],
  ]);
});

it('[API-20] only another event that is ahead can take the place of a cancelled one', async () => {
  const { id } = await insertEvent(test.db);
  const { id: draft } = await insertEvent(test.db, { status: 'DRAFT' });
  for (const replaced_by_id of [id, draft, crypto.randomUUID()]) {
    const { status, body } = await move(id, { action: 'CANCEL', public_note: 'Ill.', replaced_by_id });
    expect([status, Object.keys(body.field_errors)]).toEqual([400, ['replaced_by_id']]);
  }
});

it('[API-20] people who were marked at the door hear that the event has moved, and their marks are removed', async () => {
  const { id } = await insertEvent(test.db, { startsAt: new Date(Date.now() - 60_000) });
  const { id: later } = await insertEvent(test.db, { startsAt: new Date(Date.now() + 600_000) });
  const learner = await insertLearner(test);
  const { body } = await call(learner, later, 'register');
  await staff.call(`POST ${path}${later}/attendance/`, { status: 'ATTENDED', registration_ids: [body.id] });
  await clearOutbox();
  expect((await reschedule(later, 9)).body.messages.people).toBe(1);
  expect((await mine(learner, later)).status).toBe('REGISTERED');
  // An event that has begun can be moved, not postponed.
  expect((await move(id, { action: 'POSTPONE' })).body.error_code).toBe('INVALID_STATE');
});

it('[API-20] a new place is shown before it is saved, reaches everybody with a later entry, and can be undone', async () => {
  const { id } = await insertEvent(test.db, { capacity: 1, mode: 'HYBRID', venue: 'Room 1, Pune' });
  const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
  for (const learner of [one, two]) await call(learner, id, 'register');
  await clearOutbox();
  const preview = await update(id, { venue: 'Room 2, Pune', is_preview: true });
  expect(preview.body).toMatchObject({ is_preview: true, version: 1, messages: { people: 2 } });
  expect((await update(id, { venue: 'Room 2, Pune', fingerprint: 'other' })).body.error_code).toBe(
    'STALE_WRITE',
  );
  expect((await pageOf(id, staff)).venue).toBe('Room 1, Pune');

  expect(
    (await update(id, { venue: 'Room 2, Pune', fingerprint: preview.body.messages.fingerprint })).body
      .version,
  ).toBe(2);
  const sent = await emails();
  expect(sent.map(({ subject, attachments }) => [subject, attachments?.length ?? 0])).toEqual(
    expect.arrayContaining([
      ['New place: Write a résumé', 1],
      ['New place: Write a résumé', 0],
    ]),
  );
  expect(sent[0]?.text).toContain('Place: Room 2, Pune.');
  expect(await sequenceOf(id)).toBe(1);
  await undo();
  expect((await pageOf(id, staff)).venue).toBe('Room 1, Pune');
  expect(await emails()).toEqual([]);
  // A program that has read the entry in between ignores a lower number.
  expect(await sequenceOf(id)).toBe(2);
});

it('[API-20] a new link reaches people with a seat only, and a public event always has a way in', async () => {
  const { id } = await insertEvent(test.db, { capacity: 1 });
  const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
  for (const learner of [one, two]) await call(learner, id, 'register');
  await clearOutbox();
  for (const wrong of [{ join_url: null }, { mode: 'IN_PERSON' }, { registration_closes_at: inHours(999) }])
    expect((await update(id, wrong)).status, JSON.stringify(wrong)).toBe(400);
  await update(id, { join_url: 'https://meet.example.com/other' });
  const sent = await emails();
  expect(sent.map(({ userId }) => userId)).toEqual([one.userId]);
  expect(sent[0]?.text).not.toContain('https://meet.example.com');
  expect(await sequenceOf(id)).toBe(1);
});

it('[API-20] registrants hear of the recording once, when the event is over', async () => {
  const { id } = await insertEvent(test.db);
  const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
  for (const learner of [one, two]) await call(learner, id, 'register');
  await test.db
    .updateTable('appUser')
    .set({ notificationPreferences: JSON.stringify({ updates: { email: false, sms: false } }) })
    .where('id', '=', two.userId)
    .execute();
  const recording_url = 'https://video.example.com/1';
  expect((await update(id, { recording_url })).body.field_errors).toHaveProperty('recording_url');
  await travel(test.db, 80 * 3600);
  await clearOutbox();
  expect((await update(id, { recording_url })).body.messages).toMatchObject({ people: 1 });
  await undo();
  expect(await emails()).toEqual([]);
  await update(id, { recording_url });
  await update(id, { recording_url: 'https://video.example.com/2' }, 2);
  expect(await emails()).toMatchObject([
    { userId: one.userId, sender: 'event-update', subject: 'Watch it again: Write a résumé' },
  ]);
  expect((await pageOf(id, one.visitor)).recording.url).toBe('https://video.example.com/2');
});

it('[API-20, USER-20] people with a seat hear of a move and a cancellation although they turned updates off', async () => {
  const { id } = await insertEvent(test.db, { capacity: 1 });
  const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
  for (const learner of [one, two]) await call(learner, id, 'register');
  const off = { email: false, sms: false, whatsapp: false };
  await test.db
    .updateTable('appUser')
    .set({ notificationPreferences: JSON.stringify({ updates: off }) })
    .execute();
  await clearOutbox();
  await update(id, { join_url: 'https://meet.example.com/other' });
  await update(id, { mode: 'HYBRID', venue: 'Room 2, Pune' }, 2);
  await move(id, { action: 'POSTPONE' });
  await reschedule(id, 99);
  await move(id, { action: 'CANCEL', public_note: 'The speaker is ill.' });
  const sent = await emails();
  expect(sent.map(({ userId, sender }) => [userId, sender])).toEqual(
    Array.from({ length: 5 }, () => [one.userId, 'event-change']),
  );
});

it('[C-42] a draft that is saved twice at once is one event', async () => {
  const body = newEventBody();
  const answers = await Promise.all([1, 2, 3].map(() => staff.call(`POST ${path}create/`, body)));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(answers.filter((answer) => answer.body.is_existing)).toHaveLength(2);
});
