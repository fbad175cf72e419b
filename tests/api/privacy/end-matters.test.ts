import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import { masteryPolicy, nextMasterySession } from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import { deleteDueAccounts } from '#lib/server/privacy/delete-account.ts';
import { endMatters } from '#lib/server/privacy/end-matters.ts';
import { useTestApi } from '../../support/api.ts';
import {
  insertLearner,
  insertLearners,
  type Learner,
  leaveSeats,
  requireOpenBatch,
  reserve,
} from '../../support/enrolment/learners.ts';
import { nextSlot, registerTest } from '../../support/enrolment/test-takers.ts';
import { insertEvent } from '../../support/events.ts';
import { applications, insertBatch, insertSlot, waitForDelivery } from '../../support/hiring/candidates.ts';
import {
  insertInterviewees,
  insertTrainees,
  type SignedInCandidate,
} from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  beginSlot,
  bookMock,
  insertExpertAndPeople,
  insertExpertSlot,
} from '../../support/hiring/mock-interviews.ts';
import { insertAccepted } from '../../support/hiring/offers.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
beforeEach(() => restoreJobs(test.db));

/** Deletes the account as if its seven days were over. Messages that must leave before the erasure do so. */
async function deleteAccount(userId: string): Promise<void> {
  await sql`insert into account_deletion (user_id, due_at) values (${userId}, now())`.execute(test.db);
  await deleteDueAccounts(test);
  await waitForDelivery(test);
  await deleteDueAccounts(test);
  const left = await test.db.selectFrom('appUser').select('id').where('id', '=', userId).execute();
  expect(left).toEqual([]);
}

const takenOf = async (table: 'interviewSlot' | 'trainingBatch' | 'liveEvent', id: string) =>
  (await test.db.selectFrom(table).select('taken').where('id', '=', id).executeTakeFirstOrThrow()).taken;
const textsTo = async (address: string) =>
  (await test.sentTo(address)).map(({ subject, text }) => `${subject}\n${text}`).join('\n');

async function insertInterviewer(): Promise<string> {
  const id = uuidv7();
  await test.db
    .insertInto('interviewer')
    .values({ id, userId: null, name: 'Leela Menon', email: 'leela@guest.example' })
    .execute();
  return id;
}

it('[C-20] [API-43] the time of an interview is free again, and the calendar file that removes it leaves before the rows go', async () => {
  const [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  const slotId = await insertSlot(test.db, slug);
  await test.db
    .updateTable('interviewSlot')
    .set({ interviewerId: await insertInterviewer() })
    .execute();
  await person.visitor.call(`POST ${applications}${person.id}/reschedule-interview/`, { slot_id: slotId });
  await waitForDelivery(test);
  expect(await takenOf('interviewSlot', slotId)).toBe(1);

  await sql`insert into account_deletion (user_id, due_at) values (${person.userId}, now())`.execute(test.db);
  await deleteDueAccounts(test);
  expect(await takenOf('interviewSlot', slotId)).toBe(0);
  // The application has ended, and its rows wait for the email.
  const { status } = await test.db
    .selectFrom('jobApplication')
    .select('status')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('WITHDRAWN');
  await waitForDelivery(test);
  await deleteDueAccounts(test);
  expect(await test.db.selectFrom('jobApplication').select('id').execute()).toEqual([]);
  const [newest] = await test.db
    .selectFrom('inboxMessage')
    .select(['subject', 'attachments'])
    .where('recipient', '=', 'leela@guest.example')
    .orderBy('id', 'desc')
    .execute();
  expect(newest?.subject).toMatch(/^Cancelled: Interview with /);
  expect(newest?.attachments).toHaveLength(1);
  const failed = await test.db.selectFrom('outbox').select('id').where('status', '=', 'FAILED').execute();
  expect(failed).toEqual([]);
});

it('[C-41] an account is erased a day later at most, even if the mail server does not answer', async () => {
  const [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  const slotId = await insertSlot(test.db, slug);
  await test.db
    .updateTable('interviewSlot')
    .set({ interviewerId: await insertInterviewer() })
    .execute();
  await person.visitor.call(`POST ${applications}${person.id}/reschedule-interview/`, { slot_id: slotId });
  await waitForDelivery(test);
  await sql`insert into account_deletion (user_id, due_at) values (${person.userId}, now())`.execute(test.db);
  await deleteDueAccounts(test);
  // A delivery that has begun would end after the update.
  await waitForDelivery(test);
  await sql`update outbox set status = 'QUEUED', due_at = now() + interval '1 hour'
    where sender = 'interviewer-invite'`.execute(test.db);
  const isThere = async () =>
    (await test.db.selectFrom('appUser').select('id').where('id', '=', person.userId).execute()).length === 1;
  await deleteDueAccounts(test);
  expect(await isThere()).toBe(true);
  await sql`update interviewer_invite set created_at = now() - interval '25 hours'`.execute(test.db);
  await deleteDueAccounts(test);
  expect(await isThere()).toBe(false);
});

it('[C-20] the seat of a training is free again', async () => {
  const batchId = await insertBatch(test.db, slug);
  const [person] = (await insertTrainees(test, slug, 1, batchId)) as [SignedInCandidate];
  expect(await takenOf('trainingBatch', batchId)).toBe(1);
  await deleteAccount(person.userId);
  expect(await takenOf('trainingBatch', batchId)).toBe(0);
});

it('[C-20] who is responsible for an open application hears that it ended, without a name; a draft is nobody’s work', async () => {
  const owner = await signUpStaff(test);
  const other = await signUpStaff(test);
  const [open, draft] = (await insertInterviewees(test, slug, 2)) as [SignedInCandidate, SignedInCandidate];
  await insertAccepted(test.db, open.id);
  await test.db
    .updateTable('jobApplication')
    .set({ ownerId: owner.id, submittedAt: new Date() })
    .where('id', '=', open.id)
    .execute();
  await test.db
    .updateTable('jobApplication')
    .set({ ownerId: owner.id, status: 'STARTED' })
    .where('id', '=', draft.id)
    .execute();
  await deleteAccount(open.userId);
  await deleteAccount(draft.userId);
  const texts = (await test.sentTo(owner.email)).filter(({ subject }) => subject?.startsWith('Application'));
  expect(texts.map(({ subject }) => subject)).toEqual([`Application ${open.number} was withdrawn`]);
  expect(texts[0]?.text).toContain('had the status “Offer accepted”');
  expect(texts[0]?.text).not.toContain('Asha');
  expect(await textsTo(other.email)).not.toContain('was withdrawn');
});

it('[C-20] without somebody responsible, staff who get the list of Today hear of an ended application', async () => {
  const staff = await signUpStaff(test);
  const other = await signUpStaff(test);
  await test.db
    .updateTable('appUser')
    .set({ emailVerifiedAt: new Date(), notificationPreferences: '{"agenda":{"email":true}}' })
    .where('id', '=', staff.id)
    .execute();
  const [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
  await test.db.updateTable('jobApplication').set({ submittedAt: new Date() }).execute();
  await deleteAccount(person.userId);
  expect(await textsTo(staff.email)).toContain(`Application ${person.number} was withdrawn`);
  expect(await textsTo(other.email)).not.toContain('was withdrawn');
});

it('[C-20] a reserved seat of a batch goes to who waits, and a paid one too, whose payment stays without a name', async () => {
  const staff = await signUpStaff(test);
  await test.db
    .updateTable('appUser')
    .set({ emailVerifiedAt: new Date(), notificationPreferences: '{"agenda":{"email":true}}' })
    .where('id', '=', staff.id)
    .execute();
  const batch = await requireOpenBatch(test.db);
  await leaveSeats(test.db, batch, 2);
  const [holding, paid, first, second] = (await insertLearners(test, 4)) as [
    Learner,
    Learner,
    Learner,
    Learner,
  ];
  await reserve(holding, batch);
  const { body } = await reserve(paid, batch);
  for (const person of [first, second]) await reserve(person, batch, { join_waitlist: true });
  await test.db
    .updateTable('enrolment')
    .set({ status: 'CONFIRMED', confirmedAt: new Date() })
    .where('id', '=', body.id)
    .execute();
  await test.db
    .insertInto('enrolmentPayment')
    .values({
      ...{ id: uuidv7(), enrolmentId: body.id, amount: 9000, method: 'UPI', reference: 'UPI-1' },
      ...{ receivedAt: new Date(), recordedById: staff.id },
    })
    .execute();

  await deleteAccount(holding.userId);
  expect(await statusesOf([first, second])).toEqual(['OFFERED', 'WAITLISTED']);
  await deleteAccount(paid.userId);
  expect(await statusesOf([first, second])).toEqual(['OFFERED', 'OFFERED']);
  const kept = await test.db
    .selectFrom('enrolment')
    .innerJoin('appUser', 'appUser.id', 'enrolment.userId')
    .select(['enrolment.status', 'appUser.firstName', 'appUser.email', 'appUser.disabledAt'])
    .where('enrolment.id', '=', body.id)
    .executeTakeFirstOrThrow();
  expect(kept).toMatchObject({ status: 'DROPPED', firstName: 'Deleted', email: 'deleted@invalid' });
  expect(kept.disabledAt).not.toBeNull();
  const payments = await test.db.selectFrom('enrolmentPayment').select(['amount', 'reference']).execute();
  expect(payments).toEqual([{ amount: 9000, reference: 'UPI-1' }]);
  const texts = await textsTo(staff.email);
  expect(texts.match(/Enrolment EN-\S+ ended/g)).toHaveLength(1);
});

const statusesOf = (people: readonly Learner[]) =>
  Promise.all(
    people.map(async ({ userId }) => {
      const query = test.db.selectFrom('enrolment').select('status').where('userId', '=', userId);
      return (await query.executeTakeFirstOrThrow()).status;
    }),
  );

it.each([
  ['in time', 4000],
  ['too late for the person’s own button', 120],
])(
  '[C-20] [APP-14] a mock interview, %s, is cancelled: the expert hears it, the time is free, and the paid pass stays',
  async (_, inMinutes) => {
    const { expert, people } = await insertExpertAndPeople(test, 1);
    const [asha] = people as [Learner];
    const slotId = await insertExpertSlot(test.db, expert.expertId);
    await bookMock(asha, slotId);
    await beginSlot(test.db, slotId, inMinutes);
    await waitForDelivery(test);
    await deleteAccount(asha.userId);
    expect(await takenOf('interviewSlot', slotId)).toBe(0);
    expect(await textsTo(expert.phone)).toContain('is cancelled');
    const emails = (await test.sentTo(expert.email)).map(({ subject }) => subject);
    expect(emails).toContainEqual(expect.stringMatching(/^Cancelled: Mock interview/));
    const passes = await test.db.selectFrom('interviewPass').select(['amount', 'userId']).execute();
    expect(passes).toEqual([{ amount: 9000, userId: expect.not.stringMatching(asha.userId) }]);
  },
);

it('[C-20] [API-20] the seat of an event is offered to who waits, and nobody keeps a place on its list', async () => {
  const { id } = await insertEvent(test.db, { capacity: 1 });
  const [seated, waiting, next] = (await insertLearners(test, 3)) as [Learner, Learner, Learner];
  const register = ({ visitor }: Learner) =>
    visitor.call(`POST /api/v1/live-events/${id}/register/`, { join_waitlist: true });
  for (const person of [seated, waiting, next]) await register(person);
  const statusOf = async ({ userId }: Learner) =>
    (await test.db.selectFrom('eventRegistration').select('status').where('userId', '=', userId).execute())[0]
      ?.status;
  await deleteAccount(seated.userId);
  expect(await statusOf(waiting)).toBe('OFFERED');
  await deleteAccount(waiting.userId);
  expect(await statusOf(next)).toBe('OFFERED');
  expect(await takenOf('liveEvent', id)).toBe(1);
});

it('[C-20] [API-21] seats of a test and of a session are free again', async () => {
  const asha = await insertLearner(test);
  const { id: sessionId } = nextMasterySession(new Date());
  await test.db
    .insertInto('masterySeats')
    .values({ sessionId, taken: masteryPolicy.seatsPerSession - 1 })
    .execute();
  const { status } = await asha.visitor.call('POST /api/v1/pm-mastery/register/', {
    ...{
      program_slug: 'pm-launchpad-core',
      current_status: 'STUDENT',
      years_of_experience: 0,
      consent: true,
    },
  });
  expect(status).toBe(200);
  await registerTest(asha, { test_slot_id: await nextSlot(test) });
  const taken = async () => [
    (await test.db.selectFrom('masterySeats').select('taken').executeTakeFirstOrThrow()).taken,
    (await test.db.selectFrom('scholarshipSlot').select('taken').executeTakeFirstOrThrow()).taken,
  ];
  expect(await taken()).toEqual([masteryPolicy.seatsPerSession, 1]);
  await deleteAccount(asha.userId);
  expect(await taken()).toEqual([masteryPolicy.seatsPerSession - 1, 0]);
});

it('[C-20] a process that died after it had ended the matters is followed by one that ends nothing twice', async () => {
  const { id } = await insertEvent(test.db, { capacity: 2 });
  const [person, other] = (await insertLearners(test, 2)) as [Learner, Learner];
  for (const { visitor } of [person, other])
    await visitor.call(`POST /api/v1/live-events/${id}/register/`, {});
  await endMatters(test, person.userId);
  expect(await takenOf('liveEvent', id)).toBe(1);
  await deleteAccount(person.userId);
  expect(await takenOf('liveEvent', id)).toBe(1);
});
