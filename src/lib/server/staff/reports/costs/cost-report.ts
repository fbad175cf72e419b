import { sql } from 'kysely';
import {
  type CostGroup,
  type CostNumbers,
  type CostReport,
  type CostReportQuery,
  costReportQuery,
} from '#lib/contract/staff/reports/costs.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import type { CsvCell } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { parsePageQuery } from '../../list-page.ts';
import { requireReportContext } from '../report-context.ts';
import { loadWithPeriod } from '../report-page.ts';
import { currentSpend } from './current-spend.ts';

/** The API and the page list this number of groups; the CSV file has all. */
const maxGroups = 50;

interface CostRow extends CostNumbers {
  isTotal: boolean;
  source: string;
  campaign: string;
  rows: number;
}

/** Loads the report on costs. Throws `VALIDATION_FAILED` for an invalid period. */
export async function loadCostReport(
  db: Db,
  { by = 'SOURCE', touch = 'FIRST', period, from, to }: CostReportQuery,
  limit: number = maxGroups,
): Promise<CostReport> {
  const context = await requireReportContext(db, { period, from, to }, defaultTimeZone);
  const inPeriod = sql`day between ${context.from}::date and ${context.to}::date`;
  const source = sql.ref(touch === 'FIRST' ? 'first_source' : 'session_source');
  const campaign = sql.ref(touch === 'FIRST' ? 'first_campaign' : 'session_campaign');
  const campaignOf = (column: ReturnType<typeof sql.ref>) =>
    by === 'CAMPAIGN' ? sql`coalesce(${column}, '')` : sql`''`;
  const [{ rows }, { rows: spent }] = await Promise.all([
    sql<CostRow>`
      with spent as (
        select source, ${campaignOf(sql.ref('campaign'))} as campaign, sum(amount) as spend
        from ${currentSpend} current where ${inPeriod} group by 1, 2),
      won as (
        select ${source} as source, ${campaignOf(campaign)} as campaign, sum(leads) as leads, sum(enrolled) as enrolled,
          sum(joined) as joined
        from conversion_day where ${inPeriod} group by 1, 2),
      both_sides as (
        select source, campaign, coalesce(spend, 0)::float8 as spend, coalesce(leads, 0)::int as leads,
          coalesce(enrolled, 0)::int as enrolled, coalesce(joined, 0)::int as joined
        from spent full join won using (source, campaign)
        where spend > 0 or leads > 0 or enrolled > 0 or joined > 0),
      listed as (
        select grouping(source) = 1 as is_total, source, campaign, sum(spend)::float8 as spend, sum(leads)::int as leads,
          sum(enrolled)::int as enrolled, sum(joined)::int as joined,
          row_number() over (
            partition by grouping(source) order by sum(spend) desc, sum(leads) desc, source, campaign) as place,
          count(*) over (partition by grouping(source))::int as rows
        from both_sides group by grouping sets ((), (source, campaign)))
      select * from listed where place <= ${Math.min(limit, 1_000_000)} order by is_total desc, place`.execute(
      db,
    ),
    sql<Pick<CostReport, 'firstDay' | 'lastDay'>>`
      select min(day) as first_day, max(day) as last_day from ${currentSpend} current`.execute(db),
  ]);
  const groups = rows.filter(({ isTotal }) => !isTotal);
  const { firstDay = null, lastDay = null } = spent[0] ?? {};
  return {
    ...{ from: context.from, to: context.to, by, touch, firstDay, lastDay },
    total: presentNumbers(rows.find(({ isTotal }) => isTotal)),
    groups: groups.map((row) => ({
      ...{ source: row.source, campaign: row.campaign || null, ...presentNumbers(row) },
    })),
    moreGroups: (groups[0]?.rows ?? 0) - groups.length,
  };
}

/** The total of no rows has no sums. */
const presentNumbers = (row?: Partial<CostNumbers>): CostNumbers => ({
  spend: row?.spend ?? 0,
  leads: row?.leads ?? 0,
  enrolled: row?.enrolled ?? 0,
  joined: row?.joined ?? 0,
});

/** Loads the page of the report that an address names. An invalid period has messages, and the default one is shown. */
export const loadCostPage = (db: Db, url: URL) =>
  loadWithPeriod(parsePageQuery(costReportQuery, url.searchParams), (query) => loadCostReport(db, query));

/** Exports the report with all of its groups, in rupees. [C-40] */
export async function* exportCostReport(db: Db, query: CostReportQuery): AsyncGenerator<CsvCell[][]> {
  const report = await loadCostReport(db, query, Number.POSITIVE_INFINITY);
  yield [
    ['from', 'to', 'visit', 'source', 'campaign', 'spend', 'new_leads', 'enrolled', 'joined', ...costColumns],
  ];
  const all: CostGroup = { source: '', campaign: null, ...report.total };
  yield [all, ...report.groups].map((group) => [
    ...[report.from, report.to, report.touch, group.source, group.campaign, group.spend / 100],
    ...[group.leads, group.enrolled, group.joined],
    ...[group.leads, group.enrolled, group.joined].map((people) => costCell(group.spend, people)),
  ]);
}

const costColumns = ['cost_per_lead', 'cost_per_enrolment', 'cost_per_hire'];

const costCell = (spend: number, people: number): CsvCell =>
  spend === 0 || people === 0 ? null : Math.round(spend / people) / 100;
