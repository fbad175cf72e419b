import type { staffPeopleRoutes } from '#lib/contract/staff/people.ts';
import { requirePhone } from '#lib/server/account/phone.ts';
import type { Handlers } from '#lib/server/context.ts';
import { requireAdmin } from '../require-staff.ts';
import { grantRoleByAdmin, revokeRolesByAdmin } from './change-role.ts';
import { listPeople } from './list-people.ts';

/** Handlers of the people who work in `/staff/`. */
export const staffPeopleHandlers: Handlers<keyof typeof staffPeopleRoutes> = {
  'GET /api/v1/staff/people/': async ({ db, session }) => {
    await requireAdmin(db, session);
    return { results: await listPeople(db) };
  },

  'POST /api/v1/staff/people/grant/': async ({ db, session, body }) => {
    await requireAdmin(db, session);
    await grantRoleByAdmin(db, session, requirePhone(body).e164, body.role);
    return {};
  },

  'POST /api/v1/staff/people/{userId}/revoke/': ({ session, params, body, ...deps }) =>
    revokeRolesByAdmin(deps, session, params.userId, body.newOwnerId ?? null),
};
