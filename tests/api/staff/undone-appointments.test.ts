import { beforeEach, describe, expect, it } from 'vitest';
import { propagatePendingChanges } from '#lib/server/hiring/appointments/propagate-cancellation.ts';
import { useTestApi } from '../../support/api.ts';
import { applications, insertBatch, insertSlot, waitForDelivery } from '../../support/hiring/candidates.ts';
import {
  insertInterviewees,
  insertTrainees,
  type SignedInCandidate,
} from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { bookTimeBody, inviteToTraining } from '../../support/hiring/staff-appointments.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

/** What other people booked in the seconds between a change of an appointment and its undo. */

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;
let colleague: Visitor;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  ({ visitor: colleague } = await signUpStaff(test));
});

async function ask(visitor: Visitor, key: string, body: object) {
  const answer = await visitor.call(key, body);
  expect(answer.status, `${key} ${JSON.stringify(answer.body)}`).toBe(200);
  return answer.body;
}

/** Undoes the latest change of the first member of staff, whether it informed somebody or not. */
async function undo() {
  const actor = await test.db
    .selectFrom('staffAction')
    .select('id')
    .orderBy('startedAt')
    .executeTakeFirstOrThrow();
  return staff.call(`POST /api/v1/staff/actions/${actor.id}/undo/`, {});
}

/** Ends what was prepared: its messages are delivered and it cannot be undone. */
async function endPreparation(): Promise<void> {
  await waitForDelivery(test);
  await test.db.deleteFrom('staffAction').execute();
  await test.db.deleteFrom('inboxMessage').execute();
}

async function listSent(recipient: string): Promise<string[]> {
  await waitForDelivery(test);
  const rows = await test.db
    .selectFrom('inboxMessage')
    .select('subject')
    .where('recipient', '=', recipient)
    .where('medium', '=', 'EMAIL')
    .orderBy('id')
    .execute();
  return rows.map(({ subject }) => subject ?? '').toSorted();
}

const emailOf = async ({ userId }: SignedInCandidate): Promise<string> => {
  const query = test.db.selectFrom('appUser').select('email').where('id', '=', userId);
  return (await query.executeTakeFirstOrThrow()).email;
};

const createInterviewer = async (name: string): Promise<string> => {
  const body = { name, email: `${name.toLowerCase()}@guest.example`, user_id: null };
  return (await ask(staff, 'POST /api/v1/staff/interviewers/create/', body)).id;
};
const assign = (visitor: Visitor, slotId: string, interviewerId: string | null) =>
  ask(visitor, `PATCH /api/v1/staff/slots/${slotId}/update/`, { interviewer_id: interviewerId });
const book = (visitor: Visitor, { id }: SignedInCandidate, slotId: string) =>
  ask(visitor, `POST /api/v1/staff/job-applications/${id}/book-slot/`, { slot_id: slotId });

const readSlot = (id: string) =>
  test.db
    .selectFrom('interviewSlot')
    .select(['interviewerId', 'taken', 'cancelledAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('[API-43] an undo gives no interviewer two interviews at one time', () => {
  it('after a cancelled slot, whose time a colleague has filled', async () => {
    const deepa = await createInterviewer('Deepa');
    const [one, two] = (await insertInterviewees(test, slug, 2)) as [SignedInCandidate, SignedInCandidate];
    const [slot, other] = [await insertSlot(test.db, slug), await insertSlot(test.db, slug)];
    await assign(staff, slot, deepa);
    await book(staff, one, slot);
    await endPreparation();

    await ask(staff, `POST /api/v1/staff/slots/${slot}/cancel/`, {});
    await assign(colleague, other, deepa);
    await book(colleague, two, other);
    const { status, body } = await undo();
    expect([status, body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
    expect(body.error).toMatch(/^Deepa has another interview at that time: .+\. So this cannot be undone\.$/);
    expect(await readSlot(slot)).toMatchObject({ taken: 0, cancelledAt: expect.any(Date) });
    expect(await readSlot(other)).toMatchObject({ taken: 1, interviewerId: deepa });
  });

  it('after another interviewer, when a colleague has filled the time of the first', async () => {
    const [deepa, ravi] = [await createInterviewer('Deepa'), await createInterviewer('Ravi')];
    const [one] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
    const [slot, other] = [await insertSlot(test.db, slug), await insertSlot(test.db, slug)];
    await assign(staff, slot, deepa);
    await book(staff, one, slot);
    await endPreparation();

    await assign(staff, slot, ravi);
    await assign(colleague, other, deepa);
    const { status, body } = await undo();
    expect([status, body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
    expect(body.error).toContain('Deepa has a free slot at that time');
    expect(await readSlot(slot)).toMatchObject({ interviewerId: ravi });
  });

  it('after a moved time, when a colleague has booked what became free', async () => {
    const deepa = await createInterviewer('Deepa');
    const [one, two] = (await insertInterviewees(test, slug, 2)) as [SignedInCandidate, SignedInCandidate];
    const start = Date.parse(bookTimeBody().starts_at);
    const bodyAt = (minute: number, minutes: number) => ({
      ...{ ...bookTimeBody(), minutes, mode: 'VIDEO', join_url: 'https://meet.example/room' },
      ...{ starts_at: new Date(start + minute * 60_000).toISOString(), interviewer_id: deepa },
    });
    const bookTime = (visitor: Visitor, { id }: SignedInCandidate, body: object) =>
      ask(visitor, `POST /api/v1/staff/job-applications/${id}/book-time/`, body);
    await bookTime(staff, one, bodyAt(0, 30));
    await endPreparation();

    await bookTime(staff, one, bodyAt(20, 30));
    await bookTime(colleague, two, bodyAt(0, 20));
    const { status, body } = await undo();
    expect([status, body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
    expect(body.error).toContain('Deepa has another interview at that time');
    const slots = test.db.selectFrom('interviewSlot').select('id').where('interviewerId', '=', deepa);
    expect(await slots.where('cancelledAt', 'is', null).execute()).toHaveLength(2);
  });

  it('when the undo and a colleague come at once', async () => {
    const deepa = await createInterviewer('Deepa');
    const [slot, other] = [await insertSlot(test.db, slug), await insertSlot(test.db, slug)];
    await assign(staff, slot, deepa);
    for (let round = 0; round < 6; round += 1) {
      await endPreparation();
      await ask(staff, `PATCH /api/v1/staff/slots/${slot}/update/`, { interviewer_id: null });
      const [undone, assigned] = await Promise.all([
        undo(),
        colleague.call(`PATCH /api/v1/staff/slots/${other}/update/`, { interviewer_id: deepa }),
      ]);
      expect([undone.status, assigned.status].toSorted()).toEqual(
        undone.status === 200 ? [200, 400] : [200, 409],
      );
      const held = test.db.selectFrom('interviewSlot').select('id').where('interviewerId', '=', deepa);
      expect(await held.where('cancelledAt', 'is', null).execute()).toHaveLength(1);
      if (undone.status === 200) continue;
      await assign(colleague, other, null);
      await assign(staff, slot, deepa);
    }
  });
});

describe('[API-43] the undo of another interviewer', () => {
  it.each([
    ['somebody else', 'Ravi'],
    ['nobody', null],
  ])('moves the calendar entry of an interview that was booked since (the slot had %s)', async (_, name) => {
    const deepa = await createInterviewer('Deepa');
    const ravi = await createInterviewer('Ravi');
    const [one, two] = (await insertInterviewees(test, slug, 2)) as [SignedInCandidate, SignedInCandidate];
    const slot = await insertSlot(test.db, slug, { capacity: 2 });
    await assign(staff, slot, deepa);
    await book(staff, one, slot);
    await endPreparation();

    await assign(staff, slot, name && ravi);
    await ask(two.visitor, `POST ${applications}${two.id}/reschedule-interview/`, { slot_id: slot });
    expect((await undo()).status).toBe(200);
    expect(await readSlot(slot)).toMatchObject({ interviewerId: deepa, taken: 2 });
    const title = expect.stringMatching(/^Interview with Asha/);
    expect(await listSent('deepa@guest.example')).toEqual([title]);
    const cancelled = expect.stringMatching(/^Cancelled: Interview with Asha/);
    expect(await listSent('ravi@guest.example')).toEqual(name ? [cancelled, title] : []);
  });
});

describe('[API-43] the undo of a booking', () => {
  it('takes the invite back that a colleague caused by giving the slot its first interviewer', async () => {
    const deepa = await createInterviewer('Deepa');
    const [one, two] = (await insertInterviewees(test, slug, 2)) as [SignedInCandidate, SignedInCandidate];
    const slot = await insertSlot(test.db, slug, { capacity: 2 });
    await book(colleague, two, slot);
    await endPreparation();
    await book(staff, one, slot);
    await assign(colleague, slot, deepa);
    expect((await undo()).status).toBe(200);
    expect(await readSlot(slot)).toMatchObject({ interviewerId: deepa, taken: 1 });
    expect(await listSent('deepa@guest.example'), 'of the other interview').toHaveLength(1);
    const invites = await test.db.selectFrom('interviewerInvite').select('method').execute();
    expect(invites).toEqual([{ method: 'REQUEST' }]);
  });

  it('removes it from the calendar of one who has heard of it', async () => {
    const deepa = await createInterviewer('Deepa');
    const [one] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
    const slot = await insertSlot(test.db, slug);
    await book(staff, one, slot);
    await assign(colleague, slot, deepa);
    // The invite goes out while the messages of the booking wait.
    await test.db
      .updateTable('outbox')
      .set({ dueAt: new Date(0) })
      .where('sender', '=', 'interviewer-invite')
      .execute();
    await deliverDue(test);
    expect((await undo()).status).toBe(200);
    expect(await listSent('deepa@guest.example')).toEqual([
      expect.stringMatching(/^Cancelled: Interview with Asha/),
      expect.stringMatching(/^Interview with Asha/),
    ]);
  });

  it('says nothing to one from whose calendar it was removed before', async () => {
    const move = ({ id }: SignedInCandidate, from: string, to: string) =>
      ask(staff, `POST /api/v1/staff/job-applications/${id}/book-slot/`, {
        slot_id: to,
        current_slot_id: from,
      });
    const [deepa, ravi] = [await createInterviewer('Deepa'), await createInterviewer('Ravi')];
    const [one] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
    const [slot, second] = [await insertSlot(test.db, slug), await insertSlot(test.db, slug)];
    const third = await insertSlot(test.db, slug, { inMinutes: 6 * 24 * 60 });
    await assign(staff, slot, deepa);
    await assign(staff, second, ravi);
    await book(staff, one, slot);
    await endPreparation();
    await move(one, slot, second);
    expect(await listSent('deepa@guest.example')).toEqual([expect.stringMatching(/^Cancelled: /)]);
    await endPreparation();

    await move(one, second, third);
    expect((await undo()).status).toBe(200);
    expect(await listSent('deepa@guest.example')).toEqual([]);
    expect(await listSent('ravi@guest.example')).toEqual([]);
  });

  it('is refused where it would delete the interview and a colleague has invited somebody to it', async () => {
    const deepa = await createInterviewer('Deepa');
    const withoutTraining = 'voice-support-associate-cl13';
    const [one] = (await insertInterviewees(test, withoutTraining, 1)) as [SignedInCandidate];
    await test.db.deleteFrom('interview').execute();
    await test.db.updateTable('jobApplication').set({ status: 'SHORTLISTED', stageKey: 'review' }).execute();
    const slot = await insertSlot(test.db, withoutTraining);
    await book(staff, one, slot);
    await assign(colleague, slot, deepa);
    const { status, body } = await undo();
    expect([status, body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
    expect(await readSlot(slot)).toMatchObject({ interviewerId: deepa, taken: 1 });
    expect(await listSent('deepa@guest.example')).toEqual([expect.stringMatching(/^Interview with Asha/)]);
  });
});

describe('[API-42] the undo of a moved training batch', () => {
  const day = 86_400_000;
  const moveBatch = async (visitor: Visitor, id: string, days: number) => {
    const { startsAt, endsAt } = await requireBatch(id);
    const later = (at: Date) => new Date(at.getTime() + days * day).toISOString();
    await ask(visitor, `PATCH /api/v1/staff/batches/${id}/update/`, {
      starts_at: later(startsAt),
      ends_at: later(endsAt),
    });
  };
  const requireBatch = (id: string) =>
    test.db.selectFrom('trainingBatch').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const bookBatch = ({ visitor, id }: SignedInCandidate, batchId: string) =>
    ask(visitor, `POST ${applications}${id}/setup-training/`, { batch_id: batchId, agreed_to_terms: true });

  async function insertTraineeAndGuest(batch: string): Promise<[SignedInCandidate, SignedInCandidate]> {
    const [booked] = (await insertTrainees(test, slug, 1, batch)) as [SignedInCandidate];
    const [guest] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
    await test.db.deleteFrom('interview').where('applicationId', '=', guest.id).execute();
    await inviteToTraining(test.db, guest.id);
    return [booked, guest];
  }

  it('tells the candidates who booked it since, now and at the next move', async () => {
    const batch = await insertBatch(test.db, slug, { capacity: 5 });
    const [one, two] = await insertTraineeAndGuest(batch);
    const { startsAt } = await requireBatch(batch);
    await moveBatch(staff, batch, 1);
    await bookBatch(two, batch);
    await deliverDue(test);
    expect((await undo()).status).toBe(200);
    expect(await requireBatch(batch)).toMatchObject({ startsAt });
    const moved = 'Your training has changed';
    expect(await listSent(await emailOf(one))).toEqual([]);
    expect(await listSent(await emailOf(two))).toEqual([moved, 'Your training is booked']);

    await endPreparation();
    await propagatePendingChanges(test);
    expect(await listSent(await emailOf(two))).toEqual([]);
    await moveBatch(staff, batch, 3);
    expect(await listSent(await emailOf(one))).toEqual([moved]);
    expect(await listSent(await emailOf(two))).toEqual([moved]);
  });

  it('reaches them by housekeeping where the process died before it wrote to them', async () => {
    const batch = await insertBatch(test.db, slug, { capacity: 5 });
    const [one, two] = await insertTraineeAndGuest(batch);
    await moveBatch(staff, batch, 1);
    await bookBatch(two, batch);
    await waitForDelivery(test);
    // The state that the undo leaves when it stops after its own transaction.
    await test.db.updateTable('trainingBatch').set({ version: 0 }).where('id', '=', batch).execute();
    await test.db
      .updateTable('training')
      .set({ toldVersion: 0 })
      .where('applicationId', '=', one.id)
      .execute();
    await endPreparation();
    await propagatePendingChanges(test);
    expect(await listSent(await emailOf(one))).toEqual([]);
    expect(await listSent(await emailOf(two))).toHaveLength(1);
  });
});

describe('[API-42] an undo that comes too late says why', () => {
  it('the candidate has applied for the job again', async () => {
    const [one] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
    await ask(staff, 'POST /api/v1/staff/job-applications/move/', {
      ...{ application_ids: [one.id], action: 'REJECT', reason_code: 'OTHER' },
    });
    await test.db
      .insertInto('jobApplication')
      .columns(['id', 'userId', 'number', 'jobId', 'status', 'stageKey', 'expiresAt'])
      .expression((from) =>
        from
          .selectFrom('jobApplication')
          .select((eb) => [
            eb.fn<string>('gen_random_uuid').as('id'),
            'userId',
            eb.val('MS-26-99999').as('number'),
          ])
          .select((eb) => ['jobId', eb.val('STARTED').as('status'), 'stageKey', 'expiresAt'])
          .where('id', '=', one.id),
      )
      .execute();
    const { status, body } = await undo();
    expect([status, body.error_code]).toEqual([409, 'UNDO_CONFLICT']);
    expect(body.error).toBe('The candidate has applied for this job again since, so this cannot be undone.');
  });
});
