import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** How long raw events are stored, and the most visits that one round deletes, so that no round takes long. */
const storedFor = "interval '13 months'";
const maxVisitsPerRound = 20_000;

/** Deletes visits after 13 months, with their events. Reports have their sums by day. */
export async function deleteOldEvents(db: Db): Promise<void> {
  await sql`
    delete from analytics_visit where id in (
      select id from analytics_visit where day < (now() - ${sql.raw(storedFor)})::date
      order by day limit ${maxVisitsPerRound}
    )`.execute(db);
}
