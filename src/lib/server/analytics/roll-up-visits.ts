import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** Days before this one may have lost a part of their visits to the retention rule, so their counts are never made again. */
const firstWholeDay = sql`(now() - interval '13 months')::date`;

/**
 * Counts the visits again of every day that has new events. An event is at most a day old when it arrives, so it cannot belong to
 * a day before the one that precedes the newest counted day. Several processes may run it at once.
 */
export async function rollUpVisits(db: Db): Promise<void> {
  await countDays(
    db,
    sql`select distinct visit.day from analytics_event event join analytics_visit visit on visit.id = event.visit_id
      where event.day >= coalesce((select max(day) from analytics_day) - 1, '-infinity') and visit.day >= ${firstWholeDay}`,
  );
}

/** Counts the visits of all days again that still have all their events. Returns how many days these are. */
export const rebuildVisits = (db: Db): Promise<number> =>
  countDays(
    db,
    sql`select day from analytics_visit where day >= ${firstWholeDay}
      union select day from analytics_day where day >= ${firstWholeDay}`,
  );

function countDays(db: Db, selectDays: RawBuilder<unknown>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Readers go on; a second writer waits, and then sees what the first has counted.
    await sql`lock table analytics_day in share row exclusive mode`.execute(trx);
    const { rows } = await sql<{ day: string }>`${selectDays}`.execute(trx);
    if (!rows.length) return 0;
    const days = sql.join(rows.map(({ day }) => sql`${day}::date`));
    await sql`delete from analytics_day where day in (${days})`.execute(trx);
    await sql`
      insert into analytics_day (day, sample_percent, device, first_source, first_campaign, session_source, session_campaign,
        visits, opened_sign_in, verified_otp, signed_in)
      select visit.day, sample_percent, device, first_source, first_campaign, session_source, session_campaign,
        count(*), count(*) filter (where opened), count(*) filter (where verified), count(*) filter (where signed_in)
      from analytics_visit visit
      left join (
        select visit_id, bool_or(name = 'viewed_auth_modal') as opened, bool_or(name = 'auth otp verify success') as verified,
          bool_or(name = 'auth completion success') as signed_in
        from analytics_event join analytics_visit on analytics_visit.id = visit_id
        where analytics_visit.day in (${days})
          and name in ('viewed_auth_modal', 'auth otp verify success', 'auth completion success')
        group by visit_id
      ) step on step.visit_id = visit.id
      where visit.day in (${days})
      group by 1, 2, 3, 4, 5, 6, 7`.execute(trx);
    return rows.length;
  });
}
