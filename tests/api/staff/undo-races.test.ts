import { beforeEach, describe, expect, it } from 'vitest';
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

describe('[API-42] a later change, whose message replaces the one that waits', () => {
  const moveAll = async (action: string) => {
    const { body } = await staff.call(move, { application_ids: ids, action });
    expect(body.moved).toBe(3);
  };

  /** Returns how many emails of each subject were sent in the round, and begins another one. */
  async function countSubjects(): Promise<Record<string, number>> {
    await finishDelivery();
    const rows = await test.db
      .selectFrom('inboxMessage')
      .select('subject')
      .where('medium', '=', 'EMAIL')
      .execute();
    const left = await test.db
      .selectFrom('outbox')
      .select('id')
      .where('status', 'in', ['QUEUED', 'HELD'])
      .execute();
    expect(left).toEqual([]);
    for (const table of ['inboxMessage', 'interview', 'rateCounter'] as const)
      await test.db.deleteFrom(table).execute();
    await test.db
      .updateTable('jobApplication')
      .set({ status: 'SUBMITTED', stageKey: 'review', repliedAt: null })
      .execute();
    const counts = Map.groupBy(rows, ({ subject }) => subject ?? '');
    return Object.fromEntries([...counts].map(([subject, all]) => [subject, all.length]));
  }
  const earlier = 'You are on the shortlist';
  const later = 'Choose a time for your interview';

  it('and the worker: the earlier one was sent before, or never, and the later one once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await moveAll('SHORTLIST');
      await endUndoTime(test.db);
      const delivery = round % 2 === 0 ? null : deliverDue(test);
      await Promise.all([moveAll('MOVE_TO_INTERVIEW'), delivery ?? deliverDue(test)]);
      const counts = await countSubjects();
      expect(counts[later]).toBe(3);
      expect(counts[earlier] ?? 0).toBeLessThanOrEqual(3);
    }
  }, 120_000);

  it('its undo and the worker: one of both is sent, once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      await moveAll('SHORTLIST');
      await moveAll('MOVE_TO_INTERVIEW');
      const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
      await endUndoTime(test.db);
      const delivery = round % 2 === 0 ? null : deliverDue(test);
      const [{ status }] = await Promise.all([
        staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {}),
        delivery ?? deliverDue(test),
      ]);
      expect(await countSubjects()).toEqual(status === 200 ? { [earlier]: 3 } : { [later]: 3 });
    }
  }, 120_000);

  it('many undos of it at once: the earlier one is sent once', async () => {
    await moveAll('SHORTLIST');
    await moveAll('MOVE_TO_INTERVIEW');
    const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
    const path = `POST /api/v1/staff/actions/${body.action.id}/undo/`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => staff.fork().call(path, {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countSubjects()).toEqual({ [earlier]: 3 });
  });
});
