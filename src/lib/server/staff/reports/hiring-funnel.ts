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

interface FunnelRow {
  /** What the key is: a status, the number of a week from 1, or a group. */
  kind: 'NOW' | 'WEEK' | 'GROUP';
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

/** What an application is grouped by. */
const groupKeys: Record<Breakdown, RawBuilder<unknown>> = {
  JOB: sql`application.job_id`,
  EMPLOYER: sql`path.employer_id`,
  FIRST_SOURCE: sql`application.first_source`,
  SESSION_SOURCE: sql`application.session_source`,
  OWNER: sql`application.owner_id`,
  WEEK: sql`null::text`,
};

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
  // The jobs that have applications are found by their index, one by one. A scan with a group for each combination, of which there are
  // few, is three times as fast as grouping sets over all rows. `offset 0` keeps the scan in the order of time.
  const { rows } = await sql<FunnelRow>`
    with recursive applied_job as (
      (select job_id as id from application_progress order by job_id limit 1)
      union all
      select (select job_id from application_progress where job_id > applied_job.id order by job_id limit 1)
      from applied_job where applied_job.id is not null
    ),
    path as materialized (select job.id, job.employer_id, ${jobStepBits} as steps from applied_job join job using (id)),
    counted as materialized (
      select application.reached | path.steps as reached, ${groupKeys[by]} as key, application.status,
        width_bucket(application.submitted_at, ${weeks.map((week) => instantOf(week, '00:00', context.timeZone))}::timestamptz[])
          as week, count(*)::int as count
      from (${selectSent(sql`application.*`, context, filters)} offset 0) application
      join path on path.id = application.job_id
      group by 1, 2, 3, 4
    ),
    own as (
      select 'NOW' as kind, status as key, reached, sum(count) as count from counted group by status, reached
      union all select 'WEEK', week::text, reached, sum(count) from counted group by week, reached
      union all select 'GROUP', key::text, reached, sum(count) from counted group by key, reached)
    select kind, key,
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
    group by kind, key`.execute(db);
  const ofKind = (kind: FunnelRow['kind']) => rows.filter((row) => row.kind === kind);
  const byWeek = new Map(ofKind('WEEK').map((row) => [row.key, row]));
  // Also weeks without applications.
  const ofWeeks = weeks.map((week, index) => ({
    ...{ key: week, label: week, steps: stepsOf(byWeek.get(String(index + 1)) ?? noApplications) },
  }));
  const groups = by === 'WEEK' ? ofWeeks : await labelGroups(db, by, ofKind('GROUP'));
  const counts = new Map(ofKind('NOW').map(({ key, applied }) => [key, applied]));
  return {
    steps: stepsOf(addUp(ofKind('NOW'))),
    now: keysOf(applicationStatusLabels).flatMap((status: ApplicationStatus) => {
      const count = counts.get(status) ?? 0;
      return count ? [{ status, label: applicationStatusLabels[status], count }] : [];
    }),
    weeks: ofWeeks,
    groups,
  };
}

const noApplications: FunnelRow = {
  ...{ kind: 'NOW', key: null, applied: 0, reviewed: 0, shortlisted: 0, accepted: 0, joined: 0 },
  ...{ training: 0, trainingPossible: 0, interview: 0, interviewPossible: 0, offer: 0, offerPossible: 0 },
};

/** Every application has one status, so the rows of all statuses are all applications. */
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
