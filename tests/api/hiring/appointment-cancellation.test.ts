import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
const seats = 25;
let staff: Visitor;

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
});
// Messages that the worker has claimed would arrive in the next test.
afterEach(() => waitForDelivery(test));

const day = 24 * 60;
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
/** Each message arrives once, even if several processes queue it. */
const messages = () =>
  test.db
    .selectFrom('outbox')
    .select(['recipient', 'medium'])
    .where('dedupeKey', 'like', 'application:%')
    .execute();
/** In the order of arrival. */
async function findInboxMessages() {
  await waitForDelivery(test);
  return test.db
    .selectFrom('inboxMessage')
    .select(['medium', 'text'])
    .where('text', 'like', '%/moonshot/applications/%')
    .execute();
}
const stored = (table: 'trainingBatch' | 'interviewSlot', id: string) =>
  test.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const trainingsAt = async (status: 'TO_SET_UP' | 'SCHEDULED') =>
  (await test.db.selectFrom('training').select('id').where('status', '=', status).execute()).length;

/** Runs `act` as a process that dies after it has queued `count` messages. */
async function runDyingAfter(count: number, act: () => Promise<{ status: number }>): Promise<void> {
  const queue = test.messages.queue.bind(test.messages);
  let left = count;
  const spy = vi.spyOn(test.messages, 'queue').mockImplementation(async (trx, ...queued) => {
    left -= queued.length;
    if (left < 0) throw new Error('the process died');
    await queue(trx, ...queued);
  });
  try {
    expect((await act()).status).toBe(500);
  } finally {
    spy.mockRestore();
  }
}

/** Expects one email and one SMS per person. */
async function expectOneEach(people: readonly SignedInCandidate[]): Promise<void> {
  const sent = await messages();
  expect(sent.map(({ medium }) => medium).filter((medium) => medium === 'SMS')).toHaveLength(people.length);
  expect(new Set(sent.map(({ recipient }) => recipient)).size).toBe(2 * people.length);
  expect(sent).toHaveLength(2 * people.length);
}

describe('a training batch with reserved seats', () => {
  const update = (id: string, patch: object) =>
    staff.call(`PATCH /api/v1/staff/batches/${id}/update/`, patch);
  const history = () =>
    test.db
      .selectFrom('applicationEvent')
      .select(['applicationId', 'fromStatus', 'toStatus', 'actorType'])
      .where('action', '=', 'MOVE_BATCH')
      .execute();

  it('[API-42] notifies everyone of the old and the new time when it moves', async () => {
    const batch = await insertBatch(test.db, slug, { capacity: 3 });
    const people = await insertTrainees(test, slug, 3, batch);
    const previous = await stored('trainingBatch', batch);
    const moved = { starts_at: later(2 * day), ends_at: later(7 * day) };
    expect((await update(batch, moved)).status).toBe(200);
    await expectOneEach(people);
    for (const { text } of await findInboxMessages())
      expect(text).toMatch(
        /now begins on \d+ \w+ \d{4}, \S+ [ap]m IST, not on \d+ \w+ \d{4}, \S+ [ap]m IST\./,
      );
    expect((await history()).sort((a, b) => (a.applicationId < b.applicationId ? -1 : 1))).toEqual(
      people.map(({ id }) => ({
        applicationId: id,
        fromStatus: 'SCHEDULED',
        toStatus: 'SCHEDULED',
        actorType: 'STAFF',
      })),
    );
    const audited = await test.db
      .selectFrom('auditEvent')
      .select('details')
      .where('action', '=', 'batch.UPDATE')
      .execute();
    expect(audited).toMatchObject([
      { details: { from: { startsAt: previous.startsAt.toISOString() }, to: { startsAt: moved.starts_at } } },
    ]);
    // Running it again changes nothing.
    expect((await update(batch, moved)).status).toBe(200);
    await propagatePendingChanges(test);
    await expectOneEach(people);
  });

  it('[API-42] notifies when its place changes, not when its name, link or size changes', async () => {
    const batch = await insertBatch(test.db, slug, { capacity: 3 });
    const people = await insertTrainees(test, slug, 1, batch);
    await update(batch, { title: 'Evenings', capacity: 4, join_url: 'https://meet.example/other' });
    expect(await messages()).toEqual([]);
    await update(batch, { mode: 'IN_PERSON', address: '3 Residency Road' });
    await expectOneEach(people);
    expect((await findInboxMessages())[0]?.text).toContain('When or where your training');
  });

  it('[API-42] cannot start in the past', async () => {
    const batch = await insertBatch(test.db, slug);
    const before = await stored('trainingBatch', batch);
    const { status, body } = await update(batch, { starts_at: later(-1) });
    expect([status, body.field_errors]).toEqual([400, { starts_at: 'This time has passed' }]);
    expect(await stored('trainingBatch', batch)).toEqual(before);
  });

  it('[C-41] is announced by housekeeping when the process died during the move', async () => {
    const batch = await insertBatch(test.db, slug, { capacity: seats });
    const people = await insertTrainees(test, slug, seats, batch);
    await runDyingAfter(45, () => update(batch, { starts_at: later(day) }));
    expect(await messages()).toHaveLength(40);
    await propagatePendingChanges(test);
    await expectOneEach(people);
    expect(await history()).toHaveLength(seats);
  });

  it('[API-42] releases its seats in batches when it is cancelled, and housekeeping releases the rest', async () => {
    const batch = await insertBatch(test.db, slug, { capacity: seats + 1 });
    const [spare = '', people] = [
      await insertBatch(test.db, slug),
      await insertTrainees(test, slug, seats, batch),
    ];
    await runDyingAfter(45, () =>
      staff.call(`POST /api/v1/staff/batches/${batch}/cancel/`, { public_note: 'The trainer is ill.' }),
    );
    expect([await trainingsAt('TO_SET_UP'), await trainingsAt('SCHEDULED')]).toEqual([20, 5]);
    expect(await stored('trainingBatch', batch)).toMatchObject({ taken: 5, cancelledAt: expect.any(Date) });
    const choose = (batchId: string) =>
      people[0]?.visitor.call(`POST ${applications}${people[0].id}/setup-training/`, {
        batch_id: batchId,
        agreed_to_terms: true,
      });
    expect((await choose(batch))?.status).toBe(400);

    // Two processes run it at once.
    await Promise.all([propagatePendingChanges(test), propagatePendingChanges(test)]);
    expect([await trainingsAt('TO_SET_UP'), await trainingsAt('SCHEDULED')]).toEqual([seats, 0]);
    expect(await stored('trainingBatch', batch)).toMatchObject({ taken: 0 });
    await expectOneEach(people);
    for (const { medium, text } of await findInboxMessages()) {
      expect(text).toMatch(/on \d+ \w+ \d{4}, \S+ [ap]m IST is cancelled\. Please choose another batch\./);
      if (medium === 'EMAIL') expect(text).toContain('The trainer is ill.');
    }
    await propagatePendingChanges(test);
    await expectOneEach(people);
    expect((await choose(spare))?.status).toBe(200);
  });

  it('[API-42] does not start when it is cancelled and its seats are not yet released', async () => {
    const batch = await insertBatch(test.db, slug, { inMinutes: -1 });
    const [person] = await insertTrainees(test, slug, 1, batch);
    await test.db.updateTable('trainingBatch').set({ cancelledAt: new Date() }).execute();
    const { body } = await (person as SignedInCandidate).visitor.call(`GET ${applications}${person?.id}/`);
    expect(body.training).toMatchObject({ status: 'SCHEDULED', join_url: null });
    await propagatePendingChanges(test);
    expect(await trainingsAt('TO_SET_UP')).toBe(1);
  });
});

it('[API-43] a cancelled slot releases its seats in batches, and housekeeping releases the rest', async () => {
  const slot = await insertSlot(test.db, slug, { capacity: seats });
  const people = await insertInterviewees(test, slug, seats);
  await test.db.updateTable('interview').set({ status: 'SCHEDULED', slotId: slot }).execute();
  await test.db.updateTable('interviewSlot').set({ taken: seats }).where('id', '=', slot).execute();
  await runDyingAfter(45, () => staff.call(`POST /api/v1/staff/slots/${slot}/cancel/`, {}));
  expect(await stored('interviewSlot', slot)).toMatchObject({ taken: 5, cancelledAt: expect.any(Date) });
  await propagatePendingChanges(test);
  await propagatePendingChanges(test);
  expect(await stored('interviewSlot', slot)).toMatchObject({ taken: 0 });
  const statuses = await test.db.selectFrom('interview').select('status').distinct().execute();
  expect(statuses).toEqual([{ status: 'TO_SCHEDULE' }]);
  await expectOneEach(people);
  for (const { medium, text } of await findInboxMessages()) {
    expect(text).toMatch(/on \d+ \w+ \d{4}, \S+ [ap]m IST is cancelled\. Please choose another time\./);
    if (medium === 'EMAIL') expect(text).toContain('/calendar/interview/');
  }
});
