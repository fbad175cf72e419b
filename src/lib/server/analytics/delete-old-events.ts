import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** How long raw events are stored. */
const storedFor = "interval '13 months'";

/**
 * A statement deletes few visits, so that it ends within the time that statements have, and a round so many at most that no other task
 * waits long.
 */
const visitsPerStatement = 500;
const statementsPerRound = 40;

/** Deletes visits after 13 months, with their events. Reports have their sums by day. */
export async function deleteOldEvents(db: Db): Promise<void> {
  for (let statements = 0; statements < statementsPerRound; statements += 1) {
    const { numAffectedRows = 0n } = await sql`
      delete from analytics_visit where id in (
        select id from analytics_visit where day < (now() - ${sql.raw(storedFor)})::date
        order by day limit ${visitsPerStatement}
      )`.execute(db);
    if (numAffectedRows < visitsPerStatement) return;
  }
}
