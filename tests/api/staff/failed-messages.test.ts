import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { handleFailedMessagesForm } from '#lib/server/staff/messages/failed-message-form.ts';
import { dismissMessages } from '#lib/server/staff/messages/failed-messages.ts';
import { loadToday } from '#lib/server/staff/today/load-today.ts';
import { useTestApi } from '../../support/api.ts';
import { insertEvent as insertLiveEvent } from '../../support/events.ts';
import { endUndoTime, insertBatch } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { bookMock, insertExpertAndPeople, insertExpertSlot } from '../../support/hiring/mock-interviews.ts';
import {
  insertApplications,
  insertManyCandidates,
  postStaffForm,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
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
    dismissMessages(test, staffId, ids),
    dismissMessages(test, staffId, ids.toReversed()),
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

it('[C-41] [API-42] messages that were marked as done come back by undo, for ten seconds, with one audit event each', async () => {
  const ids = [await insertFailed(10), await insertFailed(20)];
  await staff.call('POST /api/v1/staff/messages/dismiss/', { message_ids: ids });
  expect(idsOf(await list())).toEqual([]);
  const { action } = (await staff.call('GET /api/v1/staff/actions/undoable/')).body;
  expect(action).toMatchObject({ label: 'Messages marked as done', people: 0, replaced: 0 });
  const undone = await staff.call(`POST /api/v1/staff/actions/${action.id}/undo/`, {});
  expect([undone.status, undone.body]).toEqual([
    200,
    { action: 'message.DISMISS', undone: 2, is_earlier_sent: false },
  ]);
  expect(idsOf(await list())).toEqual(ids);
  await staff.call('POST /api/v1/staff/messages/dismiss/', { message_ids: [] });
  await staff.call(`POST /api/v1/staff/messages/${ids[0]}/dismiss/`, {});
  await staff.call('POST /api/v1/staff/messages/dismiss/', { message_ids: [ids[0]] });
  expect((await staff.call('GET /api/v1/staff/actions/undoable/')).body.action).not.toBeNull();
  await test.db
    .updateTable('staffAction')
    .set({ undoExpiresAt: new Date(0) })
    .execute();
  expect((await staff.call('GET /api/v1/staff/actions/undoable/')).body.action).toBeNull();
  await staff.call('POST /api/v1/staff/messages/dismiss/', { message_ids: [ids[0]] });
  expect(
    (await staff.call('GET /api/v1/staff/actions/undoable/')).body.action,
    'nothing was on the list',
  ).toBeNull();
});

describe('[C-41] messages that failed are sent again together', () => {
  const repeatable = sql`is_repeatable = true, sender = 'callback-confirmation', text = 'Your call is at 4.'`;
  const resend = async (ids: string[]) =>
    (await staff.call('POST /api/v1/staff/messages/resend/', { message_ids: ids })).body;
  const countSent = async () => {
    await endUndoTime(test.db);
    await deliverDue(test);
    const sent = test.db
      .selectFrom('inboxMessage')
      .select('recipient')
      .where('text', '=', 'Your call is at 4.');
    return (await sent.execute()).length;
  };

  it('in the order of their people, whose budgets other transactions count as well', async () => {
    const people = (await insertManyCandidates(test.db, 2)).toSorted();
    const ids = [await insertFailed(10, repeatable), await insertFailed(20, repeatable)].toSorted();
    for (const [index, userId] of people.toReversed().entries())
      await sql`update outbox set user_id = ${userId}, recipient = 'person-' || ${index}::int || '@example.com'
        where id = ${ids[index]}`.execute(test.db);
    expect(await resend(ids)).toMatchObject({ sent: 2 });
    const repeats = test.db.selectFrom('outbox').select('userId').where('repeatOf', 'in', ids).orderBy('id');
    expect((await repeats.execute()).map(({ userId }) => userId)).toEqual(people);
  });

  it('once, and those that cannot be are named with the reason', async () => {
    const one = await insertFailed(10, repeatable);
    const other = await insertFailed(20, sql`${repeatable}, recipient = 'ravi@example.com'`);
    const code = await insertFailed(30, sql`kind = 'email-code', recipient = 'asha@example.com'`);
    const sent = await insertSentMessage(test.db, { recipient: 'kiran@example.com' });
    const submit = () =>
      handleFailedMessagesForm(
        test.api,
        postStaffForm(test, staff, '/staff/messages/', {
          form: 'resend',
          messageId: [one, other, code, sent],
        }),
      );
    const { done, resent } = await submit();
    expect([done, resent?.sent, resent?.held]).toEqual([null, 2, 0]);
    const { action } = (await staff.call('GET /api/v1/staff/actions/undoable/')).body;
    expect(action).toMatchObject({ label: 'Sent again' });
    expect(resent?.notSent.map(({ to, reason }) => [to, reason]).toSorted()).toEqual([
      ['asha@example.com', 'Messages of this kind are not sent again.'],
      ['kiran@example.com', 'It is not on the list any more.'],
    ]);
    expect(idsOf(await list())).toEqual([code]);
    expect((await submit()).resent?.sent, 'a second press').toBe(0);
    expect(await countSent()).toBe(2);
    const audits = test.db
      .selectFrom('auditEvent')
      .select('subjectId')
      .where('action', '=', 'message.RESEND');
    expect((await audits.execute()).map(({ subjectId }) => subjectId).toSorted()).toEqual(
      [one, other].toSorted(),
    );
  });

  it('never by an undo within ten seconds, and then they are on the list again', async () => {
    const id = await insertFailed(10, repeatable);
    expect(await resend([id])).toMatchObject({ sent: 1 });
    const { action } = (await staff.call('GET /api/v1/staff/actions/undoable/')).body;
    expect(action).toMatchObject({ action: 'message.RESEND', people: 1 });
    await staff.call(`POST /api/v1/staff/actions/${action.id}/undo/`, {});
    expect(idsOf(await list())).toEqual([id]);
    expect(await countSent()).toBe(0);
  });

  it('none for ids of no message', async () => {
    expect(await resend([crypto.randomUUID()])).toEqual({ sent: 0, held: 0, not_sent: [] });
  });

  it('but not where another message of the kind went to the person since', async () => {
    const id = await insertFailed(10, sql`${repeatable}, created_at = now() - interval '1 hour'`);
    await insertSentMessage(test.db);
    expect(await resend([id])).toMatchObject({
      sent: 0,
      not_sent: [{ id, reason: 'There is a later message of this kind to the person.' }],
    });
  });

  it('but not where the application has changed since, or its time has passed', async () => {
    await restoreJobs(test.db);
    const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
    const [userId = ''] = await insertManyCandidates(test.db, 1, 1);
    const [applicationId = ''] = await insertApplications(test.db, [{ userId, jobId }]);
    const start = Date.now();
    const insertEvent = async (
      action: 'SHORTLIST' | 'SCHEDULE_INTERVIEW' | 'HOLD',
      hours: number,
      startsAt: Date | null,
    ) => {
      const { id } = await test.db
        .insertInto('applicationEvent')
        .values({
          ...{ id: randomUUID(), applicationId, action, startsAt, at: new Date(start - hours * 3_600_000) },
          ...{ fromStatus: null, toStatus: 'SHORTLISTED', actorType: 'STAFF', actorId: staffId },
          ...{ reasonCode: null, publicNote: null, privateNote: null, previousStartsAt: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return insertFailed(
        hours * 60,
        sql`user_id = ${userId}, is_repeatable = true, sender = 'appointment-update', text = 'News.',
          dedupe_key = ${`application:${id}:email`}`,
      );
    };
    const [changed, over, current] = [
      await insertEvent('SHORTLIST', 5, null),
      await insertEvent('SCHEDULE_INTERVIEW', 3, new Date(0)),
      await insertEvent('SCHEDULE_INTERVIEW', 3, new Date('2030-03-04T04:30:00Z')),
    ];
    expect(await resend([changed, over, current])).toMatchObject({ sent: 1 });
    const reasons = Object.fromEntries(
      (await resend([changed, over, current])).not_sent.map((one: { id: string; reason: string }) => [
        one.id,
        one.reason,
      ]),
    );
    expect(reasons).toEqual({
      [changed]: 'The application has changed since.',
      [over]: 'Its time has passed.',
      [current]: 'It is not on the list any more.',
    });
  });

  it.each([
    ['a training batch has ended', 'batch'],
    ['an event has begun', 'event'],
    ['a mock interview has begun', 'mock'],
  ] as const)('but not where %s since', async (_, kind) => {
    let experts: Awaited<ReturnType<typeof insertExpertAndPeople>> | undefined;
    const insertAt = {
      batch: async (startsAt: Date) => {
        const inMinutes = (startsAt.getTime() - Date.now()) / 60_000;
        const batchId = await insertBatch(test.db, 'voice-support-associate-cl13', { inMinutes });
        const message = { id: randomUUID(), batchId, subject: 'Bring', text: 'Bring it.', people: 1 };
        await test.db
          .insertInto('batchMessage')
          .values({ ...message, sentById: staffId })
          .execute();
        return `batch-message:${message.id}:${randomUUID()}`;
      },
      event: async (startsAt: Date) => {
        const { id: eventId } = await insertLiveEvent(test.db, { startsAt, taken: 1 });
        const id = randomUUID();
        await test.db
          .insertInto('eventRegistration')
          .values({
            ...{ id, number: `LE-${id}`, eventId, userId: staffId, status: 'REGISTERED' },
            ...{ waitlistPosition: null, offerExpiresAt: null },
          })
          .execute();
        return `event:plan:${id}`;
      },
      mock: async (startsAt: Date) => {
        experts ??= await insertExpertAndPeople(test, 2);
        const person = experts.people.pop() as (typeof experts.people)[number];
        await bookMock(person, await insertExpertSlot(test.db, experts.expert.expertId));
        await test.db.deleteFrom('outbox').where('userId', '=', person.userId).execute();
        const { id } = await test.db
          .updateTable('mockInterviewEvent')
          .set({ startsAt })
          .where('startsAt', '>', new Date())
          .returning('id')
          .executeTakeFirstOrThrow();
        return `mock-interview:${id}`;
      },
    };
    await restoreJobs(test.db);
    const write = async (startsAt: number) => {
      const key = await insertAt[kind](new Date(startsAt));
      const to = `${randomUUID()}@example.com`;
      return insertFailed(10, sql`${repeatable}, recipient = ${to}, dedupe_key = ${`${key}:email`}`);
    };
    const [past, coming] = [await write(Date.now() - 6 * 86_400_000), await write(Date.now() + 3_600_000)];
    expect(await resend([past, coming])).toMatchObject({
      sent: 1,
      not_sent: [{ id: past, reason: 'Its time has passed.' }],
    });
  });
});
