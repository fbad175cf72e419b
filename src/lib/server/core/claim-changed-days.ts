import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { ReportChangeTable } from '#lib/server/db/schema/analytics/analytics.ts';

/**
 * Removes the listed changes of a report and returns their days, each once. A change that is committed later is not among them,
 * and stays listed for the next roll-up.
 */
export async function claimChangedDays(trx: Db, report: ReportChangeTable['report']): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with change as (delete from report_change where report = ${report} returning day)
    select distinct day from change`.execute(trx);
  return rows.map(({ day }) => day);
}
