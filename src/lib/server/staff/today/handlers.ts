import type { staffTodayRoutes } from '#lib/contract/staff/today.ts';
import { todayKindLabels } from '#lib/domain/staff/today.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Handlers } from '#lib/server/context.ts';
import { saveEmailSwitches } from './email-switches.ts';
import { dismissMessage } from './failed-messages.ts';
import { loadTodayOf } from './load-today.ts';

/** Handlers of Today. */
export const staffTodayHandlers: Handlers<keyof typeof staffTodayRoutes> = {
  'GET /api/v1/staff/today/': async ({ db, session, query }) => {
    const owners = query.owner === 'me' ? [{ staffId: session.user.id }] : [];
    const { timeZone } = presentUser(session.user);
    const { everyone, ofOwners } = await loadTodayOf(db, timeZone, owners);
    const { items, more } = ofOwners[0] ?? everyone;
    return {
      results: items.map((item) => ({
        ...item,
        phone: item.phone ?? null,
        label: todayKindLabels[item.kind],
        at: item.at.toISOString(),
      })),
      more: more.map(({ kind }) => kind),
    };
  },

  'POST /api/v1/staff/agenda/': async ({ db, session, body }) => {
    await saveEmailSwitches(db, session.user.id, { agenda: body.isOn });
    return { isOn: body.isOn };
  },

  'POST /api/v1/staff/lead-alerts/': async ({ db, session, body }) => {
    const { newLeads, ownLeads } = await saveEmailSwitches(db, session.user.id, body);
    return { newLeads, ownLeads };
  },

  'POST /api/v1/staff/messages/{messageId}/dismiss/': async ({ session, params, ...deps }) => {
    await dismissMessage(deps, session.user.id, params.messageId);
    return {};
  },
};
