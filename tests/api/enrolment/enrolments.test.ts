import { describe, expect, it } from 'vitest';
import { releaseDueSeats } from '#lib/server/enrolment/due-enrolments.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone, signUp } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import {
  insertLearner,
  insertLearners,
  type Learner,
  leaveSeats,
  requireNextBatch,
  requireOpenBatch,
  reserve,
} from '../../support/enrolment/learners.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi();
const seatsTaken = async (batchId: string) =>
  (await test.db.selectFrom('batchSeats').select('taken').where('batchId', '=', batchId).executeTakeFirst())
    ?.taken ?? 0;

describe('[API-50] a reserved seat', () => {
  it('is held for 48 hours, has a reference, a price with tax and instalments, and a way to pay', async () => {
    const batch = await requireOpenBatch(test.db);
    const { status, body } = await reserve(await insertLearner(test), batch);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      is_existing: false,
      reference: expect.stringMatching(/^EN-\d\d-00001$/),
      status: 'HELD',
      program_slug: batch.programSlug,
      batch_id: batch.batchId,
      bank_transfer: { ifsc: expect.any(String), notice: expect.stringContaining('demo') },
      payments: [],
      receipt_url: null,
    });
    const { fee, first_open_amount, open_amount, next_step } = body;
    const sum = fee.instalments.reduce((total: number, one: { amount: number }) => total + one.amount, 0);
    expect([sum, open_amount]).toEqual([fee.amount, fee.amount]);
    expect(first_open_amount).toBe(fee.instalments[0].amount);
    expect(fee.tax_amount).toBe(Math.round((fee.amount * 18) / 118));
    expect(next_step).toContain(body.reference);
    const hours = (Date.parse(body.hold_expires_at) - Date.parse(body.requested_at)) / 3_600_000;
    expect(hours).toBeCloseTo(48, 2);
    expect(body.history.map((one: { to: string }) => one.to)).toEqual(['REQUESTED', 'HELD']);
    expect(await seatsTaken(batch.batchId)).toBe(1);
  });

  it('is told by email and SMS with the reference, the price and the time, and recorded as a conversion', async () => {
    const learner = await insertLearner(test);
    const { body } = await reserve(learner, await requireOpenBatch(test.db));
    await deliverDue(test);
    const [sms] = await test.sentTo(learner.phone);
    const [email] = await test.sentTo(learner.email);
    for (const { text = '' } of [sms, email].filter((one) => one !== undefined)) {
      expect(text).toContain(body.reference);
      expect(text).toContain(`/account/enrolments/${body.id}/`);
      expect(text).toMatch(/₹[\d,]+ by .* IST|until .* IST/);
    }
    expect(email?.text).toContain(body.bank_transfer.account_number);
    expect(await test.db.selectFrom('conversion').selectAll().execute()).toMatchObject([
      { kind: 'ENROLMENT', subjectId: body.id, userId: learner.userId },
    ]);
  });

  it('[C-22] is told by SMS alone while the email is not proved', async () => {
    const learner = await insertLearner(test);
    await test.db.updateTable('appUser').set({ emailVerifiedAt: null }).execute();
    await reserve(learner, await requireOpenBatch(test.db));
    await deliverDue(test);
    expect(await test.sentTo(learner.phone)).toHaveLength(1);
    expect(await test.sentTo(learner.email)).toEqual([]);
  });

  it('counts in the seats that the site shows', async () => {
    const batch = await requireOpenBatch(test.db);
    const list = `GET /api/v1/public/programs/${batch.programSlug}/batches/`;
    const seatsLeft = async () =>
      (await test.visitor().call(list)).body.results.find(({ id }: { id: string }) => id === batch.batchId)
        .seats_left;
    const before = await seatsLeft();
    const { body } = await reserve(await insertLearner(test), batch);
    expect(await seatsLeft()).toBe(before - 1);
    expect((await test.visitor().call(`GET /api/v1/enrolments/${body.id}/`)).status).toBe(401);
  });

  it('is one per person and programme: a repeat returns the first one', async () => {
    const learner = await insertLearner(test);
    const batch = await requireOpenBatch(test.db);
    const first = await reserve(learner, batch);
    const answers = await Promise.all([reserve(learner, batch), reserve(learner, batch)]);
    for (const { status, body } of answers)
      expect([status, body.id, body.is_existing]).toEqual([200, first.body.id, true]);
    expect(await seatsTaken(batch.batchId)).toBe(1);
  });

  it('needs a verified number and an existing batch of the programme', async () => {
    const batch = await requireOpenBatch(test.db);
    const { visitor } = await signUp(test, { phone: newPhone() });
    const unverified = await visitor.call(batch.reserve, { batch_id: batch.batchId });
    expect([unverified.status, unverified.body.error_code]).toEqual([403, 'PHONE_NOT_VERIFIED']);
    const learner = await insertLearner(test);
    const unknown = await learner.visitor.call(batch.reserve, { batch_id: 'cap-1000' });
    expect([unknown.status, Object.keys(unknown.body.field_errors)]).toEqual([400, ['batch_id']]);
    const program = await learner.visitor.call('POST /api/v1/programs/none/enrolments/', {
      batch_id: batch.batchId,
    });
    expect([program.status, program.body.error_code]).toEqual([404, 'PROGRAM_NOT_FOUND']);
    const closed = await learner.visitor.call(
      'POST /api/v1/programs/career-accelerator-program/enrolments/',
      {
        batch_id: 'cap-24',
      },
    );
    expect([closed.status, closed.body.error_code]).toEqual([409, 'BATCH_CLOSED']);
    expect(await test.db.selectFrom('enrolment').selectAll().execute()).toEqual([]);
  });

  it('is cancelled by the person, who can then reserve again', async () => {
    const learner = await insertLearner(test);
    const batch = await requireOpenBatch(test.db);
    const { body } = await reserve(learner, batch);
    const cancel = () => learner.visitor.call(`POST /api/v1/enrolments/${body.id}/cancel/`, {});
    const [first, second] = await Promise.all([cancel(), cancel()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body).toMatchObject({ status: 'RELEASED', hold_expires_at: null, bank_transfer: null });
    expect(await seatsTaken(batch.batchId)).toBe(0);
    const again = await reserve(learner, batch);
    expect([again.body.is_existing, again.body.status]).toEqual([false, 'HELD']);
    const { body: list } = await learner.visitor.call('GET /api/v1/enrolments/');
    expect(list.results.map((one: { status: string }) => one.status)).toEqual(['HELD', 'RELEASED']);
  });

  it('is not kept for free by cancelling and reserving again: the second time, the batch waits a day', async () => {
    const learner = await insertLearner(test);
    const batch = await requireOpenBatch(test.db);
    const cancelled = async () => {
      const { body } = await reserve(learner, batch);
      await learner.visitor.call(`POST /api/v1/enrolments/${body.id}/cancel/`, {});
    };
    await cancelled();
    await travel(test.db, 3600);
    await cancelled();
    const limited = await reserve(learner, batch);
    expect([limited.status, limited.body.error_code]).toEqual([429, 'RATE_LIMITED']);
    expect(limited.body.error).toMatch(/without a payment\. You can reserve one again in 23 hours\.$/);
    const waiting = await reserve(learner, batch, { join_waitlist: true });
    expect(waiting.status).toBe(429);
    expect(await seatsTaken(batch.batchId)).toBe(0);

    const [other] = (await insertLearners(test, 1, 1)) as [Learner];
    expect((await reserve(other, batch)).body.status).toBe('HELD');
    await travel(test.db, 23 * 3600);
    expect((await reserve(learner, batch)).body.status).toBe('HELD');
  });

  it('that expired can be reserved again after a day, and another batch at once', async () => {
    const learner = await insertLearner(test);
    const batch = await requireOpenBatch(test.db);
    const next = await requireNextBatch(test.db, batch);
    await reserve(learner, batch);
    await travel(test.db, 48.1 * 3600);
    await releaseDueSeats(test);
    const limited = await reserve(learner, batch);
    expect([limited.status, limited.body.error_code]).toEqual([429, 'RATE_LIMITED']);
    const { body } = await reserve(learner, next);
    expect(body.status).toBe('HELD');
    await learner.visitor.call(`POST /api/v1/enrolments/${body.id}/cancel/`, {});
    await travel(test.db, 24 * 3600);
    expect((await reserve(learner, batch)).body.status).toBe('HELD');
  });

  it('[C-39] of another person does not exist, and no id that is none breaks', async () => {
    const [owner, other] = await insertLearners(test, 2);
    const { body } = await reserve(owner as never, await requireOpenBatch(test.db));
    for (const id of [body.id, '0190b6f0-0000-7000-8000-000000000000', 'none']) {
      const get = await other?.visitor.call(`GET /api/v1/enrolments/${id}/`);
      expect(get?.status).toBe(404);
      for (const action of ['cancel', 'accept']) {
        const answer = await other?.visitor.call(`POST /api/v1/enrolments/${id}/${action}/`, {});
        expect(answer?.status).toBe(404);
      }
    }
    expect((await other?.visitor.call('GET /api/v1/enrolments/'))?.body.count).toBe(0);
  });
});

describe('[API-50] a full batch', () => {
  it('says so, and takes people on its wait-list in order', async () => {
    const batch = await requireOpenBatch(test.db);
    await leaveSeats(test.db, batch, 0);
    const [one, two] = await insertLearners(test, 2);
    const full = await reserve(one as never, batch);
    expect([full.status, full.body.error_code]).toEqual([409, 'BATCH_FULL']);
    expect(full.body.error).toMatch(/^The \w+ batch is full/);
    expect(await test.db.selectFrom('conversion').selectAll().execute()).toEqual([]);
    for (const [index, learner] of [one, two].entries()) {
      const { body } = await reserve(learner as never, batch, { join_waitlist: true });
      expect(body).toMatchObject({
        status: 'WAITLISTED',
        waitlist_position: index + 1,
        hold_expires_at: null,
      });
    }
  });

  it('nobody waits where a seat is free', async () => {
    const { body } = await reserve(await insertLearner(test), await requireOpenBatch(test.db), {
      join_waitlist: true,
    });
    expect(body.status).toBe('HELD');
  });
});
