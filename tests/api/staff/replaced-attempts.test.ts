import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { listMessages } from '#lib/server/staff/messages/message-log.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { applications, endUndoTime, insertSlot } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { bookTimeBody } from '../../support/hiring/staff-appointments.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

/** A later change of an application while a process attempts to deliver the message about the earlier one. */

const test = useTestApi();
const slug = 'voice-support-associate-cl13';
const morning = '2030-03-04T04:30:00.000Z';
const afternoon = '2030-03-04T09:30:00.000Z';
const evening = '2030-03-04T12:30:00.000Z';
const interviewer = 'deepa@boliqo.example';
let staff: Visitor;
let person: SignedInCandidate;
let interviewerId: string;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  await test.db.deleteFrom('outbox').execute();
  const guest = { name: 'Deepa Rao', email: interviewer, user_id: null };
  interviewerId = (await ask('POST /api/v1/staff/interviewers/create/', guest)).id;
});

async function ask(key: string, body: object) {
  const answer = await staff.call(key, body);
  expect(answer.status, `${key} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

const path = () => `POST /api/v1/staff/job-applications/${person.id}`;
const book = (startsAt: string) =>
  ask(`${path()}/book-time/`, { ...bookTimeBody(), starts_at: startsAt, interviewer_id: interviewerId });
const move = (action: string, more: object = {}) =>
  ask('POST /api/v1/staff/job-applications/move/', { application_ids: [person.id], action, ...more });

async function undo(): Promise<void> {
  const { action } = (await staff.call('GET /api/v1/staff/actions/undoable/')).body;
  await ask(`POST /api/v1/staff/actions/${action.id}/undo/`, {});
}

/** The state of the messages while a process attempts them. */
const beginAttempt = () =>
  test.db
    .updateTable('outbox')
    .set({ isClaimed: true, attempts: 1, dueAt: sql<Date>`now() + interval '120 seconds'` })
    .where('attempts', '=', 0)
    .execute();

/** The state after the attempt has failed, when the next one is due; `isClaimed` where the process was killed. */
const failAttempt = (isClaimed = false) =>
  test.db
    .updateTable('outbox')
    .set({ isClaimed, dueAt: new Date(0) })
    .where('status', '=', 'QUEUED')
    .where('attempts', '=', 1)
    .execute();

interface Sent {
  emails: string[];
  phone: string[];
  invites: string[];
}

/** Ends the time in which staff can undo, and returns all messages that were sent. */
async function listSent(): Promise<Sent> {
  await endUndoTime(test.db);
  await deliverDue(test);
  await travel(test.db, 121);
  await deliverDue(test);
  const rows = await test.db.selectFrom('inboxMessage').selectAll().orderBy('id').execute();
  const texts = (isIn: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isIn).map(({ subject, text }) => `${subject ?? ''}: ${text.replaceAll('\n', ' ')}`);
  return {
    emails: texts(({ medium, recipient }) => medium === 'EMAIL' && recipient !== interviewer),
    // The staff member has signed in.
    phone: texts(({ medium, text }) => medium === 'SMS' && !text.includes('OTP')),
    invites: texts(({ recipient }) => recipient === interviewer),
  };
}

const listStatuses = async () => {
  const rows = await test.db
    .selectFrom('outbox')
    .select('status')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ status }) => status);
};

describe('[API-42] a message that is attempted when a later change comes', () => {
  it.each([
    ['fails', false],
    ['is killed', true],
  ])('is not sent after the later one where its process %s, and the log says so', async (_, isKilled) => {
    await book(morning);
    await beginAttempt();
    await book(afternoon);
    await failAttempt(isKilled);
    const { emails, phone, invites } = await listSent();
    // They may have heard of the first time.
    expect(emails).toEqual([expect.stringMatching(/^Your interview has moved: .*is now on .*3:00 pm/)]);
    expect(phone).toEqual([expect.stringMatching(/3:00 pm/)]);
    expect(invites).toEqual([expect.stringMatching(/^Moved: .*moved from .*10:00 am.* to .*3:00 pm/)]);
    expect((await listStatuses()).toSorted()).toEqual([
      ...['REPLACED', 'REPLACED', 'REPLACED'],
      ...['SENT', 'SENT', 'SENT'],
    ]);
    const logged = await listMessages(test.db, { userId: person.userId });
    expect(logged.filter(({ status }) => status === 'Replaced by a later message')).toMatchObject([
      { hasFailed: false, ways: [] },
      { hasFailed: false, ways: [] },
    ]);
    expect((await staff.call('GET /api/v1/staff/messages/failed/')).body.results).toEqual([]);
  });

  it('is sent once where the attempt succeeds', async () => {
    await book(morning);
    await endUndoTime(test.db);
    await deliverDue(test);
    await book(afternoon);
    const { emails } = await listSent();
    expect(emails).toEqual([expect.stringContaining('is booked'), expect.stringContaining('has moved')]);
  });

  it.each([
    ['at once', 0],
    ['and took longer than two minutes', 200],
  ])('is sent after all where the later change is undone %s', async (_, seconds) => {
    await book(morning);
    await beginAttempt();
    await book(afternoon);
    // An action on many people queues with the time at which it began, and can be undone from its end.
    await test.db
      .updateTable('outbox')
      .set({ createdAt: sql<Date>`created_at - make_interval(secs => ${seconds})` })
      .execute();
    await failAttempt();
    await deliverDue(test);
    expect(await listStatuses()).not.toContain('REPLACED');
    await undo();
    const { emails, invites } = await listSent();
    expect(emails).toEqual([expect.stringMatching(/^Your interview is booked: .*10:00 am/)]);
    expect(invites).toEqual([expect.stringMatching(/10:00 am.*You have an/)]);
  });

  it('stays replaced by the second change where the third one is undone', async () => {
    await book(morning);
    await beginAttempt();
    await book(afternoon);
    await book(evening);
    await failAttempt();
    await undo();
    const { emails, invites } = await listSent();
    expect(emails).toEqual([expect.stringMatching(/^Your interview has moved: .*3:00 pm/)]);
    expect(invites).toEqual([expect.stringMatching(/^Moved: .*to .*3:00 pm/)]);
  });

  it('and has failed is taken back by a third change with its note', async () => {
    await test.db.deleteFrom('interview').execute();
    await test.db.updateTable('jobApplication').set({ status: 'SUBMITTED', stageKey: 'review' }).execute();
    await move('SHORTLIST', { public_note: 'Bring your marksheet.' });
    await beginAttempt();
    await move('MOVE_TO_INTERVIEW', { public_note: 'Ask for Ravi.' });
    await failAttempt();
    await book(evening);
    const { emails } = await listSent();
    expect(emails).toEqual([
      expect.stringMatching(/^Your interview is booked: .*6:00 pm.*Bring your marksheet\..*Ask for Ravi\./),
    ]);
    expect(emails[0]?.match(/marksheet/g)).toHaveLength(1);
    expect(await listStatuses()).not.toContain('REPLACED');
  });

  it('gives its note to the later message, because it may not arrive', async () => {
    await test.db.deleteFrom('interview').execute();
    await test.db.updateTable('jobApplication').set({ status: 'SUBMITTED', stageKey: 'review' }).execute();
    await move('SHORTLIST', { public_note: 'Bring your marksheet.' });
    await beginAttempt();
    await move('MOVE_TO_INTERVIEW');
    await failAttempt();
    expect((await listSent()).emails).toEqual([
      expect.stringMatching(/^Choose a time .*Bring your marksheet/),
    ]);
  });

  it('is sent where the later change informs nobody', async () => {
    await test.db.deleteFrom('interview').execute();
    await test.db.updateTable('jobApplication').set({ status: 'SHORTLISTED', stageKey: 'review' }).execute();
    await move('MOVE_TO_INTERVIEW');
    await beginAttempt();
    await ask(`${path()}/record-interview/`, {
      ...{ stage_key: 'voice-test', starts_at: '2026-01-05T04:30:00.000Z', minutes: 20 },
      ...{ time_zone: 'Asia/Kolkata', mode: 'PHONE', interviewer_id: null },
    });
    await failAttempt();
    expect((await listSent()).emails).toEqual([expect.stringMatching(/^Choose a time for your interview/)]);
  });

  it('makes the later one a confirmation where it is one, for somebody who has turned updates off [C-41]', async () => {
    await test.db
      .updateTable('appUser')
      .set({ notificationPreferences: JSON.stringify({ updates: { email: false, sms: false } }) })
      .where('id', '=', person.userId)
      .execute();
    const key = `POST ${applications}${person.id}/reschedule-interview/`;
    const { status } = await person.visitor.call(key, { slot_id: await insertSlot(test.db, slug) });
    expect(status).toBe(200);
    await deliverDue(test);
    await test.db.deleteFrom('inboxMessage').execute();
    // The state while its providers are asked.
    await test.db
      .updateTable('outbox')
      .set({ status: 'QUEUED', isClaimed: true, finishedAt: null, dueAt: new Date(evening) })
      .execute();
    await book(afternoon);
    await failAttempt();
    const { emails, phone } = await listSent();
    expect(emails).toEqual([expect.stringMatching(/^Your interview .*3:00 pm/)]);
    expect(phone).toEqual([expect.stringMatching(/3:00 pm/)]);
  });
});
