import type { staffLeadRoutes } from '#lib/contract/staff/leads.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentPage } from '../list-page.ts';
import { listLeads } from './find-leads.ts';
import { importLeads } from './import-leads.ts';
import { deleteLeadFilter, listLeadFilters, saveLeadFilter } from './lead-filters.ts';
import { mergeLeads } from './merge-leads.ts';
import { requireLead } from './require-lead.ts';
import { assignLead, assignNextLead, logAttempt, moveLead, noteLead, planCall } from './work-lead.ts';

/** Handlers of leads. */
export const staffLeadHandlers: Handlers<keyof typeof staffLeadRoutes> = {
  'GET /api/v1/staff/leads/': async ({ db, query, session }) =>
    presentPage('/api/v1/staff/leads/', query, await listLeads(db, session.user.id, query)),

  'GET /api/v1/staff/leads/{leadId}/': ({ db, params }) => requireLead(db, params.leadId),

  'POST /api/v1/staff/leads/import/': ({ session, body, ...deps }) =>
    importLeads(deps, session.user.id, body),

  'POST /api/v1/staff/leads/take-next/': async ({ db, session }) => {
    const id = await assignNextLead(db, session.user.id);
    return { lead: id === null ? null : await requireLead(db, id) };
  },

  'POST /api/v1/staff/leads/{leadId}/assign/': async ({ db, params, session, body }) => {
    await assignLead(db, session.user.id, params.leadId, body.ownerId);
    return requireLead(db, params.leadId);
  },

  'POST /api/v1/staff/leads/{leadId}/log-attempt/': async ({ params, session, body, ...deps }) => {
    await logAttempt(deps, session.user.id, params.leadId, body);
    return requireLead(deps.db, params.leadId);
  },

  'POST /api/v1/staff/leads/{leadId}/plan-call/': async ({ params, session, body, ...deps }) => {
    await planCall(deps, session.user.id, params.leadId, body.callAt);
    return requireLead(deps.db, params.leadId);
  },

  'POST /api/v1/staff/leads/{leadId}/move/': async ({ db, params, session, body }) => {
    await moveLead(db, session.user.id, params.leadId, body);
    return requireLead(db, params.leadId);
  },

  'POST /api/v1/staff/leads/{leadId}/note/': async ({ db, params, session, body }) => {
    await noteLead(db, session.user.id, params.leadId, body.text);
    return requireLead(db, params.leadId);
  },

  'POST /api/v1/staff/leads/{leadId}/merge/': async ({ params, session, body, ...deps }) => {
    await mergeLeads(deps, session.user.id, params.leadId, body.otherLeadId);
    return requireLead(deps.db, params.leadId);
  },

  'GET /api/v1/staff/lead-filters/': async ({ db, session }) => {
    const results = await listLeadFilters(db, session.user.id);
    return { count: results.length, next: null, results };
  },

  'POST /api/v1/staff/lead-filters/save/': ({ db, session, body }) =>
    saveLeadFilter(db, session.user.id, body),

  'POST /api/v1/staff/lead-filters/{filterId}/delete/': async ({ db, session, params }) => {
    await deleteLeadFilter(db, session.user.id, params.filterId);
    return {};
  },
};
