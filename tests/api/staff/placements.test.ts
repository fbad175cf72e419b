import { beforeEach, describe, expect, it } from 'vitest';
import { createExport } from '#lib/server/staff/export.ts';
import { listJoining } from '#lib/server/staff/hiring/placements/list-joining.ts';
import { useTestApi } from '../../support/api.ts';
import type { Candidate } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { acceptOf, dayFromNow, postOffer, signUpShortlisted } from '../../support/hiring/offers.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { readState } from '../../support/hiring/undo.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const list = '/api/v1/staff/placements/';
let staff: Visitor;
let staffId: string;
let person: Candidate & { id: string };

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  person = await signUpShortlisted(test, 'inside-sales-associate-cl13');
  await postOffer(staff, person.id);
  await acceptOf(person);
});

const join = (joinedOn: string) =>
  staff.call(`POST /api/v1/staff/job-applications/${person.id}/join/`, { joined_on: joinedOn });
const move = (action: string) =>
  staff.call('POST /api/v1/staff/job-applications/move/', {
    ...{ application_ids: [person.id], action },
    ...(action === 'REOPEN' && { reason_code: 'MISTAKE' }),
  });
const find = async (query = '') => (await staff.call(`GET ${list}${query}`)).body.results;
async function update(more: object) {
  const [one] = await find();
  const { version, joined_on, left_on, leave_reason, note } = one;
  const { invoiced_on, invoice_reference, fee_amount } = one;
  return staff.call(`PATCH ${list}${one.id}/update/`, {
    ...{ version, joined_on, left_on, leave_reason, note, invoiced_on, invoice_reference, fee_amount },
    ...more,
  });
}

describe('joining', () => {
  it('[API-42] is listed by the agreed first day from the accepted offer until it is recorded', async () => {
    const [one, ...others] = await listJoining(test.db);
    expect([one?.applicationId, one?.joiningOn, one?.isDue, others]).toEqual([
      person.id,
      dayFromNow(21),
      false,
      [],
    ]);
    await test.db
      .updateTable('jobOffer')
      .set({ joiningOn: dayFromNow(0) })
      .execute();
    expect((await listJoining(test.db))[0]).toMatchObject({ joiningOn: dayFromNow(0), isDue: true });
    await join(dayFromNow(0));
    expect(await listJoining(test.db)).toEqual([]);
  });

  it('[API-42] is recorded with its day, after the offer was accepted', async () => {
    const tomorrow = await join(dayFromNow(1));
    expect([tomorrow.status, tomorrow.body.field_errors]).toEqual([
      400,
      { joined_on: 'This day is still to come.' },
    ]);
    const { status, body } = await join(dayFromNow(-2));
    expect([status, body.status]).toEqual([200, 'HIRED']);
    expect(await find()).toMatchObject([
      { joined_on: dayFromNow(-2), status: 'JOINED', fee_due: false, annual_pay: 360_000 },
    ]);
    expect((await join(dayFromNow(-2))).body.error_code).toBe('INVALID_STATE');
  });

  it('[API-42] of several at once counts from today, while the first day of the offer is still to come', async () => {
    expect((await move('HIRE')).body.moved).toBe(1);
    expect(await find()).toMatchObject([{ joined_on: dayFromNow(0) }]);
  });

  it('[API-42] is undone with its placement, and reopening ends it', async () => {
    const before = await readState(test.db);
    await join(dayFromNow(0));
    const { body } = await staff.call('GET /api/v1/staff/actions/undoable/');
    expect((await staff.call(`POST /api/v1/staff/actions/${body.action.id}/undo/`, {})).status).toBe(200);
    expect(await readState(test.db)).toEqual(before);
    await join(dayFromNow(0));
    expect((await move('REOPEN')).body.results[0]).toMatchObject({ ok: true });
    expect(await find()).toEqual([]);
  });
});

it('[API-42] who has joined is not reopened while an invoice is recorded, so that no fee is due twice', async () => {
  await join(dayFromNow(-100));
  expect(
    (await update({ invoiced_on: dayFromNow(-1), invoice_reference: 'INV-7', fee_amount: 30_000 })).status,
  ).toBe(200);
  const [rejected] = (await move('REOPEN')).body.results;
  expect(rejected).toMatchObject({ ok: false, error: { message: expect.stringContaining('INV-7') } });
  expect(await find()).toMatchObject([{ invoice_reference: 'INV-7' }]);
  await update({ invoiced_on: null, invoice_reference: null, fee_amount: null });
  expect((await move('REOPEN')).body.results[0]).toMatchObject({ ok: true });
});

it('[API-42] a rejection that is reopened restores the accepted offer', async () => {
  await staff.call('POST /api/v1/staff/job-applications/move/', {
    ...{ application_ids: [person.id], action: 'REJECT', reason_code: 'OTHER' },
  });
  await move('REOPEN');
  const { body } = await staff.call(`GET /api/v1/staff/job-applications/${person.id}/`);
  expect(body).toMatchObject({ status: 'OFFER_ACCEPTED', offers: [{ status: 'ACCEPTED' }] });
});

describe('a placement', () => {
  beforeEach(async () => {
    await join(dayFromNow(-100));
  });

  it('[API-42] is retained after 90 days by itself, and its fee is due until an invoice is recorded', async () => {
    expect(await find('?due=true')).toMatchObject([{ status: 'RETAINED', fee_due: true }]);
    const invoiced = { invoiced_on: dayFromNow(0), invoice_reference: 'INV-7' };
    expect((await update(invoiced)).body).toMatchObject({ fee_due: false, ...invoiced });
    expect(await find('?due=true')).toEqual([]);
    const { body } = await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${person.id}`);
    expect(body.results[0]).toMatchObject({
      action: 'placement.UPDATE',
      details: { from: { invoice_reference: null }, to: { invoice_reference: 'INV-7' } },
    });
  });

  it('[API-42] ends with a day and a reason; before 90 days no fee is due', async () => {
    const left = { left_on: dayFromNow(-20), leave_reason: 'RESIGNED' };
    const { body } = await update(left);
    expect(body).toMatchObject({ status: 'LEFT', fee_due: false, fee_due_on: null, ...left });
    expect(await find(`?month=${dayFromNow(-10).slice(0, 7)}&month_of=FEE_DUE`)).toEqual([]);
    const fieldsOf = async (more: object) => Object.keys((await update(more)).body.field_errors);
    expect(await fieldsOf({ leave_reason: null })).toEqual(['leave_reason']);
    expect(await fieldsOf({ left_on: dayFromNow(-101) })).toEqual(['left_on']);
    expect(await fieldsOf({ left_on: dayFromNow(1) })).toEqual(['left_on']);
    expect((await update({ left_on: dayFromNow(-5) })).body.fee_due).toBe(true);
  });

  it('[C-42] that two colleagues change at once has the change of one', async () => {
    const [{ version }] = await find();
    const answers = await Promise.all([update({ version, note: 'One' }), update({ version, note: 'Two' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('[API-42] is found by employer, month, status and name, and leaves as CSV without formulas', async () => {
    const [{ joined_on: joinedOn, fee_due_on: dueOn, job }] = await find();
    const { id: employerId } = await test.db
      .selectFrom('employer')
      .select('id')
      .where('name', '=', job.employer_name)
      .executeTakeFirstOrThrow();
    const other = await test.db
      .selectFrom('employer')
      .select('id')
      .where('id', '!=', employerId)
      .executeTakeFirstOrThrow();
    const counts = await Promise.all(
      [
        `?employer_id=${employerId}`,
        `?employer_id=${other.id}`,
        `?month=${joinedOn.slice(0, 7)}`,
        `?month=${dueOn.slice(0, 7)}`,
        `?month=${dueOn.slice(0, 7)}&month_of=FEE_DUE`,
        '?status=LEFT',
        '?status=RETAINED',
        '?search=nobody',
      ].map(async (query) => (await find(query)).length),
    );
    expect(counts).toEqual([1, 0, 1, 0, 1, 0, 1, 0]);
    await update({ invoiced_on: dayFromNow(0), invoice_reference: '=1+1', fee_amount: 45_000 });
    expect((await update({ fee_amount: -1 })).status).toBe(400);
    const file = await createExport(test.db, staffId, 'placements', new URLSearchParams());
    const text = await new Response(file).text();
    expect(text).toContain('fee_due_on');
    expect(text).toContain(`${joinedOn},Retained`);
    expect(text).toContain("'=1+1");
    expect(text).toContain(',fee_amount,');
    expect(text).toContain(',45000,');
  });
});
