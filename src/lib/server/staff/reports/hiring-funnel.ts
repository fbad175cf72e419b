import { sql } from 'kysely';
import type { HiringReport, ReportGroup } from '#lib/contract/staff/reports/hiring-report.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import {
  type ApplicationStatus,
  applicationStatusLabels,
} from '#lib/domain/hiring/applications/application-status.ts';
import type { Breakdown, StepCount } from '#lib/domain/staff/reports/hiring-funnel.ts';
import { listWeeks } from '#lib/domain/staff/reports/report-period.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadGroupLabels } from './group-labels.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';
import { selectReached } from './select-reached.ts';

type Funnel = Pick<HiringReport, 'steps' | 'now' | 'weeks' | 'groups'>;

interface FunnelRow {
  /** Which of the grouping sets the row belongs to: all, statuses, weeks or groups. */
  kind: 'ALL' | 'NOW' | 'WEEK' | 'GROUP';
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

/** Counts the applications of a period by the steps that they have reached: all, by week, and by one breakdown. [API-42] */
export async function loadFunnel(
  db: Db,
  context: ReportContext,
  filters: ReportFilters,
  by: Breakdown,
): Promise<Funnel> {
  const { rows } = await sql<FunnelRow>`
    with ${selectReached(context, filters, by)}
    select
      case when grouping(status) = 0 then 'NOW' when grouping(week) = 0 then 'WEEK'
        when grouping(key) = 0 then 'GROUP' else 'ALL' end as kind,
      coalesce(key, week, status) as key,
      count(*)::int as applied,
      count(*) filter (where reviewed)::int as reviewed,
      count(*) filter (where shortlisted)::int as shortlisted,
      count(*) filter (where training)::int as training,
      count(*) filter (where training_possible)::int as "trainingPossible",
      count(*) filter (where interview)::int as interview,
      count(*) filter (where interview_possible)::int as "interviewPossible",
      count(*) filter (where offer)::int as offer,
      count(*) filter (where offer_possible)::int as "offerPossible",
      count(*) filter (where accepted)::int as accepted,
      count(*) filter (where joined)::int as joined
    from reached
    group by grouping sets ((), (status), (week), (key))`.execute(db);
  const ofKind = (kind: FunnelRow['kind']) => rows.filter((row) => row.kind === kind);
  const byWeek = new Map(ofKind('WEEK').map((row) => [row.key, row]));
  // Also weeks without applications.
  const weeks = listWeeks(context).map((week) => ({
    ...{ key: week, label: week, steps: stepsOf(byWeek.get(week) ?? noApplications) },
  }));
  const groups = by === 'WEEK' ? weeks : await labelGroups(db, by, ofKind('GROUP'));
  const counts = new Map(ofKind('NOW').map(({ key, applied }) => [key, applied]));
  const [all = noApplications] = ofKind('ALL');
  return {
    steps: stepsOf(all),
    now: keysOf(applicationStatusLabels).flatMap((status: ApplicationStatus) => {
      const count = counts.get(status) ?? 0;
      return count ? [{ status, label: applicationStatusLabels[status], count }] : [];
    }),
    weeks,
    groups,
  };
}

const noApplications: FunnelRow = {
  ...{ kind: 'ALL', key: null, applied: 0, reviewed: 0, shortlisted: 0, accepted: 0, joined: 0 },
  ...{ training: 0, trainingPossible: 0, interview: 0, interviewPossible: 0, offer: 0, offerPossible: 0 },
};

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
