import { type RawBuilder, sql } from 'kysely';
import type { HiringReport, ReportGroup } from '#lib/contract/staff/reports/hiring-report.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { instantOf } from '#lib/domain/core/zoned-time.ts';
import {
  type ApplicationStatus,
  applicationStatusLabels,
} from '#lib/domain/hiring/applications/application-status.ts';
import type { Breakdown, StepCount } from '#lib/domain/staff/reports/hiring-funnel.ts';
import { listWeeks } from '#lib/domain/staff/reports/report-period.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadGroupLabels } from './group-labels.ts';
import { couldReach, hasReached, jobStepBits } from './reached-steps.ts';
import { selectSent } from './report-conditions.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';

type Funnel = Pick<HiringReport, 'steps' | 'now' | 'weeks' | 'groups'>;

/** A week, by its number from 1, or a group. */
interface FunnelRow {
  week: number | null;
  key: string | null;
  applied: number;
  reviewed: number;
  shortlisted: number;
  training: number;
  trainingPossible: number;
  interview: number;
  interviewPossible: number;
  offer: number;
  offerPossible: number;
  accepted: number;
  joined: number;
}

/** The group of an application and the steps of its job. Nothing else is known of a job, so its applications are counted first. */
const groupKeys: Record<Breakdown, RawBuilder<unknown>> = {
  JOB: sql`path.id`,
  EMPLOYER: sql`path.employer_id`,
  FIRST_SOURCE: sql`application.first_source`,
  SESSION_SOURCE: sql`application.session_source`,
  OWNER: sql`application.owner_id`,
  WEEK: sql`null::text`,
};
const isOfApplication = (by: Breakdown): boolean => ['FIRST_SOURCE', 'SESSION_SOURCE', 'OWNER'].includes(by);

const count = (condition: RawBuilder<boolean>) =>
  sql`coalesce(sum(count) filter (where ${condition}), 0)::int`;

/** Counts the applications of a period by the steps that they have reached: all, by week, and by one breakdown. [API-42] */
export async function loadFunnel(
  db: Db,
  context: ReportContext,
  filters: ReportFilters,
  by: Breakdown,
): Promise<Funnel> {
  const weeks = listWeeks(context);
  const [rows, now] = await Promise.all([
    selectFunnel(db, context, filters, { by, weeks }),
    loadStatuses(db, context, filters),
  ]);
  const ofWeek = new Map(rows.flatMap((row) => (row.week === null ? [] : [[row.week, row] as const])));
  // Also weeks without applications.
  const ofWeeks = weeks.map((week, index) => ({
    ...{ key: week, label: week, steps: stepsOf(ofWeek.get(index + 1) ?? noApplications) },
  }));
  const ofGroups = rows.filter(({ week }) => week === null);
  return {
    steps: stepsOf(addUp([...ofWeek.values()])),
    now,
    weeks: ofWeeks,
    groups: by === 'WEEK' ? ofWeeks : await labelGroups(db, by, ofGroups),
  };
}

/**
 * The number of the week above the bits of `reached` and of the job's steps. A scan with a group for each such number and group is
 * three times as fast as grouping sets over all rows.
 */
async function selectFunnel(
  db: Db,
  context: ReportContext,
  filters: ReportFilters,
  { by, weeks }: { by: Breakdown; weeks: readonly string[] },
): Promise<FunnelRow[]> {
  const starts = weeks.map((week) => instantOf(week, '00:00', context.timeZone));
  const packed = sql`width_bucket(application.submitted_at, ${starts}::timestamptz[]) << 10 | application.reached`;
  // `offset 0` keeps the scan in the order of time.
  const sent = (columns: RawBuilder<unknown>) =>
    sql`(${selectSent(columns, context, filters)} offset 0) application`;
  const counted = isOfApplication(by)
    ? sql`
      select ${groupKeys[by]} as key, ${packed} | path.steps as packed, count(*) as count
      from ${sent(sql`application.*`)} join path on path.id = application.job_id group by 1, 2`
    : sql`
      select ${groupKeys[by]} as key, packed | path.steps as packed, count
      from (select job_id, ${packed} as packed, count(*) as count from ${sent(sql`application.*`)} group by 1, 2) of_job
      join path on path.id = of_job.job_id`;
  // The jobs that have applications are found by their index, one by one.
  const { rows } = await sql<FunnelRow>`
    with recursive applied_job as (
      (select job_id as id from application_progress order by job_id limit 1)
      union all
      select (select job_id from application_progress where job_id > applied_job.id order by job_id limit 1)
      from applied_job where applied_job.id is not null
    ),
    path as materialized (select job.id, job.employer_id, ${jobStepBits} as steps from applied_job join job using (id)),
    counted as materialized (${counted}),
    own as (
      select packed >> 10 as week, null as key, packed & 1023 as reached, sum(count) as count from counted group by packed
      union all select null, key::text, packed & 1023, sum(count) from counted group by key, packed & 1023)
    select week, key,
      ${count(sql`true`)} as applied,
      ${count(hasReached('REVIEWED'))} as reviewed,
      ${count(hasReached('SHORTLISTED'))} as shortlisted,
      ${count(hasReached('TRAINING'))} as training,
      ${count(couldReach.TRAINING)} as "trainingPossible",
      ${count(hasReached('INTERVIEW'))} as interview,
      ${count(couldReach.INTERVIEW)} as "interviewPossible",
      ${count(hasReached('OFFER'))} as offer,
      ${count(couldReach.OFFER)} as "offerPossible",
      ${count(hasReached('ACCEPTED'))} as accepted,
      ${count(hasReached('JOINED'))} as joined
    from own
    group by week, key`.execute(db);
  return rows;
}

/** Counts the applications of a period by their status now. */
async function loadStatuses(db: Db, context: ReportContext, filters: ReportFilters): Promise<Funnel['now']> {
  const { rows } = await sql<{ status: ApplicationStatus; count: number }>`
    select status, count(*)::int as count from (${selectSent(sql`application.status`, context, filters)}) sent
    group by status`.execute(db);
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return keysOf(applicationStatusLabels).flatMap((status) => {
    const count = counts.get(status) ?? 0;
    return count ? [{ status, label: applicationStatusLabels[status], count }] : [];
  });
}

const noApplications: FunnelRow = {
  ...{ week: null, key: null, applied: 0, reviewed: 0, shortlisted: 0, accepted: 0, joined: 0 },
  ...{ training: 0, trainingPossible: 0, interview: 0, interviewPossible: 0, offer: 0, offerPossible: 0 },
};

/** Every application has one week, so the rows of all weeks are all applications. */
function addUp(rows: readonly FunnelRow[]): FunnelRow {
  const sum = { ...noApplications };
  for (const row of rows) for (const column of countColumns) sum[column] += row[column];
  return sum;
}

const countColumns = [
  ...(['applied', 'reviewed', 'shortlisted', 'training', 'trainingPossible', 'interview'] as const),
  ...(['interviewPossible', 'offer', 'offerPossible', 'accepted', 'joined'] as const),
];

const stepsOf = (row: FunnelRow): StepCount[] => [
  { step: 'APPLIED', reached: row.applied, possible: row.applied },
  { step: 'REVIEWED', reached: row.reviewed, possible: row.applied },
  { step: 'SHORTLISTED', reached: row.shortlisted, possible: row.reviewed },
  { step: 'TRAINING', reached: row.training, possible: row.trainingPossible },
  { step: 'INTERVIEW', reached: row.interview, possible: row.interviewPossible },
  { step: 'OFFER', reached: row.offer, possible: row.offerPossible },
  { step: 'ACCEPTED', reached: row.accepted, possible: row.offer },
  { step: 'JOINED', reached: row.joined, possible: row.accepted },
];

async function labelGroups(db: Db, by: Breakdown, rows: readonly FunnelRow[]): Promise<ReportGroup[]> {
  const labels = await loadGroupLabels(
    db,
    by,
    rows.flatMap(({ key }) => (key === null ? [] : [key])),
  );
  return rows
    .map((row) => ({ key: row.key, label: labels(row.key), steps: stepsOf(row) }))
    .sort((one, other) => appliedOf(other) - appliedOf(one) || (one.label < other.label ? -1 : 1));
}

const appliedOf = ({ steps }: ReportGroup): number => steps[0]?.reached ?? 0;
