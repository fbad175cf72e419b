import { beforeEach, describe, expect, it } from 'vitest';
import { formatAuditDetails } from '#lib/domain/staff/audit-text.ts';
import { createExport } from '#lib/server/staff/export.ts';
import { alertOfLeads } from '#lib/server/staff/leads/lead-alerts.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { requestCall, requireLeadOf } from '../../support/leads/requests.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const to = 'counsellors@example.com';
const test = useTestApi({ LEADS_EMAIL: to, CALLBACKS_PER_HOUR: '1000' });

async function subjects(): Promise<string[]> {
  await deliverDue(test);
  return (await test.sentTo(to)).map(({ subject }) => subject ?? '').toReversed();
}

describe('[API-53] staff hear of a lead by email', () => {
  it('once when it is new, and once each time that its due time is over', async () => {
    const { phone, e164 } = await requestCall(test);
    await Promise.all([alertOfLeads(test), alertOfLeads(test)]);
    await alertOfLeads(test);
    const { reference, dueAt, id } = await requireLeadOf(test, e164);
    expect(await subjects()).toEqual([`New lead: Meera Nair, ${reference}`]);

    await travel(test.db, (dueAt.getTime() - Date.now()) / 1000 + 60);
    await Promise.all([alertOfLeads(test), alertOfLeads(test)]);
    await alertOfLeads(test);
    expect((await subjects()).slice(1)).toEqual([`Late lead: Meera Nair, ${reference}`]);

    await test.db.updateTable('lead').set({ status: 'NOT_INTERESTED' }).where('id', '=', id).execute();
    await requestCall(test, { phone });
    await alertOfLeads(test);
    expect((await subjects()).slice(2)).toEqual([`Asked again: Meera Nair, ${reference}`]);
  });

  it('[C-41] one by one up to 120 an hour, and what is over it is one email with all of them', async () => {
    for (let n = 0; n < 25; n += 1) await requestCall(test);
    await alertOfLeads(test);
    expect(await subjects()).toHaveLength(25);
    await test.db
      .updateTable('rateCounter')
      .set({ count: 115 })
      .where('key', 'like', '%lead-alert%hour%')
      .execute();
    for (let n = 0; n < 10; n += 1) await requestCall(test);
    await alertOfLeads(test);
    expect(await subjects()).toHaveLength(30);
    await travel(test.db, 3600);
    expect((await subjects()).slice(30)).toEqual(['5 new and late leads']);
  });

  it('not at all without an address, and not about old ones once it is set', async () => {
    await requestCall(test);
    await alertOfLeads({ ...test, config: { ...test.config, leadsEmail: null } });
    await travel(test.db, 3 * 86_400);
    await alertOfLeads(test);
    expect(await subjects()).toEqual([]);
  });
});

describe('CSV files', () => {
  let staffId: string;
  beforeEach(async () => {
    ({ id: staffId } = await signUpStaff(test));
  });
  const textOf = async (kind: 'leads' | 'enrolments', search = '') =>
    new Response(await createExport(test.db, staffId, kind, new URLSearchParams(search))).text();

  it('[C-40] of leads have the list’s filters and no formulas, and are in the audit', async () => {
    await requestCall(test, { first_name: '=1+1', last_name: '@SUM(A1)' });
    const { e164 } = await requestCall(test, { first_name: 'Zoya' });
    expect(await textOf('leads')).toContain("'=1+1 @SUM(A1)");
    const found = await textOf('leads', 'search=zoya');
    expect(found.trim().split('\r\n')).toHaveLength(2);
    expect(found).toContain(`'${e164}`);
    await textOf('leads', 'from=2026-11-01&to=2026-11-30');
    const audit = await test.db
      .selectFrom('auditEvent')
      .select(['action', 'details'])
      .where('actorId', '=', staffId)
      .orderBy('id')
      .execute();
    const exported = audit.filter(({ action }) => action === 'leads.EXPORT');
    expect(exported).toHaveLength(3);
    const facts = formatAuditDetails(exported[2]?.details ?? {}, String);
    expect(facts.toSorted()).toEqual(['From: 2026-11-01', 'To: 2026-11-30']);
  });

  it('[API-53] of leads have the attempts, their last outcome, the next call, the reason and the note', async () => {
    const { visitor } = await signUpStaff(test);
    const { e164 } = await requestCall(test, { first_name: 'Zoya' });
    const { id } = await requireLeadOf(test, e164);
    const path = `POST /api/v1/staff/leads/${id}`;
    await visitor.call(`${path}/log-attempt/`, { outcome: 'NO_ANSWER' });
    await visitor.call(`${path}/log-attempt/`, { outcome: 'BUSY', note: 'Call after six' });
    const [header = '', open = ''] = (await textOf('leads', 'search=zoya')).trim().split('\r\n');
    expect(header).toContain(
      'missed_calls,next_call_at_ist,attempts,last_attempt_at_ist,last_outcome,reason,last_note,',
    );
    expect(open).toMatch(/,2,\d{4}-[^,]+,2,\d{4}-[^,]+,[^,]+,,Call after six,/);
    await visitor.call(`${path}/move/`, { action: 'LOSE', reason_code: 'TOO_EXPENSIVE' });
    const [, lost = ''] = (await textOf('leads', 'search=zoya')).trim().split('\r\n');
    expect(lost).toContain('Too expensive');
  });

  it('[API-50] of enrolments have the learner and what was paid', async () => {
    const learner = await insertLearner(test);
    const { body } = await reserve(learner, await requireOpenBatch(test.db));
    const [, row = ''] = (await textOf('enrolments')).trim().split('\r\n');
    for (const part of [body.reference, learner.email, 'Seat reserved', ',0,INR,'])
      expect(row).toContain(part);
  });
});
