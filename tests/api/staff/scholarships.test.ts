import { beforeEach, expect, it } from 'vitest';
import { seedScholarships } from '#lib/server/demo/enrolment/scholarships.ts';
import { listQuestions } from '#lib/server/enrolment/scholarship/question-bank.ts';
import { createExport } from '#lib/server/staff/export.ts';
import { useTestApi } from '../../support/api.ts';
import { insertLearners, type Learner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { completeTest, nextSlot, registerTest } from '../../support/enrolment/test-takers.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let staffId: string;
let people: Learner[];

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  people = await insertLearners(test, 4);
});

const override = (id: string, share: number, more: object = {}) =>
  staff.call(`POST /api/v1/staff/scholarships/${id}/override/`, {
    ...{ share_percent: share, reason: 'A network failure at our side' },
    ...more,
  });

it('[API-21] staff change an award with a reason; the person reads it, and a used award stays', async () => {
  const [learner] = people as [Learner];
  const batch = await requireOpenBatch(test.db);
  const { body } = await completeTest(test, learner, 10, { program_slug: batch.programSlug });
  expect(body.status).toBe('NOT_AWARDED');
  expect((await override(body.id, 20, { reason: ' ' })).body.field_errors).toHaveProperty('reason');
  expect((await override(body.id, 25)).status).toBe(400);
  const changed = await override(body.id, 20, { public_note: 'We are sorry.' });
  expect(changed.body).toMatchObject({ status: 'AWARDED', result: { share_percent: 20, score: 10 } });
  expect(changed.body.history.at(-1)).toMatchObject({
    action: 'OVERRIDE',
    private_note: 'A network failure at our side',
  });
  const own = await learner.visitor.call(`GET /api/v1/ep-scholarship-test/registrations/${body.id}/`);
  expect(own.body.result.share_percent).toBe(20);
  expect(JSON.stringify(own.body)).not.toContain('network failure');
  expect((await override(body.id, 20)).body.history).toHaveLength(changed.body.history.length);
  await reserve(learner, batch);
  expect((await override(body.id, 0)).body.error_code).toBe('INVALID_STATE');
});

it('[API-21] staff see answers, keys and how each question does; nobody else does', async () => {
  const [best, good, weak, late] = people as [Learner, Learner, Learner, Learner];
  for (const [learner, right] of [
    [best, 40],
    [good, 30],
    [weak, 0],
  ] as const)
    await completeTest(test, learner, right);
  const list = await staff.call('GET /api/v1/staff/scholarships/?status=AWARDED');
  expect(list.body.results.map(({ score }: { score: number }) => score)).toEqual([30, 40]);
  const one = await staff.call(`GET /api/v1/staff/scholarships/${list.body.results[0].id}/`);
  expect(one.body.questions.filter(({ is_right }: { is_right: boolean }) => is_right)).toHaveLength(30);
  expect(one.body.questions[0].key).toBeTruthy();

  const rows: Record<string, number>[] = [];
  let next = '/api/v1/staff/scholarship-questions/?limit=50';
  while (next) {
    const { body } = await staff.call(`GET ${next}`);
    rows.push(...body.results);
    expect(body.count).toBeGreaterThanOrEqual(120);
    next = body.next;
  }
  const sum = (field: string) => rows.reduce((total, row) => total + (row[field] ?? 0), 0);
  expect([sum('asked_count'), sum('answered_count'), sum('right_count')]).toEqual([120, 120, 70]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect((await late.visitor.call('GET /api/v1/staff/scholarship-questions/')).status).toBe(404);
});

it('[API-21] staff find the questions of a topic, and those of the demo’s cohort that do not separate good from weak tests', async () => {
  await seedScholarships(test.db);
  const path = 'GET /api/v1/staff/scholarship-questions/?limit=100';
  const separationsOf = async (query: string): Promise<number[]> => {
    const { body } = await staff.call(`${path}${query}`);
    return body.results.flatMap(({ separation }: { separation: number | null }) => separation ?? []);
  };
  const all = await separationsOf('');
  expect(all.length).toBeGreaterThan(80);
  expect(Math.max(...all)).toBeGreaterThan(0.5);
  const weak = await separationsOf('&separation=WEAK');
  expect(weak.toSorted()).toEqual(all.filter((one) => one < 0.2).toSorted());
  expect(weak.length).toBeGreaterThan(10);
  const { body: english } = await staff.call(`${path}&topic=ENGLISH`);
  expect(english.results.map(({ topic }: { topic: string }) => topic)).toEqual(
    Array.from({ length: english.count }, () => 'ENGLISH'),
  );
  await test.db.updateTable('scholarshipAnswer').set({ isRight: true }).execute();
  expect(new Set(await separationsOf('&separation=WEAK'))).toEqual(new Set([0]));
  expect((await staff.call(`${path}&topic=COOKING`)).status).toBe(400);
});

it('[API-21] today lists the tests of the day, one line for each time, and awards that end today', async () => {
  const [first, second, third] = people as [Learner, Learner, Learner];
  const slot = await nextSlot(test);
  for (const learner of [first, second]) await registerTest(learner, { test_slot_id: slot });
  const { body } = await completeTest(test, third, 40);
  const soon = new Date(Date.now() + 60_000);
  await test.db
    .updateTable('scholarshipRegistration')
    .set({ slotStartsAt: soon })
    .where('status', '=', 'SLOT_BOOKED')
    .execute();
  await test.db
    .updateTable('scholarshipRegistration')
    .set({ awardExpiresAt: soon })
    .where('id', '=', body.id)
    .execute();
  const { results } = (await staff.call('GET /api/v1/staff/today/')).body;
  const lines = results.filter(({ kind }: { kind: string }) => kind === 'TEST' || kind === 'AWARD');
  expect(lines.map(({ kind, who }: { kind: string; who: string }) => [kind, who])).toEqual([
    ['AWARD', 'Meera Nair'],
    ['TEST', '2 people'],
  ]);
});

it('[API-21] an undo takes an override back, with its message, unless the award was used meanwhile', async () => {
  const [learner] = people as [Learner];
  const batch = await requireOpenBatch(test.db);
  const { body } = await completeTest(test, learner, 10, { program_slug: batch.programSlug });
  const read = () =>
    test.db.selectFrom('scholarshipRegistration').selectAll().where('id', '=', body.id).executeTakeFirst();
  const undo = async () => {
    const { action } = (await staff.call('GET /api/v1/staff/actions/undoable/')).body;
    return staff.call(`POST /api/v1/staff/actions/${action.id}/undo/`, {});
  };
  const before = await read();
  await override(body.id, 30);
  expect((await undo()).status).toBe(200);
  expect(await read()).toEqual(before);
  const own = await learner.visitor.call(`GET /api/v1/ep-scholarship-test/registrations/${body.id}/`);
  expect(own.body).toMatchObject({ status: 'NOT_AWARDED', result: { share_percent: 0 } });
  const waiting = await test.db
    .selectFrom('outbox')
    .select('status')
    .where('sender', '=', 'scholarship-update')
    .execute();
  expect(waiting).toEqual([]);

  await override(body.id, 30);
  const { body: seat } = await reserve(learner, batch);
  expect((await undo()).body.error_code).toBe('UNDO_CONFLICT');
  expect(await read()).toMatchObject({ awardPercent: 30, awardEnrolmentId: seat.id });
});

it('[API-21] the results are a CSV file with the filters of the page, whose cells are no formulas', async () => {
  const [best, weak] = people as [Learner, Learner];
  await completeTest(test, best, 40);
  await completeTest(test, weak, 0);
  await test.db.updateTable('appUser').set({ firstName: '=HYPERLINK("http://x")' }).execute();
  const read = async (kind: 'scholarships' | 'mastery', search = '') =>
    new Response(await createExport(test.db, staffId, kind, new URLSearchParams(search))).text();
  const [head, row, ...others] = (await read('scholarships', 'status=AWARDED')).trim().split(/\r?\n/);
  expect(head).toContain('right_answers,award_percent,award_ends_at_ist,award_used');
  expect(others).toEqual([]);
  expect(row).toMatch(/,40,50,\d{4}-.*,no,/);
  expect(row).not.toMatch(/(^|,)"?=/);
  expect((await read('scholarships')).trim().split('\n')).toHaveLength(3);
  expect(await read('mastery')).toContain('number,candidate,phone');
  const everything = (await read('scholarships')) + (await read('mastery'));
  for (const { id, text, explanation } of listQuestions())
    for (const secret of [id, text, explanation]) expect(everything).not.toContain(secret);
});
