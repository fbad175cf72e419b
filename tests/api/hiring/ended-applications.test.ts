import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import type { InterviewStatus } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { TrainingStatus } from '#lib/domain/hiring/appointments/training-flow.ts';
import { type StaffMove, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import { useTestApi } from '../../support/api.ts';
import { insertBatch, insertSlot } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
/** A job with a training and then an interview. */
const slug = 'inside-sales-associate-cl13';
const calls = 'POST /api/v1/staff/job-applications/';
let staff: Visitor;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
});

type UnendedStatus<Status extends string> = Exclude<Status, 'NOT_REQUIRED'>;

/** The statuses that a training or an interview may have, independent of its application's status. */
const trainings: readonly UnendedStatus<TrainingStatus>[] = ['IN_PROGRESS', 'MISSED'];
const interviews: readonly UnendedStatus<InterviewStatus>[] = ['SCHEDULED', 'NO_SHOW'];

/** One ended application for each of them, with an active appointment. */
async function endedApplications(): Promise<string[]> {
  const { id: jobId } = await requireJobBySlug(test.db, slug);
  const batchId = await insertBatch(test.db, slug, { inMinutes: -5, capacity: 50 });
  const slotId = await insertSlot(test.db, slug, { inMinutes: -5, capacity: 50 });
  const cases = finalStatuses.flatMap((status) => [
    ...trainings.map((training) => ({ status, training, interview: null })),
    ...interviews.map((interview) => ({ status, training: null, interview })),
  ]);
  const [userId = ''] = await insertManyCandidates(test.db, 1);
  const ids = await insertApplications(
    test.db,
    cases.map(({ status, training }) => ({
      userId,
      jobId,
      status,
      stageKey: training ? 'training' : 'interview',
    })),
  );
  for (const [n, { training, interview }] of cases.entries()) {
    const row = { id: randomUUID(), applicationId: ids[n] ?? '' };
    if (training)
      await test.db
        .insertInto('training')
        .values({ ...row, stageKey: 'training', status: training, batchId })
        .execute();
    if (interview)
      await test.db
        .insertInto('interview')
        .values({ ...row, stageKey: 'interview', status: interview, slotId, uid: row.id })
        .execute();
  }
  return ids;
}

/** Lists the ids of what a change writes: messages, history and audit rows. */
const listWritten = () =>
  Promise.all(
    (['outbox', 'applicationEvent', 'auditEvent'] as const).map((table) =>
      test.db.selectFrom(table).select('id').orderBy('id').execute(),
    ),
  );

const moves = Object.keys(staffMoves) as StaffMove[];

it('[API-42] staff cannot change an application that has ended, and the error gives the reason', async () => {
  const ids = await endedApplications();
  const before = await listWritten();
  for (const action of moves) {
    const { body } = await staff.call(`${calls}move/`, {
      application_ids: ids,
      action,
      reason_code: 'OTHER',
    });
    const done = body.results.filter(({ ok }: { ok: boolean }) => ok);
    expect([action, body.moved, done]).toEqual([action, 0, []]);
    for (const { error } of body.results)
      expect(error).toEqual({
        error_code: 'INVALID_STATE',
        message: expect.stringMatching(/^[A-Z].{10,}\.$/),
      });
  }
  const slot = await insertSlot(test.db, slug);
  const batch = await insertBatch(test.db, slug);
  for (const id of ids) {
    expect((await staff.call(`${calls}${id}/book-slot/`, { slot_id: slot })).status).toBe(409);
    expect((await staff.call(`${calls}${id}/book-batch/`, { batch_id: batch })).status).toBe(409);
  }
  expect(await listWritten()).toEqual(before);
}, 60_000);

it('[API-42] a training cannot be marked completed or missed while its application is on hold', async () => {
  const { id: jobId } = await requireJobBySlug(test.db, slug);
  const batchId = await insertBatch(test.db, slug, { inMinutes: -60 });
  const [userId = ''] = await insertManyCandidates(test.db, 1);
  const [id = ''] = await insertApplications(test.db, [
    { userId, jobId, status: 'TRAINING', stageKey: 'training' },
  ]);
  await test.db
    .insertInto('training')
    .values({ id: randomUUID(), applicationId: id, stageKey: 'training', status: 'IN_PROGRESS', batchId })
    .execute();
  const moveAsStaff = async (action: StaffMove) =>
    (await staff.call(`${calls}move/`, { application_ids: [id], action, reason_code: 'OTHER' })).body;
  expect((await moveAsStaff('HOLD')).moved).toBe(1);
  expect((await moveAsStaff('COMPLETE_TRAINING')).results[0].error.message).toBe(
    'This application has no training at the moment.',
  );
  expect((await moveAsStaff('RESUME')).moved).toBe(1);
  expect((await moveAsStaff('COMPLETE_TRAINING')).moved).toBe(1);
});
