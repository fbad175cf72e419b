import type { staffLeadRoutes } from '#lib/contract/staff/leads.ts';
import type { TestApi } from '../api.ts';
import type { Visitor } from '../visitor.ts';
import { requestLead } from './requests.ts';

type Write = Exclude<keyof typeof staffLeadRoutes, `GET ${string}`>;

/** One valid request for each write endpoint of leads. A missing endpoint does not compile. */
export function leadWrites(
  test: TestApi,
  scene: () => { staff: Visitor; id: string },
): Record<Write, () => Promise<{ key: string; body: object }>> {
  const newLead = async (): Promise<string> => (await requestLead(test, scene().staff)).id;
  const saveList = async (): Promise<string> => {
    const list = { name: 'Late', search: 'late=true' };
    return (await scene().staff.call('POST /api/v1/staff/lead-filters/save/', list)).body.id;
  };
  return {
    'POST /api/v1/staff/leads/import/': async () => ({
      key: 'POST /api/v1/staff/leads/import/',
      body: { csv: 'name,phone\nMeera Nair,9876543210\n', is_preview: false },
    }),
    'POST /api/v1/staff/leads/take-next/': async () => {
      await newLead();
      return { key: 'POST /api/v1/staff/leads/take-next/', body: {} };
    },
    'POST /api/v1/staff/leads/{leadId}/assign/': async () => ({
      key: `POST /api/v1/staff/leads/${await newLead()}/assign/`,
      body: { owner_id: scene().id },
    }),
    'POST /api/v1/staff/leads/{leadId}/log-attempt/': async () => ({
      key: `POST /api/v1/staff/leads/${await newLead()}/log-attempt/`,
      body: { outcome: 'BUSY' },
    }),
    'POST /api/v1/staff/leads/{leadId}/plan-call/': async () => ({
      key: `POST /api/v1/staff/leads/${await newLead()}/plan-call/`,
      body: { call_at: new Date(Date.now() + 3_600_000).toISOString() },
    }),
    'POST /api/v1/staff/leads/{leadId}/move/': async () => ({
      key: `POST /api/v1/staff/leads/${await newLead()}/move/`,
      body: { action: 'LOSE', reason_code: 'NO_TIME' },
    }),
    'POST /api/v1/staff/leads/{leadId}/note/': async () => ({
      key: `POST /api/v1/staff/leads/${await newLead()}/note/`,
      body: { text: 'Call after six' },
    }),
    'POST /api/v1/staff/leads/{leadId}/merge/': async () => ({
      key: `POST /api/v1/staff/leads/${await newLead()}/merge/`,
      body: { other_lead_id: await newLead() },
    }),
    'POST /api/v1/staff/lead-filters/save/': async () => ({
      key: 'POST /api/v1/staff/lead-filters/save/',
      body: { name: 'Late', search: 'late=true' },
    }),
    'POST /api/v1/staff/lead-filters/{filterId}/delete/': async () => ({
      key: `POST /api/v1/staff/lead-filters/${await saveList()}/delete/`,
      body: {},
    }),
  };
}
