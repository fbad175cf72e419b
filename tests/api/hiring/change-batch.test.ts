import { beforeEach, describe, expect, it } from 'vitest';
import { calendarPath, findCalendar } from '#lib/server/hiring/appointments/calendar-link.ts';
import { useTestApi } from '../../support/api.ts';
import { useAppointments } from '../../support/hiring/appointments.ts';
import {
  applications,
  type Candidate,
  insertBatch,
  readApplication,
  waitForDelivery,
} from '../../support/hiring/candidates.ts';
import { insertTrainees } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';
const { createInvitedCandidate, countTakenSeats } = useAppointments(test, slug, 'TRAINING');

beforeEach(() => restoreJobs(test.db));

const change = ({ visitor }: Pick<Candidate, 'visitor'>, id: string, batchId: string, more: object = {}) =>
  visitor.call(`POST ${applications}${id}/change-training/`, { batch_id: batchId, ...more });

async function createBookedCandidate(inMinutes = 3 * 24 * 60) {
  const { person, id } = await createInvitedCandidate();
  const batch = await insertBatch(test.db, slug, { inMinutes });
  await person.visitor.call(`POST ${applications}${id}/setup-training/`, {
    batch_id: batch,
    agreed_to_terms: true,
  });
  return { person, id, batch };
}

const begin = (id: string) =>
  test.db
    .updateTable('trainingBatch')
    .set({ startsAt: new Date(Date.now() - 60_000) })
    .where('id', '=', id)
    .execute();

describe('a candidate changes the training batch', () => {
  it('[API-42] takes the new seat, releases the old one, and says both times', async () => {
    const { person, id, batch } = await createBookedCandidate();
    const other = await insertBatch(test.db, slug, { inMinutes: 6 * 24 * 60 });
    expect(await readApplication(person, id)).toMatchObject({
      training_batches: [{ id: other }],
      allowed_actions: expect.arrayContaining([{ action: 'CHANGE_BATCH', enabled: true, reason: null }]),
    });
    const { status, body } = await change(person, id, other, { current_batch_id: batch });
    expect([status, body.training.status, body.training.batch_id]).toEqual([200, 'SCHEDULED', other]);
    expect([await countTakenSeats(batch), await countTakenSeats(other)]).toEqual([0, 1]);
    expect(body.history.at(-1)).toMatchObject({
      action: 'CHANGE_BATCH',
      starts_at: body.training.starts_at,
      previous_starts_at: expect.any(String),
    });
    const row = await test.db
      .selectFrom('training')
      .select(['agreedToTermsAt', 'toldStartsAt'])
      .executeTakeFirstOrThrow();
    expect([row.agreedToTermsAt, row.toldStartsAt?.toISOString()]).toEqual([
      expect.any(Date),
      body.training.starts_at,
    ]);
    await waitForDelivery(test);
    const texts = (await test.sentTo(person.e164)).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/now begins on .* IST, not on .* IST\./));
    expect((await change(person, id, other)).status).toBe(200);
    expect(await countTakenSeats(other)).toBe(1);
  });

  it('[API-42] keeps one calendar entry, which moves with the batch and is removed with the seat, without a login', async () => {
    const { person, id, batch } = await createBookedCandidate();
    const readCalendar = async () => {
      const path = calendarPath(test.config, 'TRAINING', id);
      const key = /([^/]+)\.ics$/.exec(path)?.[1] ?? '';
      const file = await findCalendar(test.db, test.config, { kind: 'training', id, key });
      const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(file ?? '')?.[1]?.trim();
      return { method: field('METHOD'), uid: field('UID'), sequence: Number(field('SEQUENCE')) };
    };
    const first = await readCalendar();
    expect(first).toMatchObject({ method: 'PUBLISH', sequence: 0 });
    const { uid } = first;
    const other = await insertBatch(test.db, slug, { inMinutes: 6 * 24 * 60 });
    const { body } = await change(person, id, other, { current_batch_id: batch });
    expect(body.training.ics_url).toBe(`/moonshot/applications/${id}/training.ics`);
    expect(await readCalendar()).toEqual({ method: 'PUBLISH', uid, sequence: 1 });
    await person.visitor.call(`POST ${applications}${id}/withdraw/`, {});
    expect(await readCalendar()).toEqual({ method: 'CANCEL', uid, sequence: 2 });
  });

  it('[API-42] keeps the old batch when the new one is full, has begun or is another job’s', async () => {
    const { person, id, batch } = await createBookedCandidate();
    const full = await insertBatch(test.db, slug);
    await insertTrainees(test, slug, 1, full);
    const { status, body } = await change(person, id, full);
    expect([status, body.error_code]).toEqual([409, 'TRAINING_BATCH_FULL']);
    for (const wrong of [
      await insertBatch(test.db, 'accounts-payable-associate-cl13'),
      await insertBatch(test.db, slug, { inMinutes: -1 }),
      '01890000-0000-7000-8000-000000000000',
    ]) {
      const answer = await change(person, id, wrong);
      expect([answer.status, Object.keys(answer.body.field_errors)]).toEqual([400, ['batch_id']]);
    }
    expect((await readApplication(person, id)).training.batch_id).toBe(batch);
    expect(await countTakenSeats(batch)).toBe(1);
  });

  it('[API-42] is not possible from the moment when the training begins', async () => {
    const { person, id, batch } = await createBookedCandidate();
    const other = await insertBatch(test.db, slug, { inMinutes: 6 * 24 * 60 });
    await begin(batch);
    const { status, body } = await change(person, id, other);
    expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(await readApplication(person, id)).toMatchObject({
      training: { status: 'IN_PROGRESS', batch_id: batch },
      training_batches: [],
    });
    expect([await countTakenSeats(batch), await countTakenSeats(other)]).toEqual([1, 0]);
  });

  it('[API-42] a page with an outdated batch changes nothing and gets the application', async () => {
    const { person, id, batch } = await createBookedCandidate();
    const [second, third] = [
      await insertBatch(test.db, slug, { inMinutes: 6 * 24 * 60 }),
      await insertBatch(test.db, slug, { inMinutes: 7 * 24 * 60 }),
    ];
    await change(person, id, second);
    const { status, body } = await change(person, id, third, { current_batch_id: batch });
    expect([status, body.error_code, body.current.training.batch_id]).toEqual([409, 'STALE_WRITE', second]);
    expect(await countTakenSeats(third)).toBe(0);
  });

  it('[API-42] nothing is changed before a batch is chosen', async () => {
    const { person, id } = await createInvitedCandidate();
    const { status, body } = await change(person, id, await insertBatch(test.db, slug));
    expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
  });

  it('[C-42] of five candidates who change to a batch with two seats at once, two get one', async () => {
    const old = await insertBatch(test.db, slug, { capacity: 5 });
    const people = await insertTrainees(test, slug, 5, old);
    const wanted = await insertBatch(test.db, slug, { inMinutes: 6 * 24 * 60, capacity: 2 });
    const answers = await Promise.all(people.map((one) => change(one, one.id, wanted)));
    expect(answers.map(({ body }) => body.error_code ?? 'changed').toSorted()).toEqual([
      'TRAINING_BATCH_FULL',
      'TRAINING_BATCH_FULL',
      'TRAINING_BATCH_FULL',
      'changed',
      'changed',
    ]);
    expect([await countTakenSeats(old), await countTakenSeats(wanted)]).toEqual([3, 2]);
  });

  it('[C-42] candidates who exchange batches at once and press twice leave every seat counted once', async () => {
    const [one, two] = [
      await insertBatch(test.db, slug, { capacity: 4 }),
      await insertBatch(test.db, slug, { inMinutes: 6 * 24 * 60, capacity: 4 }),
    ];
    const people = await insertTrainees(test, slug, 4, one);
    await Promise.all(
      people.flatMap(({ visitor, id }) =>
        [two, one, two].map((batch) => change({ visitor: visitor.fork() }, id, batch)),
      ),
    );
    const rows = await test.db.selectFrom('training').select('batchId').execute();
    for (const batch of [one, two])
      expect(await countTakenSeats(batch)).toBe(rows.filter(({ batchId }) => batchId === batch).length);
  });
});
