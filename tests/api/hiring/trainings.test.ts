import { beforeEach, describe, expect, it } from 'vitest';
import { moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { moveTraining } from '#lib/server/hiring/appointments/training-transitions.ts';
import { deleteExpired } from '#lib/server/scheduled-tasks.ts';
import { useTestApi } from '../../support/api.ts';
import { useAppointments } from '../../support/hiring/appointments.ts';
import {
  applications,
  type Candidate,
  insertBatch,
  readApplication,
  runUnitOfWork,
  signUpCandidate,
  submitApplication,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
const { staff, createInvitedCandidate, countTakenSeats } = useAppointments(test, slug, 'TRAINING');

beforeEach(() => restoreJobs(test.db));

const setUp = ({ visitor }: Pick<Candidate, 'visitor'>, id: string, batchId: string, more: object = {}) =>
  visitor.call(`POST ${applications}${id}/setup-training/`, {
    batch_id: batchId,
    agreed_to_terms: true,
    ...more,
  });
const begin = (id: string) =>
  test.db
    .updateTable('trainingBatch')
    .set({ startsAt: new Date(Date.now() - 60_000) })
    .where('id', '=', id)
    .execute();
const mark = (id: string, action: 'COMPLETE_TRAINING' | 'MISS_TRAINING') =>
  runUnitOfWork(test, (work) => moveTraining(work, staff, id, action));

describe('booking a training', () => {
  it('[API-42] lists batches with a free seat, and reserves one', async () => {
    const { person, id } = await createInvitedCandidate();
    const batch = await insertBatch(test.db, slug);
    await insertBatch(test.db, slug, { inMinutes: -60 });
    await insertBatch(test.db, 'accounts-payable-associate-cl13');
    expect(await readApplication(person, id)).toMatchObject({
      training: { status: 'TO_SET_UP', batch_id: null },
      training_batches: [{ id: batch, seats_left: 1, title: 'Foundations' }],
      next_step: { action: 'SETUP_TRAINING' },
    });
    const { status, body } = await setUp(person, id, batch);
    expect([status, body.training.status, body.training.batch_id]).toEqual([200, 'SCHEDULED', batch]);
    expect([body.training_batches, body.training.join_url, await countTakenSeats(batch)]).toEqual([
      [],
      null,
      1,
    ]);
    await waitForDelivery(test);
    const texts = (await test.sentTo(person.e164)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/begins on \d+ \w+ \d+, .* IST\./));
  });

  it('[API-42] booking the same batch again changes nothing; another batch is rejected', async () => {
    const { person, id } = await createInvitedCandidate();
    const [batch, other] = [await insertBatch(test.db, slug), await insertBatch(test.db, slug)];
    await setUp(person, id, batch);
    expect((await setUp(person, id, batch)).status).toBe(200);
    const { status, body } = await setUp(person, id, other);
    expect([status, body.error_code]).toEqual([409, 'TRAINING_ALREADY_SET_UP']);
    expect([await countTakenSeats(batch), await countTakenSeats(other)]).toEqual([1, 0]);
  });

  it('[API-42] requires accepted terms and a future batch of this job', async () => {
    const { person, id } = await createInvitedCandidate();
    const batch = await insertBatch(test.db, slug);
    const without = await setUp(person, id, batch, { agreed_to_terms: false });
    expect([without.status, Object.keys(without.body.field_errors)]).toEqual([400, ['agreed_to_terms']]);
    for (const wrong of [
      await insertBatch(test.db, 'accounts-payable-associate-cl13'),
      await insertBatch(test.db, slug, { inMinutes: -1 }),
      '01890000-0000-7000-8000-000000000000',
    ]) {
      const { status, body } = await setUp(person, id, wrong);
      expect([status, Object.keys(body.field_errors)]).toEqual([400, ['batch_id']]);
    }
  });

  it('[API-42] is rejected for an application at another stage', async () => {
    const person = await signUpCandidate(test);
    const id = await submitApplication(person, slug);
    const { status, body } = await setUp(person, id, await insertBatch(test.db, slug));
    expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
  });

  it('[C-42] of four candidates for two seats, two get one and two get an error that the batch is full', async () => {
    const people = [];
    for (let n = 0; n < 4; n += 1) people.push(await createInvitedCandidate());
    const batch = await insertBatch(test.db, slug, { capacity: 2 });
    const answers = await Promise.all(people.map(({ person, id }) => setUp(person, id, batch)));
    expect(answers.map(({ body }) => body.error_code ?? 'seated').sort()).toEqual([
      'TRAINING_BATCH_FULL',
      'TRAINING_BATCH_FULL',
      'seated',
      'seated',
    ]);
    expect(await countTakenSeats(batch)).toBe(2);
  });
});

describe('after the booking', () => {
  it('[API-42] the training starts automatically, once, and staff complete it', async () => {
    const { person, id } = await createInvitedCandidate();
    const batch = await insertBatch(test.db, slug);
    await setUp(person, id, batch);
    await expect(mark(id, 'COMPLETE_TRAINING')).rejects.toThrow('cannot be marked as completed');
    await begin(batch);
    await deleteExpired(test.db);
    await deleteExpired(test.db);
    const under = await readApplication(person, id);
    expect(under.training).toMatchObject({ status: 'IN_PROGRESS', join_url: 'https://meet.example/class' });
    expect(under.next_step.action).toBe('JOIN');
    expect(under.history.filter(({ to }: { to: string }) => to === 'IN_PROGRESS')).toMatchObject([
      { subject: 'TRAINING', actor_type: 'SYSTEM', from: 'SCHEDULED' },
    ]);
    expect(await mark(id, 'COMPLETE_TRAINING')).toBe('COMPLETED');
    await runUnitOfWork(test, (work) => moveApplication(work, staff, id, 'MOVE_TO_INTERVIEW'));
    expect(await readApplication(person, id)).toMatchObject({
      status: 'INTERVIEW',
      training: { status: 'COMPLETED' },
      interview: { status: 'TO_SCHEDULE' },
    });
  });

  it('[API-42] the training can be booked again after the first miss, not after the second', async () => {
    const { person, id } = await createInvitedCandidate();
    const batches = [await insertBatch(test.db, slug), await insertBatch(test.db, slug)] as const;
    await setUp(person, id, batches[0]);
    await begin(batches[0]);
    expect(await mark(id, 'MISS_TRAINING')).toBe('TO_SET_UP');
    expect((await setUp(person, id, batches[1])).status).toBe(200);
    await begin(batches[1]);
    expect(await mark(id, 'MISS_TRAINING')).toBe('MISSED');
    const application = await readApplication(person, id);
    expect(application).toMatchObject({ training: { status: 'MISSED' }, next_step: { action: null } });
    expect(
      application.history
        .filter(({ subject }: { subject: string }) => subject === 'TRAINING')
        .map(({ to }: { to: string }) => to),
    ).toEqual([
      'TO_SET_UP',
      'SCHEDULED',
      'IN_PROGRESS',
      'MISSED',
      'TO_SET_UP',
      'SCHEDULED',
      'IN_PROGRESS',
      'MISSED',
    ]);
    expect(await Promise.all(batches.map(countTakenSeats))).toEqual([0, 1]);
  });

  it('[API-42] a rejected application releases its seat', async () => {
    const { person, id } = await createInvitedCandidate();
    const batch = await insertBatch(test.db, slug);
    await setUp(person, id, batch);
    await runUnitOfWork(test, (work) => moveApplication(work, staff, id, 'REJECT', { reasonCode: 'OTHER' }));
    expect(await countTakenSeats(batch)).toBe(0);
    expect(await readApplication(person, id)).toMatchObject({ status: 'NOT_SELECTED', training_batches: [] });
  });
});
