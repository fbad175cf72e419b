import { sql } from 'kysely';
import type {
  ReportApplication,
  ReportApplicationsQuery,
} from '#lib/contract/staff/reports/hiring-report.ts';
import {
  type ApplicationStatus,
  applicationStatusLabels,
} from '#lib/domain/hiring/applications/application-status.ts';
import type { Db } from '#lib/server/db/index.ts';
import { parseCursor, toListPage } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';
import { formatPersonName } from '../person-names.ts';
import { hasReached } from './reached-steps.ts';
import { replyConditions } from './reply-times.ts';
import { selectSent } from './report-conditions.ts';
import { requireReportContext } from './report-context.ts';
import { selectOutcome } from './select-outcome.ts';

interface Row {
  id: string;
  number: string;
  firstName: string;
  lastName: string;
  title: string;
  employer: string;
  status: ApplicationStatus;
  submittedAt: Date;
  total: number;
}

/** Lists the applications behind a number of the report, with the same filters and rules. Throws `VALIDATION_FAILED`. */
export async function listReportApplications(
  db: Db,
  { limit, after, reached, status, reply, period, from, to, ...query }: ReportApplicationsQuery,
  timeZone: string,
): Promise<ListPage<ReportApplication>> {
  const context = await requireReportContext(db, { period, from, to }, timeZone);
  const [last] = parseCursor(after, ['id']) ?? [];
  const { outcome, interviewerId, reminder, declineReason, ...filters } = query;
  const listed = outcome
    ? selectOutcome(context, filters, { outcome, interviewerId, reminder, declineReason })
    : sql`listed as (
      ${selectSent(sql`application.application_id as id`, context, filters)} ${reached ? sql`and ${hasReached(reached)}` : sql``})`;
  const { rows } = await sql<Row>`
    with ${listed},
    matching as materialized (
      select application_id as id from application_progress
      where application_id in (select id from listed)
        ${status ? sql`and status = ${status}` : sql``}
        ${reply ? sql`and ${replyConditions[reply]}` : sql``}
    ),
    page as materialized (
      select * from matching ${last ? sql`where id < ${last}` : sql``} order by id desc limit ${limit + 1}
    )
    select page.id, number, first_name, last_name, title, employer.name as employer, application.status, submitted_at,
      (select count(*)::int from matching) as total
    from page
    join job_application application on application.id = page.id
    join app_user on app_user.id = application.user_id
    join job on job.id = application.job_id
    join employer on employer.id = job.employer_id
    order by page.id desc`.execute(db);
  const page = toListPage(rows[0]?.total ?? 0, rows, limit, ({ id }) => [id]);
  return { ...page, results: page.results.map(presentRow) };
}

const presentRow = ({ firstName, lastName, title, submittedAt, ...row }: Row): ReportApplication => ({
  ...{ id: row.id, number: row.number, candidate: formatPersonName({ firstName, lastName }) },
  ...{ job: title, employer: row.employer, status: row.status },
  statusLabel: applicationStatusLabels[row.status],
  submittedAt: submittedAt.toISOString(),
});
