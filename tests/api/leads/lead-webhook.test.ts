import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createLog, type Log } from '#lib/server/log.ts';
import { alertOfLeads } from '#lib/server/staff/leads/lead-alerts.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { requestCall, requireLeadOf } from '../../support/leads/requests.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';

const test = useTestApi({ LEADS_WEBHOOK_URL: 'https://crm.example/hooks/leads', CALLBACKS_PER_HOUR: '1000' });

async function events(): Promise<{ type: string; timestamp: string; data: Record<string, unknown> }[]> {
  await deliverDue(test);
  const sent = await test.sentTo('leads-webhook');
  return sent.map(({ text }) => JSON.parse(text)).toReversed();
}

it('[API-53] another system gets each new lead and each late one once, also by several processes', async () => {
  const { e164 } = await requestCall(test, { first_name: 'Zoya', email: 'zoya@example.com' });
  await Promise.all([alertOfLeads(test), alertOfLeads(test)]);
  await alertOfLeads(test);
  const lead = await requireLeadOf(test, e164);
  expect(await events()).toEqual([
    {
      type: 'lead.created',
      timestamp: lead.askedAt.toISOString(),
      data: {
        ...{ id: lead.id, reference: lead.reference, status: 'NEW', name: 'Zoya Nair' },
        ...{ phone: e164, email: 'zoya@example.com', city: null, sources: ['CALLBACK'], interests: [] },
        ...{ due_at: lead.dueAt.toISOString(), asked_at: lead.askedAt.toISOString() },
        url: `https://localhost/staff/leads/${lead.id}/`,
      },
    },
  ]);
  await travel(test.db, (lead.dueAt.getTime() - Date.now()) / 1000 + 60);
  await Promise.all([alertOfLeads(test), alertOfLeads(test)]);
  expect((await events()).map(({ type }) => type)).toEqual(['lead.created', 'lead.late']);
});

it('[API-53] another system hears of an open lead that asks again', async () => {
  const { e164, phone } = await requestCall(test);
  await alertOfLeads(test);
  // Those that are due together are sent side by side.
  expect(await events()).toHaveLength(1);
  await test.db.updateTable('lead').set({ status: 'CONNECTED' }).where('phoneE164', '=', e164).execute();
  await travel(test.db, 73 * 3600);
  await requestCall(test, { phone });
  await test.db.updateTable('lead').set({ lateAlertedDue: sql`due_at` }).execute();
  await Promise.all([alertOfLeads(test), alertOfLeads(test)]);
  expect((await events()).map(({ type, data }) => [type, data.status])).toEqual([
    ['lead.created', 'NEW'],
    ['lead.created', 'CONNECTED'],
  ]);
});

it('[C-41] the event and its claim are one transaction, so a process that dies in between has done neither', async () => {
  await requestCall(test);
  const dying = { ...test.messages, queue: () => Promise.reject(new Error('the process died')) };
  const failed: unknown[] = [];
  const log = { ...createLog('silent'), error: (fields: unknown) => failed.push(fields) } as unknown as Log;
  await alertOfLeads({ ...test, messages: dying, log });
  expect(failed).toMatchObject([{ event: 'lead.alert-error', err: { message: 'the process died' } }]);
  expect(await events()).toEqual([]);
  await alertOfLeads(test);
  expect(await events()).toHaveLength(1);
});

it('[C-41] a flood of leads is one event each, because another system reads no list in words', async () => {
  for (let n = 0; n < 25; n += 1) await requestCall(test);
  await alertOfLeads(test);
  const sent = await events();
  expect(new Set(sent.map(({ data }) => data.id)).size).toBe(25);
});

it('no event is made without an address', async () => {
  await requestCall(test);
  await alertOfLeads({ ...test, config: { ...test.config, leadsWebhook: null } });
  expect(await events()).toEqual([]);
});
