import { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { staffCandidateRoutes } from '#lib/contract/staff/candidates.ts';
import { staffMasteryRoutes } from '#lib/contract/staff/enrolment/mastery.ts';
import { staffScholarshipRoutes } from '#lib/contract/staff/enrolment/scholarships.ts';
import { staffEnrolmentRoutes } from '#lib/contract/staff/enrolments.ts';
import { registrantsQuery } from '#lib/contract/staff/events/live-events.ts';
import { queueQuery } from '#lib/contract/staff/hiring/application-filters.ts';
import { rosterQuery } from '#lib/contract/staff/hiring/batches.ts';
import { staffMockInterviewRoutes } from '#lib/contract/staff/hiring/mock-interviews.ts';
import { staffJobRoutes } from '#lib/contract/staff/jobs.ts';
import { leadsQuery } from '#lib/contract/staff/leads.ts';
import { placementRoutes } from '#lib/contract/staff/placements.ts';
import { type CohortReportQuery, cohortReportQuery } from '#lib/contract/staff/reports/cohorts.ts';
import { type CostReportQuery, costReportQuery } from '#lib/contract/staff/reports/costs.ts';
import { hiringReportExportQuery } from '#lib/contract/staff/reports/hiring-report.ts';
import {
  type VisitReportExportQuery,
  visitReportExportQuery,
} from '#lib/contract/staff/reports/visit-report.ts';
import { registrationStatusLabels } from '#lib/domain/hiring/registration/registration-flow.ts';
import { recordAudit } from '#lib/server/core/audit.ts';
import { type CsvCell, csvTime, formatCsv } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { eachPage, formatUnreadable } from './csv-pages.ts';
import { exportEnrolments } from './enrolment/export-enrolments.ts';
import { exportRegistrants } from './events/export-registrants.ts';
import { exportApplications } from './hiring/applications/export-applications.ts';
import { exportRoster } from './hiring/batches/export-roster.ts';
import { listCandidates } from './hiring/candidates/find-candidates.ts';
import { listJobOptions, listStaffJobs, requireStaffJob } from './hiring/jobs/find-jobs.ts';
import { columnNameOf } from './hiring/jobs/import-jobs.ts';
import { formatJobText, jobTextFields } from './hiring/jobs/job-text.ts';
import { exportMockInterviews } from './hiring/mock-interviews/export-mock-interviews.ts';
import { exportPlacements } from './hiring/placements/export-placements.ts';
import { exportLeads } from './leads/export-leads.ts';
import { parsePageQuery } from './list-page.ts';
import { exportMastery } from './mastery/export-mastery.ts';
import { exportCohortReport } from './reports/cohorts/cohort-report.ts';
import { exportCostReport } from './reports/costs/cost-report.ts';
import { exportSpend } from './reports/costs/current-spend.ts';
import { exportHiringReport } from './reports/export-hiring-report.ts';
import { exportVisitReport } from './reports/visits/export-visit-report.ts';
import { exportScholarships } from './scholarship/export-scholarships.ts';

/** CSV files of all rows that a list finds, read in parts so that no file is held in memory as a whole. */

const rowsPerRead = 1000;

type CandidateFilters = Omit<Parameters<typeof listCandidates>[1], 'limit' | 'after'>;
type RegistrantFilters = Parameters<typeof exportRegistrants>[1];
type JobFilters = Omit<Parameters<typeof listStaffJobs>[1], 'limit' | 'after'>;

export const exports = {
  applications: { query: queueQuery, rows: exportApplications },
  candidates: { query: staffCandidateRoutes['GET /api/v1/staff/candidates/'].query, rows: exportCandidates },
  leads: { query: leadsQuery, rows: exportLeads },
  enrolments: { query: staffEnrolmentRoutes['GET /api/v1/staff/enrolments/'].query, rows: exportEnrolments },
  placements: { query: placementRoutes['GET /api/v1/staff/placements/'].query, rows: exportPlacements },
  'mock-interviews': {
    query: staffMockInterviewRoutes['GET /api/v1/staff/mock-interviews/'].query,
    rows: exportMockInterviews,
  },
  scholarships: {
    query: staffScholarshipRoutes['GET /api/v1/staff/scholarships/'].query,
    rows: exportScholarships,
  },
  mastery: { query: staffMasteryRoutes['GET /api/v1/staff/pm-mastery/'].query, rows: exportMastery },
  roster: { query: rosterQuery, rows: exportRoster },
  registrants: {
    query: registrantsQuery,
    rows: (db: Db, filters: RegistrantFilters) => exportRegistrants(db, filters),
  },
  'hiring-report': { query: hiringReportExportQuery, rows: exportHiringReport },
  'visit-report': {
    query: visitReportExportQuery,
    rows: (db: Db, filters: VisitReportExportQuery) => exportVisitReport(db, filters),
  },
  'cohort-report': {
    query: cohortReportQuery,
    rows: (db: Db, filters: CohortReportQuery) => exportCohortReport(db, filters),
  },
  'cost-report': {
    query: costReportQuery,
    rows: (db: Db, filters: CostReportQuery) => exportCostReport(db, filters),
  },
  spend: { query: z.object({}), rows: (db: Db) => exportSpend(db) },
  jobs: { query: staffJobRoutes['GET /api/v1/staff/jobs/'].query, rows: exportJobs },
};
export type ExportKind = keyof typeof exports;

/** Answers a request for a CSV file. A HEAD request sends no data, so it is not recorded. */
export async function handleExport(
  db: Db,
  staffId: string,
  kind: ExportKind,
  request: Request,
  siteOrigin = '',
): Promise<Response> {
  const search = new URL(request.url).searchParams;
  const body = request.method === 'HEAD' ? null : await createExport(db, staffId, kind, search, siteOrigin);
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${kind}.csv"`,
      'cache-control': 'no-store',
    },
  });
}

/** Records who exports which rows, because a file holds personal data, and returns the file as a stream. [C-40] */
export async function createExport(
  db: Db,
  staffId: string,
  kind: ExportKind,
  search: URLSearchParams,
  siteOrigin = '',
): Promise<ReadableStream<Uint8Array>> {
  const { query, rows } = exports[kind];
  const { limit: _, after: __, ...filters } = parsePageQuery(query as typeof queueQuery, search);
  await recordAudit(db, {
    actorId: staffId,
    action: `${kind}.EXPORT`,
    subjectType: 'export',
    // The audit of a batch shows who has exported its roster.
    subjectId: (kind === 'roster' && filters.batchId) || uuidv7(),
    details: toAuditDetails(filters),
  });
  return Readable.toWeb(
    Readable.from(encodeRows(rows(db, filters as never, staffId, siteOrigin))),
  ) as ReadableStream<Uint8Array>;
}

/** In the audit, `from` and `to` are the values before and after a change. */
const toAuditDetails = ({ from, to, ...filters }: Record<string, unknown>) => ({
  ...filters,
  ...(from !== undefined && { fromDate: from }),
  ...(to !== undefined && { toDate: to }),
});

async function* encodeRows(parts: AsyncGenerator<CsvCell[][]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let isFirst = true;
  for await (const rows of parts) {
    yield encoder.encode(formatCsv(rows, { isFirst }));
    isFirst = false;
  }
}

const candidateColumns = [
  'name',
  'phone',
  'email',
  'status',
  'place',
  'experience_months',
  'applications',
  'updated_at_ist',
];

async function* exportCandidates(db: Db, filters: CandidateFilters): AsyncGenerator<CsvCell[][]> {
  yield [candidateColumns];
  const pages = eachPage(rowsPerRead, (paging) => listCandidates(db, { ...filters, ...paging }));
  for await (const { results, unreadable = [] } of pages) {
    yield results.map((one) => [
      one.name,
      one.phone,
      one.email,
      registrationStatusLabels[one.status],
      one.currentLocation,
      one.experienceMonths,
      one.applications,
      csvTime(one.updatedAt),
    ]);
    yield unreadable.map((row) => formatUnreadable(row, candidateColumns));
  }
}

/** Exports jobs with the columns that the import accepts. */
async function* exportJobs(db: Db, filters: JobFilters): AsyncGenerator<CsvCell[][]> {
  yield [jobTextFields.map(columnNameOf)];
  const options = await listJobOptions(db);
  const pages = eachPage(100, (paging) => listStaffJobs(db, { ...filters, ...paging }));
  for await (const { results, unreadable = [] } of pages) {
    const rows = [];
    for (const { id } of results) {
      const text = formatJobText(await requireStaffJob(db, id), options);
      rows.push(jobTextFields.map((field) => text[field]));
    }
    yield rows;
    yield unreadable.map((row) => formatUnreadable(row, jobTextFields));
  }
}
