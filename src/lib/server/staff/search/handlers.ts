import type { staffSearchRoutes } from '#lib/contract/staff/search.ts';
import type { Handlers } from '#lib/server/context.ts';
import { findSessionRole } from '../require-staff.ts';
import { searchStaffRecords } from './search-staff-records.ts';

/** The handler of the search. */
export const staffSearchHandlers: Handlers<keyof typeof staffSearchRoutes> = {
  'GET /api/v1/staff/search/': async ({ db, session, query }) =>
    searchStaffRecords(db, (await findSessionRole(db, session)) ?? 'staff', query.q ?? ''),
};
