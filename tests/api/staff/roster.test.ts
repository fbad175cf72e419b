import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { createExport } from '#lib/server/staff/export.ts';
import {
  formatTrainingState,
  listRoster,
  type RosterEntry,
} from '#lib/server/staff/hiring/batches/roster.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { applications, insertBatch } from '../../support/hiring/candidates.ts';
import { insertTrainees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { hoursFromNow } from '../../support/hiring/staff-appointments.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
const today = hoursFromNow(5.5).slice(0, 10);
const yesterday = hoursFromNow(5.5 - 24).slice(0, 10);

let staff: Visitor;
let staffId: string;
let batchId: string;
let people: SignedInCandidate[];

/** Everybody has a seat in a batch that began two days ago. */
beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  batchId = await insertBatch(test.db, slug, { inMinutes: -2 * 24 * 60, capacity: 3 });
  people = await insertTrainees(test, slug, 3, batchId);
  await test.db.updateTable('training').set({ status: 'IN_PROGRESS' }).execute();
});

const mark = (body: object) =>
  staff.call(`POST /api/v1/staff/batches/${batchId}/attendance/`, { day: today, ...body });
const write = (body: object = {}) =>
  staff.call(`POST /api/v1/staff/batches/${batchId}/messages/create/`, {
    ...{ id: randomUUID(), subject: 'Tomorrow', text: 'Bring a laptop.', is_preview: false, ...body },
  });
const travelBatch = (startsAt: string) =>
  test.db.updateTable('trainingBatch').set({ startsAt }).where('id', '=', batchId).execute();
const phoneOf = (one?: SignedInCandidate) => `+9198000${one?.number.slice(-5)}`;
const idsOf = (...chosen: (SignedInCandidate | undefined)[]) => chosen.map((one) => one?.id ?? '');
const countInbox = async () =>
  (await test.db.selectFrom('inboxMessage').where('text', 'like', '%Bring a laptop%').select('id').execute())
    .length;

it('[API-42] a roster lists who has a seat in the batch, and nobody who gave it up', async () => {
  const batch = await insertBatch(test.db, slug, { capacity: 3 });
  await test.db.updateTable('training').set({ status: 'SCHEDULED', batchId: batch }).execute();
  await test.db.updateTable('trainingBatch').set({ taken: 3 }).where('id', '=', batch).execute();
  const [first, second, third] = people;
  expect(await listRoster(test.db, batch)).toMatchObject([
    { applicationId: first?.id, name: 'Asha', phone: phoneOf(first), status: 'SCHEDULED', hasSeat: true },
    { applicationId: second?.id },
    { applicationId: third?.id },
  ]);
  await second?.visitor.call(`POST ${applications}${second.id}/withdraw/`, {});
  expect((await listRoster(test.db, batch)).map(({ applicationId }) => applicationId)).toEqual(
    idsOf(first, third),
  );
});

it('[API-42] a training that is over is on Today until each of its people has a result', async () => {
  const trainings = async () =>
    (await staff.call('GET /api/v1/staff/today/')).body.results.filter(
      ({ kind }: { kind: string }) => kind === 'TRAINING',
    );
  expect(await trainings()).toEqual([]);
  await test.db
    .updateTable('trainingBatch')
    .set({ endsAt: hoursFromNow(-1) })
    .where('id', '=', batchId)
    .execute();
  const about = expect.stringContaining('3 without a result');
  const href = `/staff/batches/${batchId}/`;
  expect(await trainings()).toMatchObject([{ subject_id: batchId, is_late: true, about, href }]);
  await test.db.updateTable('training').set({ status: 'COMPLETED' }).execute();
  expect(await trainings()).toEqual([]);
});

it('[API-42] attendance is marked, corrected and removed for each day, and the audit says from what to what', async () => {
  const [first, second, third] = people;
  const one = { application_ids: idsOf(first) };
  expect((await mark({ ...one, status: 'ABSENT' })).body).toEqual({ changed: 1, present: 0, absent: 1 });
  expect((await mark({ ...one, status: 'ABSENT' })).body).toMatchObject({ changed: 0 });
  expect((await mark({ ...one, status: 'PRESENT' })).body).toEqual({ changed: 1, present: 1, absent: 0 });
  expect((await mark({ day: yesterday, status: 'ABSENT', application_ids: idsOf(second) })).status).toBe(200);
  expect((await mark({ status: 'PRESENT' })).body).toEqual({ changed: 2, present: 3, absent: 0 });
  expect((await mark({ ...one, status: null })).body).toEqual({ changed: 1, present: 2, absent: 0 });
  expect((await listRoster(test.db, batchId)).map(({ attendance }) => attendance)).toEqual([
    {},
    { [yesterday]: 'ABSENT', [today]: 'PRESENT' },
    { [today]: 'PRESENT' },
  ]);
  const { body } = await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${batchId}`);
  expect(body.results.map(({ details }: { details: object }) => details)).toMatchObject([
    { from: 'PRESENT', to: 'UNMARKED', day: today },
    { from: 'UNMARKED', to: 'PRESENT', applications: [second?.number, third?.number] },
    { from: 'UNMARKED', to: 'ABSENT', day: yesterday },
    { from: 'ABSENT', to: 'PRESENT', applications: [first?.number] },
    { from: 'UNMARKED', to: 'ABSENT' },
  ]);
});

it('[API-42] attendance is rejected for a day to come, before the batch and after it was cancelled', async () => {
  for (const day of [hoursFromNow(48).slice(0, 10), '2026-01-01'])
    expect(await mark({ day, status: 'PRESENT' })).toMatchObject({
      status: 400,
      body: {
        field_errors: {
          day: 'Choose a day of this batch, up to today. Attendance opens when the batch begins.',
        },
      },
    });
  const other = await insertBatch(test.db, slug);
  await travelBatch(hoursFromNow(1 / 60));
  expect((await mark({ status: 'PRESENT' })).status).toBe(400);
  await travelBatch(hoursFromNow(-48));
  expect((await mark({ status: 'PRESENT', application_ids: [other] })).body).toMatchObject({ changed: 0 });
  await test.db
    .updateTable('trainingBatch')
    .set({ cancelledAt: new Date() })
    .where('id', '=', batchId)
    .execute();
  expect((await mark({ status: 'PRESENT' })).body).toMatchObject({ error_code: 'INVALID_STATE' });
});

it('[API-42] parallel marks of one person leave one, and somebody who missed the training stays on the roster, after the others', async () => {
  const [first] = people;
  const marks = ['PRESENT', 'ABSENT', 'PRESENT', 'ABSENT'].map((status) =>
    mark({ status, application_ids: idsOf(first) }),
  );
  for (const { status } of await Promise.all(marks)) expect(status).toBe(200);
  const missed = { application_ids: idsOf(first), action: 'MISS_TRAINING' };
  expect((await staff.call('POST /api/v1/staff/job-applications/move/', missed)).body.moved).toBe(1);
  expect((await listRoster(test.db, batchId)).at(-1)).toMatchObject({ hasSeat: false, status: 'TO_SET_UP' });
});

it('[API-42] a mark for everybody else leaves out people whose application has ended', async () => {
  const [first] = people;
  const rejected = { application_ids: idsOf(first), action: 'REJECT', reason_code: 'OTHER' };
  expect((await staff.call('POST /api/v1/staff/job-applications/move/', rejected)).body.moved).toBe(1);
  expect((await mark({ status: 'ABSENT', application_ids: idsOf(first) })).body).toMatchObject({
    changed: 0,
  });
  expect((await mark({ status: 'PRESENT' })).body).toEqual({ changed: 2, present: 2, absent: 0 });
  const states = (await listRoster(test.db, batchId)).map(
    (one) => [one.applicationId === first?.id, formatTrainingState(one)] as const,
  );
  expect(states.filter(([isFirst]) => isFirst).map(([, state]) => state)).not.toContain('Under way');
});

it('[API-42] the roster says how an application ended whose training nobody ended', () => {
  const entry = { hasSeat: true, status: 'IN_PROGRESS', applicationStatus: 'NOT_SELECTED' } as RosterEntry;
  expect([
    formatTrainingState(entry),
    formatTrainingState({ ...entry, applicationStatus: 'TRAINING' }),
    formatTrainingState({ ...entry, status: 'COMPLETED' }),
    formatTrainingState({ ...entry, hasSeat: false }),
  ]).toEqual(['Ended: Not selected', 'Under way', 'Completed', 'Left this batch']);
});

it('[API-42] the applications of a batch are listed alone', async () => {
  const { body } = await staff.call(`GET /api/v1/staff/job-applications/?batch_id=${batchId}`);
  expect(body.results.map(({ id }: { id: string }) => id).toSorted()).toEqual(idsOf(...people).toSorted());
  const other = await insertBatch(test.db, slug);
  await travelBatch(hoursFromNow(1 / 60));
  expect((await mark({ status: 'PRESENT' })).status).toBe(400);
  await travelBatch(hoursFromNow(-48));
  expect((await staff.call(`GET /api/v1/staff/job-applications/?batch_id=${other}`)).body.count).toBe(0);
});

it('[C-41] a message to a batch is previewed with its people, reaches each of them once and counts who has turned it off', async () => {
  await test.db
    .updateTable('appUser')
    .set({
      notificationPreferences: JSON.stringify({ updates: { email: false, sms: false, whatsapp: false } }),
    })
    .where('id', '=', people[0]?.userId ?? '')
    .execute();
  const preview = await write({ is_preview: true });
  expect(preview.body).toMatchObject({
    ...{ is_preview: true, seats: 3 },
    messages: { people: 2, names: ['Asha', 'Asha'], texts: [{ people: 2, text: 'Bring a laptop.' }] },
  });
  expect(await test.db.selectFrom('batchMessage').select('id').execute()).toEqual([]);

  const id = randomUUID();
  const { fingerprint } = preview.body.messages;
  expect((await write({ id, fingerprint: 'other' })).body).toMatchObject({ error_code: 'STALE_WRITE' });
  const sent = await Promise.all([write({ id, fingerprint }), write({ id, fingerprint })]);
  expect(sent.map(({ body }) => body.is_existing).toSorted()).toEqual([false, true]);
  const other = await write({ id, fingerprint, text: 'Bring a laptop bag.' });
  expect([other.status, other.body.field_errors]).toEqual([400, { id: 'Please reload the page' }]);
  await deliverDue(test);
  expect(await countInbox(), 'messages wait').toBe(0);
  await travel(test.db, 11);
  await deliverDue(test);
  expect(await countInbox()).toBe(4);
});

it('[API-42] nobody is written to in an empty batch or whose application has ended', async () => {
  const { id } = { id: await insertBatch(test.db, slug) };
  const empty = await staff.call(`POST /api/v1/staff/batches/${id}/messages/create/`, {
    ...{ id: randomUUID(), subject: 'Tomorrow', text: 'Bring a laptop.', is_preview: false },
  });
  expect(empty).toMatchObject({ status: 409, body: { error: 'This message would reach nobody.' } });
  await test.db.updateTable('jobApplication').set({ status: 'NOT_SELECTED' }).execute();
  expect((await write({ is_preview: true })).body).toMatchObject({ seats: 0, messages: { people: 0 } });
});

it('[C-40] the roster is exported with a column for each marked day, and its batch’s audit says so', async () => {
  await mark({ status: 'PRESENT' });
  await test.db
    .updateTable('appUser')
    .set({ firstName: '=HYPERLINK("x")' })
    .where('firstName', '=', 'Asha')
    .execute();
  const file = await createExport(test.db, staffId, 'roster', new URLSearchParams({ batchId }));
  const [head, line] = (await new Response(file).text()).split('\r\n');
  expect(head).toContain(`days_present,days_marked,${today}`);
  expect(line).toContain(`"'=HYPERLINK(""x"")"`);
  expect(line).toContain('Under way,Training,yes,1,1,Present');
  const { body } = await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${batchId}`);
  expect(body.results[0]).toMatchObject({ action: 'roster.EXPORT', subject: 'Foundations' });
});
