import { sql } from 'kysely';
import { hiringReportQuery, reportApplicationsQuery } from '#lib/contract/staff/reports/hiring-report.ts';
import type { ReportPeriodInput } from '#lib/domain/staff/reports/report-period.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { listJobFilterNames, listJobOptions } from '../hiring/jobs/find-jobs.ts';
import { loadListPage, parsePageQuery } from '../list-page.ts';
import { loadHiringReport } from './hiring-report.ts';
import { listReportApplications } from './list-report-applications.ts';

type Options = readonly (readonly [value: string, label: string])[];

export interface ReportOptions {
  jobs: Options;
  employers: Options;
  cities: Options;
}

/** Loads the page of the report that an address names. An invalid period has messages, and the default one is shown. */
export async function loadReportPage(db: Db, url: URL, timeZone: string) {
  const query = parsePageQuery(hiringReportQuery, url.searchParams);
  const options = await loadReportOptions(db, query.jobId);
  const page = await loadWithPeriod(query, (one) => loadHiringReport(db, one, timeZone));
  return { ...page, options };
}

/** Loads a report of a period. An invalid period has messages, and the report of the default one is returned. */
export async function loadWithPeriod<Query extends ReportPeriodInput, Report>(
  query: Query,
  load: (query: Query) => Promise<Report>,
) {
  try {
    return { query, report: await load(query), errors: null };
  } catch (error) {
    const errors = toPeriodErrors(error);
    const valid = { ...query, from: undefined, to: undefined };
    return { query: valid, report: await load(valid), errors };
  }
}

/** Loads the page of applications that an address names; of the last 30 days where its period is invalid. */
export const loadReportListPage = (db: Db, url: URL, timeZone: string) =>
  loadListPage(url, reportApplicationsQuery, (query) =>
    listReportApplications(db, query, timeZone).catch((error) => {
      toPeriodErrors(error);
      return listReportApplications(db, { ...query, from: undefined, to: undefined }, timeZone);
    }),
  );

/** Returns the messages of an invalid period. Throws every other error. */
function toPeriodErrors(error: unknown): { message: string; fields: Record<string, string> } {
  if (!(error instanceof HttpError) || error.errorCode !== 'VALIDATION_FAILED') throw error;
  const { fieldErrors } = error.body('');
  if (!('from' in fieldErrors || 'to' in fieldErrors)) throw error;
  return { message: 'This period is not possible. The last 30 days are shown.', fields: fieldErrors };
}

async function loadReportOptions(db: Db, jobId: string | undefined): Promise<ReportOptions> {
  const [jobs, { employers }, cities] = await Promise.all([
    listJobFilterNames(db, 'applications', jobId),
    listJobOptions(db),
    sql<{ city: string }>`select distinct city from job_location order by city`.execute(db),
  ]);
  return {
    jobs,
    employers: employers.map(({ id, name }) => [id, name]),
    cities: cities.rows.map(({ city }) => [city, city]),
  };
}
