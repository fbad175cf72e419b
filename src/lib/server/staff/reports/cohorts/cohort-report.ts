import { sql } from 'kysely';
import {
  type CohortReport,
  type CohortReportQuery,
  type CohortWeek,
  cohortReportQuery,
} from '#lib/contract/staff/reports/cohorts.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, localDate } from '#lib/domain/core/zoned-time.ts';
import { cohortColumns, cohortSteps, reachedWithin } from '#lib/domain/staff/reports/cohorts.ts';
import { listWeeks, weekOf } from '#lib/domain/staff/reports/report-period.ts';
import type { CsvCell } from '#lib/server/core/csv-format.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { parsePageQuery } from '../../list-page.ts';

const maxSources = 20;

/** Loads the cohorts of the last weeks. A step that does not come after the beginning is replaced by the first that does. */
export async function loadCohortReport(db: Db, query: CohortReportQuery): Promise<CohortReport> {
  const { cohort = 'SIGN_UP', range = '12', firstSource } = query;
  const [first = 'APPLICATION'] = cohortSteps[cohort];
  const step = query.step && cohortSteps[cohort].includes(query.step) ? query.step : first;
  const today = localDate(await databaseNow(db), defaultTimeZone);
  const newest = weekOf(today);
  const oldest = addDays(newest, -7 * (Number(range) - 1));
  const [{ rows }, { rows: sources }, { rows: since }] = await Promise.all([
    sql<{ week: string; step: string; weeks: number; people: number }>`
      select week, step, weeks, sum(people)::int as people from cohort_week
      where cohort = ${cohort} and week between ${oldest}::date and ${newest}::date and step in ('ALL', ${step})
        ${firstSource ? sql`and first_source = ${firstSource}` : sql``}
      group by 1, 2, 3`.execute(db),
    sql<{ source: string }>`
      select first_source as source from cohort_week
      where cohort = ${cohort} and week between ${oldest}::date and ${newest}::date and step = 'ALL'
      group by 1 order by sum(people) desc, 1 limit ${maxSources}`.execute(db),
    sql<{ week: string | null }>`select min(week) as week from cohort_week where cohort = ${cohort}`.execute(
      db,
    ),
  ]);
  const cohorts = listWeeks({ from: oldest, to: newest })
    .toReversed()
    .map((week): CohortWeek => {
      const own = rows.filter((row) => row.week === week);
      const counts = own
        .filter((row) => row.step === step)
        .map(({ weeks, people }) => [weeks, people] as const);
      return {
        ...{ week, people: own.find((row) => row.step === 'ALL')?.people ?? 0 },
        reached: reachedWithin(new Map(counts), week, today),
      };
    });
  return {
    ...{ cohort, step, range, columns: [...cohortColumns], cohorts, total: addUp(cohorts) },
    ...{ since: since[0]?.week ?? null, sources: sources.map(({ source }) => source) },
  };
}

/** A week counts in a column only when its time is over, so that the share is that of the same people. */
const addUp = (cohorts: readonly CohortWeek[]): CohortReport['total'] =>
  cohortColumns.map((_, column) => {
    const over = cohorts.filter(({ reached }) => reached[column] !== null);
    return {
      people: over.reduce((sum, { people }) => sum + people, 0),
      reached: over.reduce((sum, { reached }) => sum + (reached[column] ?? 0), 0),
    };
  });

/** Loads the page of cohorts that an address names. */
export async function loadCohortPage(db: Db, url: URL) {
  const query = parsePageQuery(cohortReportQuery, url.searchParams);
  return { query, report: await loadCohortReport(db, query) };
}

/** Exports the cohorts. [C-40] */
export async function* exportCohortReport(db: Db, query: CohortReportQuery): AsyncGenerator<CsvCell[][]> {
  const report = await loadCohortReport(db, query);
  const columns = report.columns.map((weeks) => `after_${weeks}_weeks`);
  yield [['cohort', 'first_source', 'week', 'people', 'step', ...columns]];
  yield report.cohorts.map(({ week, people, reached }) => [
    ...[report.cohort, query.firstSource ?? null, week, people, report.step],
    ...reached,
  ]);
}
