/** Counts the numbers of the reports again from the stored rows. Numbers of days whose rows are already deleted stay. */
import { migrate } from '#lib/server/db/index.ts';
import { rebuildReports } from '#lib/server/staff/reports/roll-up/index.ts';
import { withDatabase } from './with-database.ts';

await withDatabase(async (db) => {
  await migrate(db);
  const { visitDays, conversionDays } = await rebuildReports(db);
  return `Counted again: visits of ${days(visitDays)}, conversions of ${days(conversionDays)}, and all cohorts.`;
});

function days(count: number): string {
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}
