import { sql } from 'kysely';
import type {
  VisitGroup,
  VisitNumbers,
  VisitReport,
  VisitReportQuery,
} from '#lib/contract/staff/reports/visit-report.ts';
import { moonshotProgram } from '#lib/domain/analytics/visit.ts';
import { conversionKinds, type DeviceKind } from '#lib/domain/core/attribution.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { listWeeks, type ReportPeriod } from '#lib/domain/staff/reports/report-period.ts';
import {
  deviceLabels,
  emptyGroupLabels,
  unknownSource,
  type VisitBreakdown,
} from '#lib/domain/staff/reports/visit-funnel.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import { requireReportContext } from '../report-context.ts';
import { type NumbersRow, selectNumbers } from './select-numbers.ts';

/** The API and the page list this number of groups; the CSV file has all. */
const maxGroups = 50;

/** Loads the report on visits. Throws `VALIDATION_FAILED` for an invalid period. [TRACK-01, TRACK-03] */
export async function loadVisitReport(
  db: Db,
  { by = 'FIRST_SOURCE', period, from, to, ...filters }: VisitReportQuery,
  limit: number = maxGroups,
): Promise<VisitReport> {
  const context = await requireReportContext(db, { period, from, to }, defaultTimeZone);
  const days = { from: context.from, to: context.to };
  const [{ rows }, completeness] = await Promise.all([
    selectNumbers(days, filters, by, Math.min(limit, 1_000_000)).execute(db),
    loadCompleteness(db, days),
  ]);
  const ofKind = (kind: NumbersRow['kind']) => rows.filter((row) => row.kind === kind);
  const byWeek = new Map(ofKind('WEEK').map((row) => [row.key, row]));
  const weeks = listWeeks(days).map((week) => ({
    ...{ key: week, label: week, ...presentNumbers(byWeek.get(week) ?? nothing) },
  }));
  const found = ofKind('GROUP');
  const groups = found.map((row) => presentGroup(by, row));
  return {
    ...{ ...days, by, weeks, completeness },
    total: presentNumbers(ofKind('ALL')[0] ?? nothing),
    groups: by === 'WEEK' ? weeks : groups,
    moreGroups: by === 'WEEK' ? 0 : (found[0]?.rows ?? 0) - found.length,
  };
}

const nothing: NumbersRow = {
  ...{ kind: 'ALL', key: '', visits: 0, openedSignIn: 0, verifiedOtp: 0, signedIn: 0, conversions: [] },
  ...{ leads: 0, enrolled: 0, sent: 0, offered: 0, joined: 0, rows: 0 },
};

function presentNumbers(row: NumbersRow): VisitNumbers {
  const countOf = (kind: (typeof conversionKinds)[number]) =>
    row.conversions[conversionKinds.indexOf(kind)] ?? 0;
  const { visits, openedSignIn, verifiedOtp, signedIn, leads, enrolled, sent, offered, joined } = row;
  return {
    ...{ visits, openedSignIn, verifiedOtp, signedIn, leads, enrolled, sent, offered, joined },
    ...{ seats: countOf('ENROLMENT'), applications: countOf('JOB_APPLICATION') },
    conversions: conversionKinds.flatMap((kind) => {
      const count = countOf(kind);
      return count ? [{ kind, count }] : [];
    }),
  };
}

const presentGroup = (by: VisitBreakdown, row: NumbersRow): VisitGroup => ({
  key: row.key || null,
  label: row.key ? labelOf(by, row.key) : emptyGroupLabels[by],
  ...presentNumbers(row),
});

function labelOf(by: VisitBreakdown, key: string): string {
  if (by === 'DEVICE') return deviceLabels[key as DeviceKind] ?? key;
  if (by === 'PROGRAM') return programLabel(key);
  return key;
}

/** Returns the name of a programme; of one that was removed from the content its address. */
export const programLabel = (slug: string): string =>
  slug === moonshotProgram ? 'Moonshot' : (findProgram(slug)?.name ?? slug);

/** Loads how complete the numbers of a period are, whatever its filters. */
async function loadCompleteness(db: Db, { from, to }: ReportPeriod): Promise<VisitReport['completeness']> {
  const { rows } = await sql<VisitReport['completeness']>`
    select
      (select min(day) from analytics_day) as visits_since, (select min(day) from conversion_day) as conversions_since,
      visit.*, conversion.*
    from (
      select min(sample_percent) as sample_percent,
        coalesce(round(sum(signed_up * 100.0 / sample_percent)), 0)::int as sign_ups_of_visits
      from (
        select sample_percent, sum(signed_up) as signed_up from analytics_day where day between ${from}::date and ${to}::date
        group by 1) share) visit,
    (
      select coalesce(sum(conversions) filter (where kind = 'SIGN_UP'), 0)::int as sign_ups,
        coalesce(sum(conversions), 0)::int as conversions,
        coalesce(sum(conversions) filter (where first_source = ${unknownSource}), 0)::int as unknown_conversions
      from conversion_day where day between ${from}::date and ${to}::date) conversion`.execute(db);
  const [completeness] = rows;
  if (!completeness) throw new Error('A statement without a group has one row.');
  return completeness;
}
