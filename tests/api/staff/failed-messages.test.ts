import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { handleFailedMessagesForm } from '#lib/server/staff/messages/failed-message-form.ts';
import { dismissMessages } from '#lib/server/staff/messages/failed-messages.ts';
import { loadToday } from '#lib/server/staff/today/load-today.ts';
import { useTestApi } from '../../support/api.ts';
import { insertManyCandidates, postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import { insertFailedMessage, insertSentMessage } from '../../support/staff/today.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const path = '/api/v1/staff/messages/failed/';
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
});

/** Inserts a message that failed some minutes ago. */
async function insertFailed(minutes: number, change = sql`kind = kind`): Promise<string> {
  const id = await insertFailedMessage(test.db);
  await sql`
    update outbox set finished_at = now() - make_interval(mins => ${minutes}), ${change} where id = ${id}`.execute(
    test.db,
  );
  return id;
}
const list = async (query = '') => (await staff.call(`GET ${path}${query}`)).body;
const idsOf = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id);
const listAudits = () =>
  test.db.selectFrom('auditEvent').selectAll().where('action', '=', 'message.DISMISS').execute();

it('[C-41] the messages that failed are listed, the newest first, a page at a time', async () => {
  const old = await insertFailed(30);
  const middle = await insertFailed(20);
  const latest = await insertFailed(10);
  await insertFailed(15 * 24 * 60);
  await insertSentMessage(test.db);
  const first = await list('?limit=2');
  expect([first.count, idsOf(first)]).toEqual([3, [latest, middle]]);
  await insertFailed(5);
  expect(idsOf((await staff.call(`GET ${first.next}`)).body)).toEqual([old]);
});

it('[C-41] a line has the person, the channel, the kind, the reason and where it is sent again', async () => {
  const [userId = ''] = await insertManyCandidates(test.db, 1);
  await insertFailed(10, sql`user_id = ${userId}, is_repeatable = true, last_error = 'the mailbox is full'`);
  await insertFailed(20, sql`medium = 'SMS', recipient = '+919876543210', subject = null, kind = 'reminder'`);
  const { results } = await list();
  expect(results).toMatchObject([
    {
      ...{ candidate_id: userId, channel: 'EMAIL', kind_label: 'Training or interview' },
      ...{ title: 'Your interview was moved', href: `/staff/candidates/${userId}/#messages` },
      reason: expect.stringContaining('mailbox'),
    },
    {
      ...{ candidate_id: null, who: '+91 98765 43210', channel_label: 'SMS', title: 'Reminder' },
      ...{ href: 'tel:+919876543210', kind: 'reminder' },
    },
  ]);
  for (const [query, count] of [
    ['?channel=SMS', 1],
    ['?kind=appointment', 1],
    ['?kind=appointment&channel=SMS', 0],
  ] as const)
    expect((await list(query)).count, query).toBe(count);
  expect((await staff.call(`GET ${path}?kind=constructor`)).status).toBe(400);
});

it('[C-41] [C-40] chosen messages leave the list together, each with one audit event, and the others stay', async () => {
  const [first, second, third] = [await insertFailed(10), await insertFailed(20), await insertFailed(30)];
  const sent = await insertSentMessage(test.db);
  const submit = (fields: Record<string, string | string[]>) =>
    handleFailedMessagesForm(test.api, postStaffForm(test, staff, '/staff/messages/', fields));
  expect((await submit({})).errors?.message).toBeTruthy();
  expect((await submit({ messageId: [first, second, sent] })).done).toBe('messages-dismissed');
  expect(idsOf(await list())).toEqual([third]);
  const again = await staff.call('POST /api/v1/staff/messages/dismiss/', { message_ids: [first, second] });
  expect([again.status, again.body]).toEqual([200, { dismissed: 0 }]);
  expect((await listAudits()).map(({ subjectId }) => subjectId).toSorted()).toEqual(
    [first, second].toSorted(),
  );
  const kept = await insertFailed(5);
  await submit({ messageId: [kept], only: third });
  expect(idsOf(await list()), 'the button of a line marks that line alone').toEqual([kept]);
});

it('[C-41] two people who mark the same messages at once record each of them once', async () => {
  const ids: string[] = [];
  for (let minutes = 1; minutes <= 20; minutes++) ids.push(await insertFailed(minutes));
  const counts = await Promise.all([
    dismissMessages(test.db, staffId, ids),
    dismissMessages(test.db, staffId, ids.toReversed()),
  ]);
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 20]);
  expect(await listAudits()).toHaveLength(20);
});

it('[C-41] of more than fifty, Today shows the newest and leads to the list of all', async () => {
  await sql`
    insert into outbox (id, dedupe_key, recipient, medium, kind, status, finished_at)
    select gen_random_uuid(), 'outage:' || n, 'x@example.com', 'EMAIL', 'reminder', 'FAILED',
      now() - make_interval(hours => n)
    from generate_series(1, 55) n`.execute(test.db);
  const { now, items, more } = await loadToday(test.db);
  const hours = items.map(({ at }) => Math.round((now.getTime() - at.getTime()) / 3_600_000));
  expect([items.length, Math.max(...hours), Math.min(...hours)]).toEqual([50, 50, 1]);
  expect(more).toEqual([{ kind: 'MESSAGE', href: '/staff/messages/' }]);
  expect((await list()).count).toBe(55);
});

it('[C-41] [C-29] a message that failed at a time that cannot be shown is named, and the others stay', async () => {
  const bad = await insertFailed(10);
  const good = await insertFailed(20);
  await sql`update outbox set finished_at = 'infinity' where id = ${bad}`.execute(test.db);
  const body = await list();
  expect([idsOf(body), body.unreadable]).toEqual([[good], [{ id: bad, reference: 'meera@example.com' }]]);
  expect((await loadToday(test.db)).items.map(({ subjectId }) => subjectId)).toEqual([good]);
});
