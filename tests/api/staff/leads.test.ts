import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { leadCondition } from '#lib/server/staff/leads/lead-query.ts';
import { listLongUndos } from '#lib/server/staff/undo/list-long-undos.ts';
import { useTestApi } from '../../support/api.ts';
import { newPhone } from '../../support/auth/people.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { requestBrochure, requestCall, requestLead, requireLeadOf } from '../../support/leads/requests.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi({ CALLBACKS_PER_HOUR: '1000' });
const path = '/api/v1/staff/leads/';
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  // The staff member’s own sign-up made a lead.
  await test.db.deleteFrom('lead').execute();
});

const list = async (query = '') => (await staff.call(`GET ${path}${query}`)).body;
const references = async (query: string): Promise<string[]> =>
  (await list(query)).results.map(({ reference }: { reference: string }) => reference);
const act = (id: string, name: string, body: object) => staff.call(`POST ${path}${id}/${name}/`, body);
const log = (id: string, outcome: string, more: object = {}) => act(id, 'log-attempt', { outcome, ...more });
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('[API-53] the list of leads', () => {
  it('finds a call that was asked for on the page of a programme by that programme, once per page', async () => {
    const topic = 'embark-pro';
    const phone = newPhone();
    const lead = await requestLead(test, staff, { phone, topic });
    const fees = await requestLead(test, staff, { topic: 'Fees' });
    expect([lead.interests, fees.interests]).toEqual([[topic], []]);
    expect(await references(`?program_slug=${topic}`)).toEqual([lead.reference]);
    expect([lead.timeline.at(-1).title, fees.timeline.at(-1).title]).toEqual([
      'Call-back, Embark Pro',
      'Call-back, Fees',
    ]);
    const again = await requestLead(test, staff, { phone, topic: 'career-accelerator-program' });
    expect(again.interests.toSorted()).toEqual(['career-accelerator-program', topic]);
  });

  it('has the one that is due first at the top, by keyset', async () => {
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const late = await requestLead(test, staff);
    await travel(test.db, 86_400 * 3);
    const early = await requestLead(test, staff);
    await log(early.id, 'CALL_BACK_AT', { call_at: day });
    const next = await requestLead(test, staff);
    expect(await references('')).toEqual([late.reference, next.reference, early.reference]);
    const first = await list('?limit=2');
    expect(first).toMatchObject({ count: 3, results: [{ is_late: true }, { is_late: false }] });
    const second = (await staff.call(`GET ${first.next}`)).body;
    expect(second).toMatchObject({ next: null, results: [{ reference: early.reference }] });
  });

  it('is filtered by status, owner, lateness, programme, source and period', async () => {
    const lead = await requestLead(test, staff);
    await requestBrochure(test, 'rohan@example.com');
    const [brochure = ''] = await references('?source=BROCHURE');
    const cases: [string, string[]][] = [
      ['?status=NEW', [lead.reference, brochure]],
      ['?status=CONNECTED', []],
      ['?owner=none', [lead.reference, brochure]],
      [`?owner=${staffId}`, []],
      ['?mine=true', []],
      ['?late=true', []],
      ['?program_slug=embark-pro', [brochure]],
      ['?source=CALLBACK', [lead.reference]],
      ['?from=2020-01-01&to=2020-02-01', []],
      ['?from=2020-01-01', [lead.reference, brochure]],
    ];
    for (const [query, expected] of cases) expect(await references(query), query).toEqual(expected);
    expect((await staff.call(`GET ${path}?due=never`)).status).toBe(400);
  });

  it('is searched by name, phone however grouped, email and the references of lead and call', async () => {
    const { e164, phone, call } = await requestCall(test, {
      first_name: 'Zoya',
      email: 'zoya.k@example.com',
    });
    await requestCall(test);
    const { reference } = await requireLeadOf(test, e164);
    for (const search of [
      'zoya',
      'ZOY nai',
      phone,
      `+91 ${phone.slice(0, 5)}-${phone.slice(5)}`,
      'zoya.k@exam',
      reference,
      reference.toLowerCase().replace('-', ' '),
      call.reference,
    ])
      expect(await references(`?search=${encodeURIComponent(search)}`), search).toEqual([reference]);
    expect(await references('?search=%26')).toEqual([]);
  });

  it('lists calls for the week before the first class until somebody was reached', async () => {
    const { body } = await reserve(await insertLearner(test), await requireOpenBatch(test.db));
    await test.db.updateTable('enrolment').set({ status: 'CONFIRMED' }).where('id', '=', body.id).execute();
    const daysBefore = (days: number) => new Date(Date.parse(body.starts_on) - days * 86_400_000);
    const listAt = async (now: Date) =>
      await test.db
        .selectFrom('lead')
        .select('id')
        .where(await leadCondition(test.db, { due: 'first-class' }, staffId, now))
        .execute();
    expect(await listAt(daysBefore(9))).toEqual([]);
    const [lead] = await listAt(daysBefore(3));
    await log(lead?.id ?? '', 'NO_ANSWER');
    expect(await listAt(daysBefore(3))).toHaveLength(1);
    await log(lead?.id ?? '', 'CONNECTED');
    await test.db
      .updateTable('leadAttempt')
      .set({ at: daysBefore(4) })
      .execute();
    expect(await listAt(daysBefore(3))).toEqual([]);
  });
});

describe('[API-53] a lead shows where the person came from', () => {
  it('also where the stored visit lacks a part', async () => {
    const { id } = await requestLead(test, staff);
    const touch = JSON.stringify({ utmSource: 'google' });
    await test.db.deleteFrom('conversion').execute();
    const { subjectId } = await test.db
      .selectFrom('leadRequest')
      .select('subjectId')
      .executeTakeFirstOrThrow();
    await test.db
      .insertInto('conversion')
      .values({
        ...{ id: randomUUID(), kind: 'CALLBACK', subjectId, userId: null, anonymousId: null },
        ...{ firstTouch: touch, sessionTouch: null, refCode: null, ogReferer: null },
      })
      .execute();
    const { body } = await staff.call(`GET ${path}${id}/`);
    expect(body).toMatchObject({ first_touch: { source: 'google', referrer_host: null }, last_touch: null });
  });
});

describe('[API-53] a call is logged', () => {
  it('once per attempt id, with status, owner, next call, history and audit', async () => {
    const { id } = await requestLead(test, staff);
    const attempt = { attempt_id: randomUUID(), note: 'In a class' };
    const [first] = await Promise.all([log(id, 'NO_ANSWER', attempt), log(id, 'NO_ANSWER', attempt)]);
    expect(first.status).toBe(200);
    const { body } = await staff.call(`GET ${path}${id}/`);
    expect(body).toMatchObject({
      status: 'ATTEMPTED',
      owner: { id: staffId, name: 'Asha Verma' },
      missed_calls: 1,
      is_late: false,
      timeline: [
        { kind: 'ATTEMPT', title: 'Call: No answer', text: 'In a class', actor_name: 'Asha Verma' },
        { kind: 'REQUEST', title: 'Call-back' },
      ],
    });
    expect(body.next_action_at).toBe(body.due_at);
    await act(id, 'note', { text: 'Prefers the evening' });
    await log(id, 'BUSY');
    expect((await list()).results).toMatchObject([
      { last_attempt: { outcome_label: 'Busy', count: 2 }, last_note: 'Prefers the evening' },
    ]);
    const audit = await test.db
      .selectFrom('auditEvent')
      .select('action')
      .where('subjectId', '=', id)
      .execute();
    expect(audit.map(({ action }) => action).toSorted()).toEqual(['lead.MISS', 'lead.MISS', 'lead.NOTE']);
  });

  it('can be undone for half an hour, the last one of this lead, and the audit names both', async () => {
    const { id } = await requestLead(test, staff);
    await log(id, 'NO_ANSWER');
    const before = (await staff.call(`GET ${path}${id}/`)).body;
    await log(id, 'WRONG_NUMBER');
    const [undo, ...others] = await listLongUndos(test.db, staffId, id);
    expect([undo?.name, others]).toEqual(['Wrong number', []]);
    expect((await staff.call(`POST /api/v1/staff/actions/${undo?.actionId}/undo/`, {})).status).toBe(200);
    expect((await staff.call(`GET ${path}${id}/`)).body).toEqual(before);
    const audit = await test.db
      .selectFrom('auditEvent')
      .select(['action', 'details'])
      .where('subjectId', '=', id)
      .orderBy('id', 'desc')
      .execute();
    expect(audit.slice(0, 2)).toMatchObject([
      { action: 'lead.UNDO', details: { undone: 'lead.MISS' } },
      { action: 'lead.MISS', details: { attempt: 'Wrong number' } },
    ]);
  });

  it('is planned alone: the time and the owner change, and no call is counted', async () => {
    const { id } = await requestLead(test, staff);
    const call_at = tomorrow();
    for (const past of ['', new Date(Date.now() - 1000).toISOString()]) {
      const { status, body } = await act(id, 'plan-call', { call_at: past });
      expect([status, Object.keys(body.field_errors)]).toEqual([400, ['call_at']]);
    }
    const { body } = await act(id, 'plan-call', { call_at });
    expect(body).toMatchObject({
      ...{ status: 'ASSIGNED', missed_calls: 0, due_at: call_at, next_action_at: call_at },
      owner: { id: staffId },
      timeline: [{ kind: 'EVENT', title: 'Next call planned' }, { kind: 'REQUEST' }],
    });
  });

  it('that is planned after a logged one is undone first, and then the logged one can be undone again', async () => {
    const { id } = await requestLead(test, staff);
    const first = (await staff.call(`GET ${path}${id}/`)).body;
    await log(id, 'NO_ANSWER');
    const logged = (await staff.call(`GET ${path}${id}/`)).body;
    const call_at = tomorrow();
    await act(id, 'plan-call', { call_at });
    const undo = async () => {
      const undos = await listLongUndos(test.db, staffId, id);
      expect(undos).toHaveLength(1);
      const { status } = await staff.call(`POST /api/v1/staff/actions/${undos[0]?.actionId}/undo/`, {});
      return [undos[0]?.action, undos[0]?.name, status];
    };
    expect(await undo()).toEqual(['lead.PLAN_CALL', call_at, 200]);
    expect((await staff.call(`GET ${path}${id}/`)).body).toEqual(logged);
    expect(await undo()).toEqual(['lead.LOG_ATTEMPT', 'No answer', 200]);
    expect((await staff.call(`GET ${path}${id}/`)).body).toEqual(first);
    expect(await listLongUndos(test.db, staffId, id)).toEqual([]);
  });

  it('at an agreed time needs one in the future', async () => {
    const { id } = await requestLead(test, staff);
    for (const call_at of [undefined, new Date(Date.now() - 1000).toISOString()]) {
      const { status, body } = await log(id, 'CALL_BACK_AT', { call_at });
      expect([status, Object.keys(body.field_errors)]).toEqual([400, ['call_at']]);
    }
    const call_at = tomorrow();
    const { body: before } = await staff.call(`GET ${path}${id}/`);
    expect((await log(id, 'CALL_BACK_AT', { call_at })).body).toMatchObject({
      status: 'FOLLOW_UP',
      due_at: call_at,
    });
    const audit = await test.db
      .selectFrom('auditEvent')
      .select('details')
      .where('subjectId', '=', id)
      .execute();
    expect(audit).toMatchObject([{ details: { previousDueAt: before.due_at, dueAt: call_at } }]);
  });

  it('and the call-back that the person sees has the same status', async () => {
    const { id } = await requestLead(test, staff);
    await log(id, 'CONNECTED');
    const calls = await test.db.selectFrom('callbackRequest').select('status').execute();
    expect(calls).toEqual([{ status: 'CONNECTED' }]);
  });
});

describe('[API-53] a lead ends with an outcome', () => {
  it('enrolled with an enrolment of this person only', async () => {
    const learner = await insertLearner(test);
    const { body: enrolment } = await reserve(learner, await requireOpenBatch(test.db));
    const { id } = await requireLeadOf(test, learner.phone);
    const other = await requestLead(test, staff);
    const convert = { action: 'CONVERT', enrolment_id: enrolment.id };
    expect((await act(other.id, 'move', convert)).body.field_errors).toHaveProperty('enrolment_id');
    expect((await act(id, 'move', convert)).body).toMatchObject({
      status: 'CONVERTED',
      outcome: { enrolment_id: enrolment.id },
      enrolments: [{ id: enrolment.id }],
    });
  });

  it('not interested with a reason, and opens again', async () => {
    const { id } = await requestLead(test, staff);
    expect((await act(id, 'move', { action: 'LOSE' })).body.field_errors).toHaveProperty('reason_code');
    const lost = await act(id, 'move', { action: 'LOSE', reason_code: 'NO_TIME', note: 'Exams' });
    expect(lost.body).toMatchObject({ status: 'NOT_INTERESTED', outcome: { reason: 'No time now' } });
    expect(await references('')).toEqual([]);
    expect((await act(id, 'move', { action: 'REOPEN' })).body).toMatchObject({
      status: 'FOLLOW_UP',
      outcome: null,
    });
  });

  it('unreachable only after three calls without an answer', async () => {
    const { id } = await requestLead(test, staff);
    expect((await act(id, 'move', { action: 'GIVE_UP' })).status).toBe(409);
    for (const outcome of ['NO_ANSWER', 'BUSY', 'WRONG_NUMBER']) await log(id, outcome);
    expect((await act(id, 'move', { action: 'GIVE_UP' })).body.status).toBe('UNREACHABLE');
  });
});

describe('[API-53] two leads of one person', () => {
  it('are shown and merged, and nothing is lost', async () => {
    const email = 'meera@example.com';
    const lead = await requestLead(test, staff, { email });
    const other = await requestLead(test, staff, { email, message: 'In the evening' });
    await log(other.id, 'NO_ANSWER', { note: 'Rang twice' });
    const { body: seen } = await staff.call(`GET ${path}${lead.id}/`);
    expect(seen.duplicates).toMatchObject([{ id: other.id, reason: 'Same email' }]);
    const merge = { other_lead_id: other.id };
    const [first, second] = await Promise.all([act(lead.id, 'merge', merge), act(lead.id, 'merge', merge)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    const { body: merged } = await staff.call(`GET ${path}${other.id}/`);
    expect(merged).toMatchObject({ id: lead.id, reference: lead.reference, duplicates: [], missed_calls: 1 });
    const { body: audit } = await staff.call(`GET /api/v1/staff/audit-events/?subject_id=${lead.id}`);
    expect(audit.results[0]).toMatchObject({
      action: 'lead.MERGE',
      details: { from: 'NEW', to: 'NEW', merged: other.reference, previous_owner: null, owner: 'Asha Verma' },
    });
    const texts = merged.timeline
      .map(({ title, text }: { title: string; text: string }) => `${title} ${text}`)
      .join();
    for (const kept of ['In the evening', 'Rang twice', other.reference, other.person.phone])
      expect(texts).toContain(kept);
    for (const search of [lead.reference, other.reference, other.person.phone])
      expect(await references(`?search=${encodeURIComponent(search)}`), search).toEqual([lead.reference]);
    const again = await requestLead(test, staff, { phone: lead.person.phone.slice(3) });
    expect(again.id).toBe(lead.id);
    await requestCall(test, { phone: other.person.phone.slice(3) });
    expect((await list()).count).toBe(1);
  });
});

describe('[API-53] staff save lists', () => {
  it('under a name, only for themselves', async () => {
    const save = (name: string, search: string) =>
      staff.call('POST /api/v1/staff/lead-filters/save/', { name, search });
    await save('Late ones', 'late=true&after=x&junk=1');
    await save('late ONES', 'late=true&mine=true');
    const { body } = await staff.call('GET /api/v1/staff/lead-filters/');
    expect(body.results).toMatchObject([{ name: 'late ONES', search: 'mine=true&late=true' }]);
    const { visitor: other } = await signUpStaff(test);
    expect((await other.call('GET /api/v1/staff/lead-filters/')).body.results).toEqual([]);
    const remove = `POST /api/v1/staff/lead-filters/${body.results[0].id}/delete/`;
    expect((await other.call(remove, {})).status).toBe(404);
    expect((await staff.call(remove, {})).status).toBe(200);
  });
});

it('[API-53] a lead without a phone number logs no call and no WhatsApp message, and an email counts', async () => {
  await requestBrochure(test, 'no-phone@example.com');
  const { id } = await test.db
    .selectFrom('lead')
    .select('id')
    .where('email', '=', 'no-phone@example.com')
    .executeTakeFirstOrThrow();
  for (const more of [{}, { channel: 'CALL' }, { channel: 'WHATSAPP' }]) {
    const { status, body } = await log(id, 'CONNECTED', more);
    expect([status, body.error_code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.field_errors).toEqual({ channel: 'This lead has no phone number. Choose Email.' });
  }
  expect(await test.db.selectFrom('leadAttempt').select('id').where('leadId', '=', id).execute()).toEqual([]);
  expect((await log(id, 'CONNECTED', { channel: 'EMAIL' })).status).toBe(200);
  expect((await act(id, 'note', { text: 'Wrote back' })).body.status).toBe('CONNECTED');
});
