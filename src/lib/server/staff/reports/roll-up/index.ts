import { sql } from 'kysely';
import { rebuildVisits, rollUpVisits } from '#lib/server/analytics/roll-up-visits.ts';
import { type Db, withoutTimeouts } from '#lib/server/db/index.ts';
import { rebuildCohorts, rollUpCohorts } from './roll-up-cohorts.ts';
import { rebuildConversions, rollUpConversions } from './roll-up-conversions.ts';

/** Brings the numbers of the reports up to date. Several processes may run it at once. [TRACK-01, TRACK-03] */
export const rollUpReports = (db: Db): Promise<void> =>
  withoutTimeouts(db, async (own) => {
    await rollUpVisits(own);
    await inOneRun(own, async (trx) => {
      await rollUpConversions(trx);
      await rollUpCohorts(trx);
    });
  });

/** Counts all numbers of the reports again from the stored rows. Returns of how many days there are visits and conversions. */
export const rebuildReports = (db: Db): Promise<{ visitDays: number; conversionDays: number }> =>
  withoutTimeouts(db, async (own) => {
    const visitDays = await rebuildVisits(own);
    const conversionDays = await inOneRun(own, async (trx) => {
      await rebuildCohorts(trx);
      return rebuildConversions(trx);
    });
    return { visitDays, conversionDays };
  });

/** Readers go on; a second roll-up waits for the first. */
const inOneRun = <Result>(db: Db, run: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await sql`lock table conversion_day in share row exclusive mode`.execute(trx);
    return run(trx);
  });
