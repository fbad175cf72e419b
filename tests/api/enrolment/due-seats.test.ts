import { describe, expect, it } from 'vitest';
import { releaseDueSeats, remindOfDueSeats, updateWaitlists } from '#lib/server/enrolment/due-enrolments.ts';
import { createLog, type Log } from '#lib/server/log.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import {
  insertLearner,
  insertLearners,
  type Learner,
  leaveSeats,
  requireOpenBatch,
  reserve,
} from '../../support/enrolment/learners.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi();
const hour = 3600;

/** Runs the scheduled tasks of enrolments, and delivers what they have queued. */
async function runTasks(): Promise<void> {
  await remindOfDueSeats(test);
  await releaseDueSeats(test);
  await updateWaitlists(test);
  await deliverDue(test);
}

const subjectsTo = async ({ email }: Learner) =>
  (await test.sentTo(email)).map(({ subject }) => subject ?? '').toReversed();
const enrolmentOf = async ({ visitor }: Learner) =>
  (await visitor.call('GET /api/v1/enrolments/')).body.results[0];

describe('[API-50] the 48 hours of a reserved seat', () => {
  it('end with one reminder a day before, and then its release', async () => {
    const learner = await insertLearner(test);
    const batch = await requireOpenBatch(test.db);
    await reserve(learner, batch);
    await travel(test.db, 23 * hour);
    await runTasks();
    expect(await subjectsTo(learner)).toEqual([expect.stringMatching(/^Your seat is reserved until/)]);

    await travel(test.db, 2 * hour);
    await runTasks();
    await runTasks();
    expect(await subjectsTo(learner)).toEqual([
      expect.stringMatching(/^Your seat is reserved/),
      expect.stringMatching(/^Pay by .* IST to keep your seat/),
    ]);
    expect((await test.sentTo(learner.phone)).length).toBe(2);

    await travel(test.db, 22.9 * hour);
    await runTasks();
    expect((await enrolmentOf(learner)).status).toBe('HELD');
    await travel(test.db, 0.2 * hour);
    await runTasks();
    await runTasks();
    expect(await subjectsTo(learner)).toHaveLength(3);
    expect(await enrolmentOf(learner)).toMatchObject({ status: 'RELEASED', hold_expires_at: null });
    const { taken } = await test.db.selectFrom('batchSeats').select('taken').executeTakeFirstOrThrow();
    expect(taken).toBe(0);
  });

  it('are over at once for the next person, also before the scheduled task has run', async () => {
    const [first, second] = await insertLearners(test, 2);
    const batch = await requireOpenBatch(test.db);
    await leaveSeats(test.db, batch, 1);
    await reserve(first as Learner, batch);
    expect((await reserve(second as Learner, batch)).body.error_code).toBe('BATCH_FULL');
    await travel(test.db, 49 * hour);
    expect((await reserve(second as Learner, batch)).body.status).toBe('HELD');
    expect((await enrolmentOf(first as Learner)).status).toBe('RELEASED');
  });
});

describe('[API-50] the wait-list', () => {
  it('offers a released seat to the first for 24 hours, and then to the next', async () => {
    const [holder, one, two, late] = (await insertLearners(test, 4)) as [Learner, Learner, Learner, Learner];
    const batch = await requireOpenBatch(test.db);
    await leaveSeats(test.db, batch, 1);
    const held = await reserve(holder, batch);
    for (const learner of [one, two]) await reserve(learner, batch, { join_waitlist: true });
    // The message about a free seat is sent also without updates, because the seat goes to the next after a day.
    await one.visitor.call('PATCH /api/v1/user/update/', {
      notification_preferences: { updates: { email: false, sms: false } },
    });

    await holder.visitor.call(`POST /api/v1/enrolments/${held.body.id}/cancel/`, {});
    await deliverDue(test);
    expect(await enrolmentOf(one)).toMatchObject({ status: 'OFFERED' });
    expect(await subjectsTo(one)).toContainEqual(expect.stringMatching(/^A seat is free for you until/));
    expect(await enrolmentOf(two)).toMatchObject({ status: 'WAITLISTED', waitlist_position: 1 });
    // The offered seat is nobody else's.
    expect((await reserve(late, batch)).body.error_code).toBe('BATCH_FULL');

    await travel(test.db, 24.1 * hour);
    const expired = await enrolmentOf(one);
    const accept = (learner: Learner, id: string) =>
      learner.visitor.call(`POST /api/v1/enrolments/${id}/accept/`, {});
    expect((await accept(one, expired.id)).status).toBe(409);
    expect(expired.status).toBe('RELEASED');
    const offered = await enrolmentOf(two);
    expect(offered.status).toBe('OFFERED');
    const [accepted, repeated] = [await accept(two, offered.id), await accept(two, offered.id)];
    expect([accepted.status, repeated.status]).toEqual([200, 200]);
    expect(accepted.body).toMatchObject({ status: 'HELD', bank_transfer: expect.any(Object) });
    await runTasks();
    expect((await enrolmentOf(two)).status).toBe('HELD');
  });

  it('gets seats that are added to the batch before anybody else', async () => {
    const [one, late] = (await insertLearners(test, 2)) as [Learner, Learner];
    const batch = await requireOpenBatch(test.db);
    await leaveSeats(test.db, batch, 0);
    await reserve(one, batch, { join_waitlist: true });
    await leaveSeats(test.db, batch, 1);
    expect((await reserve(late, batch)).body.error_code).toBe('BATCH_FULL');
    await runTasks();
    expect((await enrolmentOf(one)).status).toBe('OFFERED');
  });

  it('ends when the batch has closed', async () => {
    const learner = await insertLearner(test);
    const batch = await requireOpenBatch(test.db);
    await leaveSeats(test.db, batch, 0);
    const { body } = await reserve(learner, batch, { join_waitlist: true });
    await test.db.updateTable('enrolment').set({ batchId: 'cap-24' }).where('id', '=', body.id).execute();
    await runTasks();
    expect((await enrolmentOf(learner)).status).toBe('RELEASED');
    expect(await subjectsTo(learner)).toContain('No seat became free');
  });
});

describe('[API-50] a row that cannot be changed', () => {
  /** Runs a round while nothing can be written to this person, and returns what was logged. */
  async function runWithout({ email, phone }: Learner, round: typeof releaseDueSeats) {
    const failed: unknown[] = [];
    const log = { ...createLog('silent'), error: (fields: unknown) => failed.push(fields) } as unknown as Log;
    const queue: typeof test.messages.queue = async (trx, ...messages) => {
      if (messages.some(({ to }) => to === email || to === phone)) throw new Error('cannot be written');
      await test.messages.queue(trx, ...messages);
    };
    await round({ ...test, log, messages: { ...test.messages, queue } });
    return failed;
  }

  /** Reads the row, because a request would release its person's seat. */
  const statusOf = async ({ userId }: Learner) =>
    (await test.db.selectFrom('enrolment').select('status').where('userId', '=', userId).executeTakeFirst())
      ?.status;

  it('is logged and tried again, and the others are reminded and released', async () => {
    const [broken, other] = (await insertLearners(test, 2)) as [Learner, Learner];
    const batch = await requireOpenBatch(test.db);
    const { body } = await reserve(broken, batch);
    await reserve(other, batch);
    await travel(test.db, 25 * hour);
    expect(await runWithout(broken, remindOfDueSeats)).toMatchObject([
      { event: 'enrolment.reminder-error', id: body.id },
    ]);
    await deliverDue(test);
    const reminder = expect.stringMatching(/^Pay by .* IST to keep your seat/);
    expect(await subjectsTo(other)).toContainEqual(reminder);
    expect(await subjectsTo(broken)).not.toContainEqual(reminder);
    await runTasks();
    expect(await subjectsTo(broken)).toContainEqual(reminder);

    await travel(test.db, 24 * hour);
    expect(await runWithout(broken, releaseDueSeats)).toMatchObject([
      { event: 'enrolment.release-error', id: body.id },
    ]);
    expect([await statusOf(broken), await statusOf(other)]).toEqual(['HELD', 'RELEASED']);
    await runTasks();
    expect(await statusOf(broken)).toBe('RELEASED');
  });

  it('does not keep the wait-lists of other batches from their seats, nor those of closed ones from ending', async () => {
    const [broken, closed, other] = (await insertLearners(test, 3)) as [Learner, Learner, Learner];
    const [first, second] = [await requireOpenBatch(test.db), await requireOpenBatch(test.db, 1)];
    for (const batch of [first, second]) await leaveSeats(test.db, batch, 0);
    await reserve(broken, first, { join_waitlist: true });
    const ended = await reserve(closed, second, { join_waitlist: true });
    await reserve(other, second, { join_waitlist: true });
    await test.db
      .updateTable('enrolment')
      .set({ batchId: 'cap-24' })
      .where('id', '=', ended.body.id)
      .execute();
    for (const batch of [first, second]) await leaveSeats(test.db, batch, 1);
    expect(await runWithout(broken, updateWaitlists)).toMatchObject([
      { event: 'enrolment.waitlist-error', id: first.batchId },
    ]);
    expect([await statusOf(broken), await statusOf(closed), await statusOf(other)]).toEqual([
      'WAITLISTED',
      'RELEASED',
      'OFFERED',
    ]);
    await runTasks();
    expect(await statusOf(broken)).toBe('OFFERED');
  });
});
