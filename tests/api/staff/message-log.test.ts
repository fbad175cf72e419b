import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { SenderName } from '#lib/server/account/notifications/senders.ts';
import {
  groupNotifications,
  listApplicationMessages,
  listMessages,
} from '#lib/server/staff/messages/message-log.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { insertApplications, insertManyCandidates, signUpStaff } from '../../support/hiring/staff.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import { insertSentMessage } from '../../support/staff/today.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let userId: string;
let email: string;

beforeEach(async () => {
  ({ visitor: staff } = await signUpStaff(test));
  const { phone } = await signUpVerified(test);
  const person = await test.db
    .updateTable('appUser')
    .set({ emailVerifiedAt: new Date() })
    .where('phoneE164', 'like', `%${phone}`)
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
  ({ id: userId, email } = person);
  await test.db.deleteFrom('outbox').execute();
});

const loadPerson = () =>
  test.db.selectFrom('appUser').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

async function send(sender: SenderName, dedupeKey: string = randomUUID()): Promise<void> {
  const body = { title: 'News', paragraphs: ['Secret 4711.'], links: [], footnote: 'A reason.' };
  await notify(
    { trx: test.db, messages: test.messages, config: test.config },
    {
      ...{ sender, recipient: { person: await loadPerson() }, text: 'Secret 4711.', dedupeKey },
      email: { subject: 'News', body },
    },
  );
  await deliverDue(test);
}

const list = () => listMessages(test.db, { userId });
const resend = (messageId: string, body: object = {}) =>
  staff.call(`POST /api/v1/staff/messages/${messageId}/resend/`, { id: randomUUID(), to: email, ...body });
const countSent = async () => {
  await travel(test.db, 11);
  await deliverDue(test);
  return (
    await test.db
      .selectFrom('inboxMessage')
      .where('subject', '=', 'Your interview was moved')
      .select('id')
      .execute()
  ).length;
};

const accepted = 'Sent, the mail server accepted it';

it('[C-40] a person’s messages are listed with their state, and the words of codes and reminders are neither stored nor shown', async () => {
  await send('application-update');
  await send('interview-reminder');
  await send('email-code');
  const messages = await list();
  expect(messages.map(({ title, medium, status }) => [title, medium, status]).toSorted()).toEqual([
    ['Code to confirm the email', 'Email', accepted],
    ['News', 'Email', accepted],
    ['News', 'Email', accepted],
    ['Reminder', 'SMS', 'Sent'],
    ['Secret 4711.', 'SMS', 'Sent'],
  ]);
  const repeatable = messages.filter(({ ways }) => ways.length > 0);
  expect(repeatable.map(({ medium }) => medium).toSorted()).toEqual(['Email', 'SMS']);
  const stored = await test.db.selectFrom('outbox').select('sender').where('text', 'is not', null).execute();
  expect(new Set(stored.map(({ sender }) => sender))).toEqual(new Set(['application-update']));
  for (const { id } of messages.filter(({ ways }) => ways.length === 0))
    expect((await resend(id)).body).toMatchObject({ error_code: 'INVALID_STATE' });
});

it('[C-41] a message is sent again once, by one press or two, and can be undone', async () => {
  const messageId = await insertSentMessage(test.db, { recipient: email, userId });
  const id = randomUUID();
  const answers = await Promise.all([resend(messageId, { id }), resend(messageId, { id })]);
  expect(answers.map(({ body }) => body.is_existing).toSorted()).toEqual([false, true]);
  expect(await countSent()).toBe(1);
  expect((await list()).map(({ isRepeat }) => isRepeat).toSorted()).toEqual([false, true]);

  await resend(messageId);
  const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
  expect(body.action).toMatchObject({ label: 'Sent again', people: 1 });
  expect((await staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {})).status).toBe(200);
  expect(await countSent()).toBe(1);
});

it('[C-41] the id of another message sends nothing and says so', async () => {
  const messageId = await insertSentMessage(test.db, { recipient: email, userId });
  const otherId = await insertSentMessage(test.db, { recipient: email, userId });
  const id = randomUUID();
  expect((await resend(otherId, { id })).status).toBe(200);
  for (const taken of [otherId, messageId, id]) {
    const { status, body } = await resend(messageId, { id: taken });
    expect([status, Object.keys(body.field_errors)]).toEqual([400, ['id']]);
  }
});

it('[C-22] a message goes again to the address that is confirmed now, and not against the person’s choice', async () => {
  const messageId = await insertSentMessage(test.db, { recipient: 'former@example.com', userId });
  expect((await list())[0]?.ways[0]).toEqual({ channel: 'email', to: email });
  expect((await resend(messageId, { to: 'former@example.com' })).body).toMatchObject({
    error_code: 'STALE_WRITE',
  });
  await test.db
    .updateTable('appUser')
    .set({ notificationPreferences: JSON.stringify({ updates: { email: false } }) })
    .where('id', '=', userId)
    .execute();
  expect((await resend(messageId)).body.error).toBe('The person has turned these messages off.');
  await test.db.updateTable('appUser').set({ emailVerifiedAt: null }).where('id', '=', userId).execute();
  expect((await resend(messageId)).body.error).toBe('The person has no confirmed email.');
  expect((await resend(randomUUID())).status).toBe(404);
});

it('[C-41] sending again counts against the budget, and a visitor’s messages are found by address', async () => {
  const messageId = await insertSentMessage(test.db);
  const held = [];
  for (let n = 0; n < 11; n += 1)
    held.push((await resend(messageId, { to: 'meera@example.com' })).body.is_held);
  expect(held).toEqual([...Array(10).fill(false), true]);
  const found = await listMessages(test.db, { userId: null, phone: null, email: 'meera@example.com' });
  expect(found.filter(({ status }) => status.startsWith('Held'))).toHaveLength(1);
  expect(found).toHaveLength(12);
});

it('[C-41] sending again to a visitor can be undone too', async () => {
  const messageId = await insertSentMessage(test.db);
  await resend(messageId, { to: 'meera@example.com' });
  const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
  expect(body.action).toMatchObject({ label: 'Sent again', people: 1, names: [] });
  expect((await staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {})).status).toBe(200);
  expect(await countSent()).toBe(0);
});

it('[C-41] a message that failed leads from Today to the candidate’s page', async () => {
  const [candidateId = ''] = await insertManyCandidates(test.db, 1, 1);
  await insertSentMessage(test.db, { userId: candidateId });
  await test.db.updateTable('outbox').set({ status: 'FAILED', lastError: 'no such mailbox' }).execute();
  const { body } = await staff.call('GET /api/v1/staff/today/');
  const href = `/staff/candidates/${candidateId}/#messages`;
  expect(body.results).toMatchObject([{ kind: 'MESSAGE', href }]);
  expect(await listMessages(test.db, { userId: candidateId })).toMatchObject([
    { status: 'Failed: no such mailbox', hasFailed: true },
  ]);
});

it('[C-41] a message that failed leaves Today when it is sent again, and comes back with an undo or a new failure', async () => {
  const messageId = await insertSentMessage(test.db, { recipient: email, userId });
  await test.db
    .updateTable('outbox')
    .set({ status: 'FAILED', lastError: 'the mail server: 550' })
    .where('id', '=', messageId)
    .execute();
  const listed = async () =>
    (await staff.call('GET /api/v1/staff/today/')).body.results.map(
      ({ subject_id, about }: { subject_id: string; about: string }) => [subject_id, about],
    );
  const about =
    'Email: Your interview was moved. Failed. The mailbox does not exist, or rejects us. Ask the person for another email.';
  expect(await listed()).toEqual([[messageId, about]]);
  await resend(messageId);
  expect(await listed()).toEqual([]);
  const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
  await staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {});
  expect(await listed()).toEqual([[messageId, about]]);
  const id = randomUUID();
  await resend(messageId, { id });
  await test.db
    .updateTable('outbox')
    .set({ status: 'FAILED', finishedAt: new Date(), lastError: 'the provider answered 503' })
    .where('id', '=', id)
    .execute();
  expect((await listed()).map(([subjectId]: [string, string]) => subjectId)).toEqual([id]);
});

it('[C-41] a message that failed says by which other channel it was sent, and what became of that', async () => {
  await send('application-update');
  await test.db
    .updateTable('outbox')
    .set({ status: 'FAILED', lastError: 'refused' })
    .where('medium', '=', 'SMS')
    .execute();
  const messages = await list();
  const bySms = messages.find(({ medium }) => medium === 'SMS');
  const byEmail = messages.find(({ medium }) => medium === 'Email');
  expect(bySms).toMatchObject({
    hasFailed: true,
    others: [{ id: byEmail?.id, medium: 'Email', hasFailed: false, status: expect.stringContaining('Sent') }],
  });
  expect(byEmail?.others).toMatchObject([{ id: bySms?.id, medium: 'SMS', hasFailed: true }]);
  await send('application-update');
  expect(
    (await list()).every(({ others }) => others.length === 1),
    'another message is not the same',
  ).toBe(true);
});

it('[C-40] the log has one entry per message with all its channels and its application, and an application lists no other’s', async () => {
  await restoreJobs(test.db);
  const jobs = await test.db.selectFrom('job').select('id').where('status', '=', 'OPEN').limit(2).execute();
  const ids = await insertApplications(
    test.db,
    jobs.map(({ id }) => ({ userId, jobId: id })),
  );
  const body = { application_ids: ids, action: 'REJECT', reason_code: 'SKILLS' };
  await staff.call('POST /api/v1/staff/job-applications/move/', body);
  await send('email-code');
  const entries = groupNotifications(await list());
  expect(entries.map(({ application }) => application?.id ?? null).toSorted()).toEqual(
    [...ids, null].toSorted(),
  );
  const [id = ''] = ids;
  const own = groupNotifications(
    await listApplicationMessages(test.db, { id, candidate: { id: userId } }, false),
  );
  expect(own.map(({ application }) => application?.id ?? null)).toEqual([null, id]);
  expect(own[1]?.application?.number).toMatch(/^MS-/);
  expect(own[1]?.messages.map(({ medium }) => medium).toSorted()).toEqual(['Email', 'SMS']);
});

it('[C-41] a message about an application that goes by another channel leads to its page', async () => {
  await restoreJobs(test.db);
  const { id: jobId } = await test.db.selectFrom('job').select('id').limit(1).executeTakeFirstOrThrow();
  const [id] = await insertApplications(test.db, [{ userId, jobId }]);
  await send('application-update', `application:${id}`);
  const byEmail = (await list()).find(({ medium }) => medium === 'Email');
  const to = (await loadPerson()).phoneE164;
  expect((await resend(byEmail?.id ?? '', { channel: 'sms', to })).status).toBe(200);
  const repeat = await test.db
    .selectFrom('outbox')
    .select('text')
    .where('repeatOf', 'is not', null)
    .executeTakeFirstOrThrow();
  const page = `${test.config.siteOrigin}/moonshot/applications/${id}/`;
  expect(repeat.text).toBe(`Liftoff: Secret 4711. ${page}`);
});

it('[C-41] a message that failed goes again by another channel that the person has, in its short words', async () => {
  await send('application-update');
  const phone = (await loadPerson()).phoneE164;
  const listed = await list();
  const bySms = listed.find(({ medium }) => medium === 'SMS');
  expect(bySms?.ways).toEqual([
    { channel: 'sms', to: phone },
    { channel: 'email', to: email },
  ]);
  await resend(bySms?.id ?? '', { channel: 'email' });
  await travel(test.db, 11);
  await deliverDue(test);
  const byEmail = listed.find(({ medium }) => medium === 'Email');
  await resend(byEmail?.id ?? '', { channel: 'sms', to: phone });
  await travel(test.db, 11);
  await deliverDue(test);
  const sent = await test.db
    .selectFrom('inboxMessage')
    .select(['medium', 'text', 'subject'])
    .orderBy('id')
    .execute();
  expect(sent.slice(-2)).toMatchObject([
    {
      medium: 'EMAIL',
      subject: 'A message from Liftoff',
      text: expect.stringMatching(/^Secret 4711\.[\s\S]*Stop these emails/),
    },
    { medium: 'SMS', text: 'Liftoff: Secret 4711.' },
  ]);
  expect((await list()).filter(({ isRepeat }) => isRepeat).map(({ medium }) => medium)).toEqual([
    'SMS',
    'Email',
  ]);
});

it('[C-41] a message that failed leaves Today when it is sent again by another channel, from its own row or from that channel’s', async () => {
  await send('application-update');
  await send('application-update');
  const failBySms = test.db
    .updateTable('outbox')
    .set({ status: 'FAILED', lastError: 'refused' })
    .where('medium', '=', 'SMS');
  await failBySms.execute();
  const listed = async (): Promise<string[]> =>
    (await staff.call('GET /api/v1/staff/today/')).body.results.map(
      ({ subject_id }: { subject_id: string }) => subject_id,
    );
  const messages = await list();
  const [first, second] = messages.filter(({ medium }) => medium === 'SMS');
  expect((await listed()).toSorted()).toEqual([first?.id, second?.id].toSorted());
  await resend(first?.id ?? '', { channel: 'email' });
  expect(await listed(), 'the other message stays').toEqual([second?.id]);
  const id = randomUUID();
  await resend(second?.others[0]?.id ?? '', { id });
  expect(await listed()).toEqual([]);
  await failBySms.clearWhere().where('id', '=', id).execute();
  await test.db.updateTable('outbox').set({ finishedAt: new Date() }).where('id', '=', id).execute();
  expect(await listed(), 'the repetition failed').toEqual([id]);
});

it('[C-22] another channel needs a proved address, the person’s choice and a provider', async () => {
  const messageId = await insertSentMessage(test.db, { recipient: email, userId });
  const phone = (await loadPerson()).phoneE164;
  const error = async (body: object) => (await resend(messageId, body)).body.error;
  expect(await error({ channel: 'whatsapp', to: phone })).toBe('WhatsApp is not set up here.');
  await test.db
    .updateTable('appUser')
    .set({ notificationPreferences: JSON.stringify({ updates: { sms: false } }) })
    .where('id', '=', userId)
    .execute();
  expect(await error({ channel: 'sms', to: phone })).toBe('The person has turned these messages off.');
  expect((await list())[0]?.ways.map(({ channel }) => channel)).toEqual(['email']);
  const ofVisitor = await insertSentMessage(test.db);
  const { body } = await resend(ofVisitor, { channel: 'sms', to: phone });
  expect(body.error).toBe('We know no other address of this person.');
});
