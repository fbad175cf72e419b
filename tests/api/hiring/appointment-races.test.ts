import { sql } from 'kysely';
import { beforeEach, expect, inject, it } from 'vitest';
import { loadApplicationForUpdate } from '#lib/server/hiring/application-aggregate.ts';
import { moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import { applyDueToSubmitted } from '#lib/server/hiring/due-transitions.ts';
import { deleteExpired } from '#lib/server/scheduled-tasks.ts';
import { useTestApi } from '../../support/api.ts';
import { applications, createStaffActor, insertBatch, insertSlot } from '../../support/hiring/candidates.ts';
import { insertTrainees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import type { Answer, Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
let staff: Visitor;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
});

const press = (ids: readonly string[], action: string) =>
  staff.fork().call('POST /api/v1/staff/job-applications/move/', {
    application_ids: ids,
    action,
    reason_code: 'OTHER',
  });

it('[C-42] no call fails when a batch starts while staff mark attendance and candidates withdraw', async () => {
  const batch = await insertBatch(test.db, slug, { inMinutes: -1, capacity: 20 });
  const people = await insertTrainees(test, slug, 20, batch);
  const ids = people.map(({ id }) => id);
  const answers: Promise<Answer>[] = [
    press(ids, 'MISS_TRAINING'),
    press(ids.toReversed(), 'HOLD'),
    ...people.map(({ visitor, id }) => visitor.call(`POST ${applications}${id}/withdraw/`, {})),
  ];
  const rounds = Array.from({ length: 5 }, () => deleteExpired(test.db));
  await Promise.all(rounds);
  for (const { status, body } of await Promise.all(answers)) {
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    for (const { error } of body.results ?? []) expect(error?.error_code ?? 'none').not.toMatch(/INTERNAL/);
  }
  const rows = await test.db
    .selectFrom('training')
    .innerJoin('jobApplication', 'jobApplication.id', 'training.applicationId')
    .select(['training.status', 'batchId', 'jobApplication.status as applicationStatus'])
    .execute();
  expect(new Set(rows.map(({ applicationStatus }) => applicationStatus))).toEqual(new Set(['WITHDRAWN']));
  const { taken } = await test.db.selectFrom('trainingBatch').select('taken').executeTakeFirstOrThrow();
  expect(taken).toBe(rows.filter(({ batchId }) => batchId !== null).length);
}, 60_000);

it('[C-42] many requests at once give an interviewer one of several slots at the same time', async () => {
  const { body: interviewer } = await staff.call('POST /api/v1/staff/interviewers/create/', {
    name: 'Vikram Rao',
    email: 'vikram@guest.example',
    user_id: null,
  });
  const slots = await Promise.all(
    [3000, 3005, 3010, 3015, 3020].map((inMinutes) => insertSlot(test.db, slug, { inMinutes })),
  );
  const answers = await Promise.all(
    slots.map((id) =>
      staff.fork().call(`PATCH /api/v1/staff/slots/${id}/update/`, { interviewer_id: interviewer.id }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
});

// The embedded database has one connection, so the second request always waits.
const onPostgres = it.runIf(inject('databaseUrl' as never) !== undefined);

onPostgres('[C-42] a batch begins while an application that has a seat of it is being changed', async () => {
  const batch = await insertBatch(test.db, slug, { inMinutes: -1, capacity: 2 });
  const [one, two] = (await insertTrainees(test, slug, 2, batch)) as [SignedInCandidate, SignedInCandidate];
  const by = createStaffActor();
  const { begun } = await test.db.transaction().execute(async (trx) => {
    await loadApplicationForUpdate(trx, by, two.id);
    const begun = applyDueToSubmitted(test.db);
    await Promise.race([begun, waiting()]);
    await moveApplication({ ...test, trx }, by, two.id, 'HOLD', { reasonCode: 'OTHER' });
    return { begun };
  });
  await begun;
  const rows = await test.db.selectFrom('training').select(['applicationId', 'status']).execute();
  const statusOf = (id: string) => rows.find(({ applicationId }) => applicationId === id)?.status;
  expect([statusOf(one.id), statusOf(two.id)]).toEqual(['IN_PROGRESS', 'TO_SET_UP']);
});

onPostgres('[API-42] a stage that somebody is moved to at this moment cannot be taken away', async () => {
  const job = await requireJobBySlug(test.db, slug);
  const [userId = ''] = await insertManyCandidates(test.db, 1);
  const [id = ''] = await insertApplications(test.db, [
    { userId, jobId: job.id, status: 'SHORTLISTED', stageKey: 'review' },
  ]);
  const stages = job.stages.filter(({ kind }) => kind !== 'TRAINING');
  const update = async (trx: typeof test.db) => {
    await moveApplication({ ...test, trx }, createStaffActor(), id, 'MOVE_TO_TRAINING');
    const changed = staff.call(`PATCH /api/v1/staff/jobs/${job.id}/update/`, { stages, training: null });
    await Promise.race([changed, waiting()]);
    return { changed };
  };
  const { changed } = await test.db.transaction().execute(update);
  const { status, body } = await changed;
  expect([status, Object.keys(body.field_errors ?? {})]).toEqual([400, ['stages']]);
});

/** Waits until a connection waits for a lock. */
async function waiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      test.db,
    );
    if (rows.length) return;
  }
}
