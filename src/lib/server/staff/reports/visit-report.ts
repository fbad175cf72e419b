import { sql } from 'kysely';
import type { ConversionKind } from '#lib/domain/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';

export const visitBreakdowns = {
  'first-source': { label: 'First source', column: 'first_source' },
  'session-source': { label: 'Source of the visit', column: 'session_source' },
  campaign: { label: 'Campaign of the visit', column: 'session_campaign' },
  device: { label: 'Device', column: 'device' },
  week: { label: 'Week from', column: "date_trunc('week', day)::date::text" },
} as const;
export type VisitBreakdown = keyof typeof visitBreakdowns;
export const visitPeriods = [7, 30, 90] as const;

interface VisitSteps {
  visits: number;
  openedSignIn: number;
  verifiedOtp: number;
  signedIn: number;
}

export interface VisitReport {
  days: number;
  by: VisitBreakdown;
  total: VisitSteps;
  groups: readonly (VisitSteps & { label: string | null })[];
  conversions: readonly { kind: ConversionKind; count: number }[];
  /** The first day with visits, whatever the period; null if there is none. */
  since: string | null;
  /** The lowest share of visits that was stored in the period. */
  samplePercent: number | null;
}

const scaled = (column: string) =>
  sql`coalesce(round(sum(${sql.ref(column)} * 100.0 / sample_percent)), 0)::int`;
const steps = sql`${scaled('visits')} as visits, ${scaled('opened_sign_in')} as opened_sign_in,
  ${scaled('verified_otp')} as verified_otp, ${scaled('signed_in')} as signed_in`;

/**
 * Loads the visits of the last days in India, today included, scaled by the share that was stored, and the conversions of the
 * same days. An address that names another period or group has the default ones: 30 days by first source.
 */
export async function loadVisitReport(db: Db, params: URLSearchParams): Promise<VisitReport> {
  const days = visitPeriods.find((period) => String(period) === params.get('days')) ?? 30;
  const chosen = params.get('by') ?? '';
  const by = Object.hasOwn(visitBreakdowns, chosen) ? (chosen as VisitBreakdown) : 'first-source';
  const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
  const inPeriod = sql`day > ${today} - ${days}::int`;
  const [totals, groups, conversions] = await Promise.all([
    sql<VisitSteps & Pick<VisitReport, 'since' | 'samplePercent'>>`
      select ${steps}, min(sample_percent) as sample_percent, (select min(day) from analytics_day) as since
      from analytics_day where ${inPeriod}`.execute(db),
    sql<VisitReport['groups'][number]>`
      select ${sql.raw(visitBreakdowns[by].column)} as label, ${steps} from analytics_day where ${inPeriod}
      group by 1 order by ${sql.raw(by === 'week' ? '1 desc' : '2 desc, 1')} limit 50`.execute(db),
    sql<VisitReport['conversions'][number]>`
      select kind, count(*) as count from conversion
      where at >= (${today} - ${days}::int + 1)::timestamp at time zone 'Asia/Kolkata' group by 1 order by 2 desc, 1`.execute(
      db,
    ),
  ]);
  const [{ since, samplePercent, ...total }] = totals.rows as [(typeof totals.rows)[number]];
  return { days, by, total, groups: groups.rows, conversions: conversions.rows, since, samplePercent };
}
