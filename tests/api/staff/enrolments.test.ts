import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { releaseDueSeats } from '#lib/server/enrolment/due-enrolments.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import {
  insertLearner,
  insertLearners,
  type Learner,
  leaveSeats,
  requireOpenBatch,
  reserve,
} from '../../support/enrolment/learners.ts';
import { waitForDelivery } from '../../support/hiring/candidates.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
});

const path = '/api/v1/staff/enrolments/';
const paid = (amount: number, more: object = {}) => ({
  amount,
  method: 'BANK_TRANSFER',
  reference: 'UTR123',
  received_at: new Date(Date.now() - 1000).toISOString(),
  ...more,
});
const record = (id: string, body: object) => staff.call(`POST ${path}${id}/record-payment/`, body);
const move = (id: string, action: string, more: object = {}) =>
  staff.fork().call(`POST ${path}${id}/move/`, { action, ...more });

async function hold(learner?: Learner) {
  const { body } = await reserve(learner ?? (await insertLearner(test)), await requireOpenBatch(test.db));
  return body;
}

describe('[API-50] staff record a payment', () => {
  it('once per reference, with history, audit and a message', async () => {
    const learner = await insertLearner(test);
    const { id, first_open_amount: amount } = await hold(learner);
    const answers = await Promise.all([record(id, paid(amount)), record(id, paid(amount))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.is_existing).sort()).toEqual([false, true]);
    const { body } = await staff.call(`GET ${path}${id}/`);
    expect(body.payments).toMatchObject([
      {
        amount,
        method: 'BANK_TRANSFER',
        reference: 'UTR123',
        recorded_by_id: staffId,
        recorded_by_name: 'Asha Verma',
      },
    ]);
    expect(body.first_open_amount).toBe(0);
    const other = await record(id, paid(amount - 1, { reference: 'utr123' }));
    expect([other.status, other.body.error_code]).toEqual([409, 'ALREADY_EXISTS']);
    await waitForDelivery(test);
    expect((await test.sentTo(learner.email)).map(({ subject }) => subject)).toContain(
      'We have received your payment',
    );
    const audit = await test.db.selectFrom('auditEvent').select(['action', 'subjectId']).execute();
    expect(audit).toContainEqual({ action: 'enrolment.RECORD_PAYMENT', subjectId: id });
  });

  it('never a card, more than is open, or a payment of the future', async () => {
    const { id, open_amount: open } = await hold();
    const wrong: [object, string][] = [
      [paid(open + 1), 'amount'],
      [paid(0), 'amount'],
      [paid(10.5), 'amount'],
      [paid(100, { reference: '4111 1111 1111 1111' }), 'reference'],
      [paid(100, { reference: '' }), 'reference'],
      [paid(100, { method: 'CARD' }), 'method'],
      [paid(100, { received_at: new Date(Date.now() + 3_600_000).toISOString() }), 'received_at'],
      [paid(100, { card_number: '4111111111111111' }), 'card_number'],
    ];
    for (const [body, field] of wrong) {
      const answer = await record(id, body);
      expect([answer.status, Object.keys(answer.body.field_errors)]).toEqual([400, [field]]);
    }
  });

  it('asks the learner for no more money once all is paid', async () => {
    const learner = await insertLearner(test);
    const { id, open_amount: open } = await hold(learner);
    const see = async () => (await learner.visitor.call(`GET /api/v1/enrolments/${id}/`)).body;
    expect((await see()).bank_transfer).not.toBeNull();
    await record(id, paid(open));
    expect(await see()).toMatchObject({ status: 'HELD', open_amount: 0, bank_transfer: null });
  });

  it('keeps the seat beyond its 48 hours', async () => {
    const { id } = await hold();
    await record(id, paid(100));
    await travel(test.db, 72 * 3600);
    await releaseDueSeats(test);
    expect((await staff.call(`GET ${path}${id}/`)).body.status).toBe('HELD');
  });
});

describe('[API-50] a payment for a seat that was released', () => {
  const taken = async () =>
    (await test.db.selectFrom('batchSeats').select('taken').executeTakeFirstOrThrow()).taken;
  const expire = async () => {
    await travel(test.db, 49 * 3600);
    await releaseDueSeats(test);
  };

  it('gives the seat back, with the reason in the history and the audit log', async () => {
    const learner = await insertLearner(test);
    const { id, first_open_amount: amount } = await hold(learner);
    await expire();
    await waitForDelivery(test);
    expect((await test.sentTo(learner.phone)).map(({ text }) => text).join()).toMatch(
      /Did you pay already\? Write to \S+@/,
    );
    expect(await taken()).toBe(0);
    const answers = await Promise.all([record(id, paid(amount)), record(id, paid(amount))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await staff.call(`GET ${path}${id}/`);
    expect(body).toMatchObject({ status: 'HELD', paid_amount: amount, hold_expires_at: null });
    expect(body.history.at(-1)).toMatchObject({ from: 'RELEASED', reason: expect.stringContaining('paid') });
    expect(await taken()).toBe(1);
    const audit = await test.db
      .selectFrom('auditEvent')
      .select('details')
      .where('subjectId', '=', id)
      .executeTakeFirstOrThrow();
    expect(audit.details).toMatchObject({ from: 'RELEASED', to: 'HELD', reasonCode: 'PAID_BEFORE_RELEASE' });
    await expire();
    expect((await move(id, 'CONFIRM')).body.status).toBe('CONFIRMED');
    await waitForDelivery(test);
    expect((await test.sentTo(learner.email)).map(({ subject }) => subject)).toContain(
      'You have your seat again',
    );
  });

  it('can be released by staff again', async () => {
    const { id } = await hold();
    const release = () => move(id, 'RELEASE', { reason_code: 'OTHER' });
    await release();
    await record(id, paid(100));
    expect((await release()).body.status).toBe('RELEASED');
    expect(await taken()).toBe(0);
  });

  it('goes back while no seat is free, also when two payments want the last one', async () => {
    const batch = await requireOpenBatch(test.db);
    const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
    const ids = [(await hold(one)).id, (await hold(two)).id];
    await expire();
    await leaveSeats(test.db, batch, 0);
    const { body } = await staff.call(`GET ${path}${ids[0]}/`);
    expect(body.allowed_actions).toEqual([
      { action: 'RECORD_PAYMENT', enabled: false, reason: expect.stringContaining('all the money back') },
    ]);
    await leaveSeats(test.db, batch, 1);
    const answers = await Promise.all(ids.map((id) => record(id, paid(100))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error_code: 'BATCH_FULL',
      error: expect.stringContaining('all the money back'),
    });
    expect(await taken()).toBe(batch.seats);
  });

  it('belongs to the newer enrolment of the learner, if there is one', async () => {
    const learner = await insertLearner(test);
    const { id } = await hold(learner);
    await move(id, 'RELEASE', { reason_code: 'OTHER' });
    await hold(learner);
    const answer = await record(id, paid(100));
    expect([answer.status, answer.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(await taken()).toBe(1);
  });
});

describe('[API-50] staff move an enrolment', () => {
  it('confirm it after the first payment; a double click confirms once', async () => {
    const learner = await insertLearner(test);
    const { id, first_open_amount: amount } = await hold(learner);
    const early = await move(id, 'CONFIRM');
    expect([early.status, early.body.error_code]).toEqual([409, 'INVALID_STATE']);
    expect(early.body.error).toMatch(/First record a payment/);
    await record(id, paid(amount));
    const answers = await Promise.all([move(id, 'CONFIRM'), move(id, 'CONFIRM')]);
    for (const { status, body } of answers) expect([status, body.status]).toEqual([200, 'CONFIRMED']);
    await waitForDelivery(test);
    const confirmed = (await test.sentTo(learner.email)).filter(({ subject }) =>
      subject?.includes('confirmed'),
    );
    expect(confirmed).toHaveLength(1);
    const { body } = await learner.visitor.call(`GET /api/v1/enrolments/${id}/`);
    expect(body).toMatchObject({ status: 'CONFIRMED', receipt_url: `/account/enrolments/${id}/receipt.pdf` });
    expect(body.payments[0]).not.toHaveProperty('recorded_by_id');
    const cancel = await learner.visitor.call(`POST /api/v1/enrolments/${id}/cancel/`, {});
    expect(cancel.status).toBe(409);
  });

  it('release and drop with a reason, which frees the seat', async () => {
    const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
    const released = await hold(one);
    const withoutReason = await move(released.id, 'RELEASE');
    expect([withoutReason.status, Object.keys(withoutReason.body.field_errors)]).toEqual([
      400,
      ['reason_code'],
    ]);
    const notes = { reason_code: 'NOT_PAID', public_note: 'Write to us.', private_note: 'Called twice.' };
    expect((await move(released.id, 'RELEASE', notes)).body.status).toBe('RELEASED');
    const seen = await one.visitor.call(`GET /api/v1/enrolments/${released.id}/`);
    expect(JSON.stringify(seen.body)).toContain('Write to us.');
    expect(JSON.stringify(seen.body)).not.toContain('Called twice.');

    const dropped = await hold(two);
    await record(dropped.id, paid(dropped.first_open_amount));
    await move(dropped.id, 'CONFIRM');
    expect((await move(dropped.id, 'COMPLETE')).status).toBe(409);
    expect((await move(dropped.id, 'DROP', { reason_code: 'LEARNER_ASKED' })).body.status).toBe('DROPPED');
    const { taken } = await test.db.selectFrom('batchSeats').select('taken').executeTakeFirstOrThrow();
    expect(taken).toBe(0);
  });
});

describe('[API-50] the list of staff', () => {
  it('finds by status, programme, batch, reference, name and phone', async () => {
    const [one, two] = (await insertLearners(test, 2)) as [Learner, Learner];
    const first = await hold(one);
    const other = await requireOpenBatch(test.db, 1);
    const { body: second } = await reserve(two, other);
    await two.visitor.call(`POST /api/v1/enrolments/${second.id}/cancel/`, {});
    const find = async (query: string) =>
      (await staff.call(`GET ${path}?${query}`)).body.results.map(({ id }: { id: string }) => id);
    expect(await find('')).toEqual([second.id, first.id]);
    expect(await find('status=HELD')).toEqual([first.id]);
    expect(await find(`batch_id=${other.batchId}`)).toEqual([second.id]);
    expect(await find(`program_slug=${other.programSlug}&status=RELEASED`)).toEqual([second.id]);
    expect(await find(`search=${first.reference}`)).toEqual([first.id]);
    expect(await find(`search=${encodeURIComponent(two.phone)}`)).toEqual([second.id]);
    expect(await find('search=meera')).toHaveLength(2);
    const page = await staff.call(`GET ${path}?limit=1`);
    const next = await staff.call(`GET ${page.body.next}`);
    expect([page.body.count, next.body.results[0].id]).toEqual([2, first.id]);
  });

  it('[C-39] does not exist for anybody else', async () => {
    const learner = await insertLearner(test);
    const { id } = await hold(learner);
    expect((await learner.visitor.call(`GET ${path}`)).status).toBe(404);
    expect((await learner.visitor.call(`GET ${path}${id}/`)).status).toBe(404);
    expect((await learner.visitor.call(`POST ${path}${id}/move/`, { action: 'CONFIRM' })).status).toBe(404);
    expect((await staff.call(`GET ${path}none/`)).status).toBe(404);
  });
});

it('[API-53] a confirmed seat converts the lead of the learner and their open call, once', async () => {
  const { id, first_open_amount: amount } = await hold();
  const lead = () =>
    test.db
      .selectFrom('lead')
      .selectAll()
      .where('sources', '@>', sql<never>`array['ENROLMENT']`)
      .executeTakeFirstOrThrow();
  expect((await lead()).status).toBe('NEW');
  await record(id, paid(amount));
  expect((await lead()).status).toBe('NEW');
  await Promise.all([move(id, 'CONFIRM'), move(id, 'CONFIRM')]);
  expect(await lead()).toMatchObject({ status: 'CONVERTED', enrolmentId: id });
  const { body } = await staff.call(`GET /api/v1/staff/leads/${(await lead()).id}/`);
  const events = body.timeline.filter(({ title }: { title: string }) => title === 'Enrolled');
  expect(events).toMatchObject([{ actor_type: 'SYSTEM', actor_name: null }]);
});
