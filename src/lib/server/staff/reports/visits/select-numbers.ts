import { type RawBuilder, sql } from 'kysely';
import type { VisitReportQuery } from '#lib/contract/staff/reports/visit-report.ts';
import { conversionKinds } from '#lib/domain/core/attribution.ts';
import type { ReportPeriod } from '#lib/domain/staff/reports/report-period.ts';
import { directSource, type VisitBreakdown } from '#lib/domain/staff/reports/visit-funnel.ts';

/** The numbers of a period in one statement: all, by week, and by one breakdown, from the tables by day. */

export type VisitFilters = Omit<VisitReportQuery, 'by' | 'period' | 'from' | 'to'>;

export interface NumbersRow {
  kind: 'ALL' | 'WEEK' | 'GROUP';
  /** Empty where the rows have no value. */
  key: string;
  visits: number;
  openedSignIn: number;
  verifiedOtp: number;
  signedIn: number;
  /** In the order of `conversionKinds`. */
  conversions: number[];
  leads: number;
  enrolled: number;
  sent: number;
  offered: number;
  joined: number;
  /** How many rows there are of this kind, listed or not. */
  rows: number;
}

/** The columns that the breakdowns and the filters name. A visit stores no source where it has none. */
const columns = {
  firstSource: {
    visits: sql`coalesce(first_source, ${sql.lit(directSource)})`,
    conversions: sql`first_source`,
  },
  sessionSource: {
    visits: sql`coalesce(session_source, ${sql.lit(directSource)})`,
    conversions: sql`session_source`,
  },
  firstCampaign: { visits: sql`first_campaign`, conversions: sql`first_campaign` },
  sessionCampaign: { visits: sql`session_campaign`, conversions: sql`session_campaign` },
  program: { visits: sql`program`, conversions: sql`program` },
  device: { visits: sql`device`, conversions: sql`device` },
} as const satisfies Record<keyof VisitFilters, object>;
type Source = 'visits' | 'conversions';

const columnOf: Record<Exclude<VisitBreakdown, 'WEEK'>, keyof VisitFilters> = {
  FIRST_SOURCE: 'firstSource',
  SESSION_SOURCE: 'sessionSource',
  FIRST_CAMPAIGN: 'firstCampaign',
  SESSION_CAMPAIGN: 'sessionCampaign',
  PROGRAM: 'program',
  DEVICE: 'device',
};

/** Weeks and the whole period are summed up from days, so that no row is looked at twice for them. */
const byDayAndKey = sql`grouping(day) = 0 as is_day, day, key`;
const weekOfDay = sql`date_trunc('week', day)::date::text`;

/** Selects the rows; of groups the `limit` with most visits, then with most conversions. */
export function selectNumbers(
  period: ReportPeriod,
  filters: VisitFilters,
  by: VisitBreakdown,
  limit: number,
): RawBuilder<NumbersRow> {
  const keyOf = (source: Source) =>
    by === 'WEEK' ? sql`null::text as key` : sql`coalesce(${columns[columnOf[by]][source]}, '') as key`;
  return sql<NumbersRow>`
    with visit_part as (${selectVisits(period, filters, by, keyOf('visits'))}),
    conversion_part as (
      select ${byDayAndKey}, kind as conversion_kind, sum(conversions) as conversions, sum(leads) as leads, sum(enrolled) as enrolled,
        sum(sent) as sent, sum(offered) as offered, sum(joined) as joined
      from (
        select ${keyOf('conversions')}, one.* from conversion_day one
        where ${inPeriod(period)} ${conditions(filters, 'conversions')}) counted
      group by grouping sets ((kind, day), (kind, key))),
    visit as (
      select kind, place.key, ${scaled('visits')}, ${scaled('opened_sign_in')}, ${scaled('verified_otp')}, ${scaled('signed_in')}
      from visit_part ${placesOf('visit_part')} group by 1, 2),
    conversion as (
      select kind, place.key, array[${sql.join(conversionKinds.map(countOfKind))}]::int[] as conversions,
        sum(conversions)::int as all_conversions, sum(leads)::int as leads, sum(enrolled)::int as enrolled,
        sum(sent)::int as sent, sum(offered)::int as offered, sum(joined)::int as joined
      from conversion_part ${placesOf('conversion_part')} group by 1, 2),
    listed as (
      select kind, key, coalesce(visits, 0) as visits, coalesce(opened_sign_in, 0) as opened_sign_in,
        coalesce(verified_otp, 0) as verified_otp, coalesce(signed_in, 0) as signed_in,
        coalesce(conversions, '{}') as conversions, coalesce(leads, 0) as leads, coalesce(enrolled, 0) as enrolled,
        coalesce(sent, 0) as sent, coalesce(offered, 0) as offered, coalesce(joined, 0) as joined,
        row_number() over (
          partition by kind order by visits desc nulls last, all_conversions desc nulls last, key) as place,
        count(*) over (partition by kind)::int as rows
      from visit full join conversion using (kind, key))
    select * from listed where kind <> 'GROUP' or place <= ${limit}
    order by kind, place`;
}

/** A day counts in its week and in the period, a group for itself. */
const placesOf = (part: string) => sql`
  cross join lateral (values ('ALL', ''), ('WEEK', ${weekOfDay}), ('GROUP', ${sql.ref(`${part}.key`)})) place (kind, key)
  where is_day = (place.kind <> 'GROUP')`;

/** A visit is in the table by programme once for each, so that table is read only for programmes. */
function selectVisits(
  period: ReportPeriod,
  filters: VisitFilters,
  by: VisitBreakdown,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const select = (table: string, names: RawBuilder<unknown>, grouping: RawBuilder<unknown>) => sql`
    select ${names}, sample_percent, sum(visits) as visits, sum(opened_sign_in) as opened_sign_in,
      sum(verified_otp) as verified_otp, sum(signed_in) as signed_in
    from (
      select ${key}, day, sample_percent, visits, opened_sign_in, verified_otp, signed_in
      from (select *${sql.raw(table === 'analytics_day' ? ', null::text as program' : '')} from ${sql.table(table)}) one
      where ${inPeriod(period)} ${conditions(filters, 'visits')}) counted
    group by ${grouping}`;
  const both = sql`grouping sets ((sample_percent, day), (sample_percent, key))`;
  if (filters.program) return select('analytics_program_day', byDayAndKey, both);
  if (by !== 'PROGRAM') return select('analytics_day', byDayAndKey, both);
  return sql`
    ${select('analytics_day', sql`true as is_day, day, null::text as key`, sql`day, sample_percent`)} union all
    ${select('analytics_program_day', sql`false as is_day, null::date as day, key`, sql`key, sample_percent`)}`;
}

/** A visit of a quarter of all visits stands for four. */
const scaled = (column: string) =>
  sql`round(sum(${sql.ref(column)} * 100 / sample_percent::numeric))::int as ${sql.ref(column)}`;

const countOfKind = (kind: string) =>
  sql`coalesce(sum(conversions) filter (where conversion_kind = ${sql.lit(kind)}), 0)`;

const inPeriod = ({ from, to }: ReportPeriod) => sql`day between ${from}::date and ${to}::date`;

function conditions(filters: VisitFilters, source: Source): RawBuilder<unknown> {
  const all = Object.entries(columns).flatMap(([name, column]) => {
    const value = filters[name as keyof VisitFilters];
    if (value === undefined || value === '') return [];
    return value === 'NONE' ? sql`and ${column[source]} is null` : sql`and ${column[source]} = ${value}`;
  });
  return all.length ? sql.join(all, sql` `) : sql``;
}
