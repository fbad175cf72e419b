import { beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { endUndoTime } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  insertApplications,
  insertManyCandidates,
  requireJobBySlug,
  signUpStaff,
} from '../../support/hiring/staff.ts';
import { readState } from '../../support/hiring/undo.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import { isSoak } from '../../support/soak.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const move = 'POST /api/v1/staff/job-applications/move/';
const rounds = isSoak ? 30 : 4;
let staff: Visitor;
let ids: string[];

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  const { id: jobId } = await requireJobBySlug(test.db, 'voice-support-associate-cl13');
  const users = await insertManyCandidates(test.db, 3, 1);
  ids = await insertApplications(
    test.db,
    users.map((userId) => ({ userId, jobId, status: 'SUBMITTED' as const })),
  );
});

async function reject(): Promise<string> {
  const { body } = await staff.call(move, { application_ids: ids, action: 'REJECT', reason_code: 'OTHER' });
  expect(body.moved).toBe(3);
  const { body: undoable } = await staff.call('GET /api/v1/staff/actions/undoable/');
  return `POST /api/v1/staff/actions/${undoable.action.id}/undo/`;
}

const countSent = async () => (await test.db.selectFrom('inboxMessage').select('id').execute()).length;

/** Waits until the worker has delivered what it has claimed. */
async function finishDelivery(): Promise<void> {
  await endUndoTime(test.db);
  await deliverDue(test);
}

it('[API-42] an undo and the worker: all messages are sent and nothing is undone, or the other way round', async () => {
  const results = new Set<number>();
  for (let round = 0; round < rounds; round += 1) {
    const before = await readState(test.db);
    const sent = await countSent();
    const undo = await reject();
    await endUndoTime(test.db);
    const isUndoFirst = round % 2 === 0;
    const delivery = isUndoFirst ? null : deliverDue(test);
    const [{ status, body }] = await Promise.all([staff.call(undo, {}), delivery ?? deliverDue(test)]);
    await finishDelivery();
    results.add(status);
    if (status === 200) {
      expect(await readState(test.db)).toEqual(before);
      expect(await countSent()).toBe(sent);
    } else {
      expect(body.error_code).toBe('UNDO_EXPIRED');
      expect(await countSent()).toBe(sent + 6);
      // The next round rejects them again.
      await test.db
        .updateTable('jobApplication')
        .set({ status: 'SUBMITTED', decidedAt: null, repliedAt: null })
        .execute();
      await test.db.deleteFrom('rateCounter').execute();
    }
  }
  expect([...results].every((status) => status === 200 || status === 409)).toBe(true);
}, 60_000);

it('[API-42] of many undos of one action at once, one undoes it', async () => {
  const before = await readState(test.db);
  const sent = await countSent();
  const undo = await reject();
  const answers = await Promise.all(Array.from({ length: 8 }, () => staff.fork().call(undo, {})));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers)
    if (status !== 200) expect(body).toMatchObject({ error_code: 'UNDO_EXPIRED' });
  expect(await readState(test.db)).toEqual(before);
  await finishDelivery();
  expect(await countSent()).toBe(sent);
});
