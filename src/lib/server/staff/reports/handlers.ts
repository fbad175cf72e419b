import type { staffReportRoutes } from '#lib/contract/staff/reports/hiring-report.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentPage } from '../list-page.ts';
import { loadHiringReport } from './hiring-report.ts';
import { listReportApplications } from './list-report-applications.ts';

/** Handlers of reports. Days are those of the caller's time zone. */
export const staffReportHandlers: Handlers<keyof typeof staffReportRoutes> = {
  'GET /api/v1/staff/reports/hiring/': ({ db, query, session }) =>
    loadHiringReport(db, query, presentUser(session.user).timeZone),

  'GET /api/v1/staff/reports/hiring/applications/': async ({ db, query, session }) =>
    presentPage(
      '/api/v1/staff/reports/hiring/applications/',
      query,
      await listReportApplications(db, query, presentUser(session.user).timeZone),
    ),
};
