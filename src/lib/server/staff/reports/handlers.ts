import type { cohortRoutes } from '#lib/contract/staff/reports/cohorts.ts';
import type { costRoutes } from '#lib/contract/staff/reports/costs.ts';
import type { staffReportRoutes } from '#lib/contract/staff/reports/hiring-report.ts';
import type { visitReportRoutes } from '#lib/contract/staff/reports/visit-report.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { Handlers } from '#lib/server/context.ts';
import { presentPage } from '../list-page.ts';
import { loadCohortReport } from './cohorts/cohort-report.ts';
import { loadCostReport } from './costs/cost-report.ts';
import { importSpend } from './costs/import-spend.ts';
import { listSpendImports, setSpendDeleted } from './costs/list-imports.ts';
import { loadHiringReport } from './hiring-report.ts';
import { listReportApplications } from './list-report-applications.ts';
import { loadVisitReport } from './visits/visit-report.ts';

/** Handlers of reports. Days of hiring are those of the caller's time zone, all others those of India. */
export const staffReportHandlers: Handlers<
  | keyof typeof staffReportRoutes
  | keyof typeof visitReportRoutes
  | keyof typeof cohortRoutes
  | keyof typeof costRoutes
> = {
  'GET /api/v1/staff/reports/hiring/': ({ db, query, session }) =>
    loadHiringReport(db, query, presentUser(session.user).timeZone),

  'GET /api/v1/staff/reports/hiring/applications/': async ({ db, query, session }) =>
    presentPage(
      '/api/v1/staff/reports/hiring/applications/',
      query,
      await listReportApplications(db, query, presentUser(session.user).timeZone),
    ),

  'GET /api/v1/staff/reports/visits/': ({ db, query }) => loadVisitReport(db, query),

  'GET /api/v1/staff/reports/cohorts/': ({ db, query }) => loadCohortReport(db, query),

  'GET /api/v1/staff/reports/costs/': ({ db, query }) => loadCostReport(db, query),

  'GET /api/v1/staff/reports/spend/': async ({ db }) => ({ imports: await listSpendImports(db) }),

  'POST /api/v1/staff/reports/spend/import/': ({ db, body, session }) =>
    importSpend(db, session.user.id, body),

  'POST /api/v1/staff/reports/spend/{importId}/delete/': ({ db, params, session }) =>
    setSpendDeleted(db, session.user.id, params.importId, true),

  'POST /api/v1/staff/reports/spend/{importId}/restore/': ({ db, params, session }) =>
    setSpendDeleted(db, session.user.id, params.importId, false),
};
