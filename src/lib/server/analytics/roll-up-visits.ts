import { type RawBuilder, sql } from 'kysely';
import { claimChangedDays } from '#lib/server/core/claim-changed-days.ts';
import type { Db } from '#lib/server/db/index.ts';

/** Days before this one may have lost a part of their visits to the retention rule, so their counts are never made again. */
const firstWholeDay = sql`(now() - interval '13 months')::date`;

/**
 * Counts the visits again of every day that has new events. An event is at most a day old when it arrives, so it cannot belong to
 * a day before the one that precedes the newest counted day. Several processes may run it at once.
 */
export async function rollUpVisits(db: Db): Promise<void> {
  await inOneRun(db, async (trx) => {
    const changed = await claimChangedDays(trx, 'VISITS');
    const days = await listDays(
      trx,
      sql`select visit.day from analytics_event event join analytics_visit visit on visit.id = event.visit_id
        where event.day >= coalesce((select max(day) from analytics_day) - 1, '-infinity') and visit.day >= ${firstWholeDay}
        union select day from unnest(${changed}::date[]) changed (day) where day >= ${firstWholeDay}`,
    );
    await countDays(trx, days);
  });
}

/** Counts the visits of all days again that still have all their events. Returns how many days these are. */
export const rebuildVisits = (db: Db): Promise<number> =>
  inOneRun(db, async (trx) => {
    await claimChangedDays(trx, 'VISITS');
    const days = await listDays(
      trx,
      sql`select day from analytics_visit where day >= ${firstWholeDay}
        union select day from analytics_day where day >= ${firstWholeDay}`,
    );
    await countDays(trx, days);
    return days.length;
  });

/** Readers go on; a second writer waits, and then sees what the first has counted. */
const inOneRun = <Result>(db: Db, run: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await sql`lock table analytics_day in share row exclusive mode`.execute(trx);
    return run(trx);
  });

async function listDays(trx: Db, select: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`${select}`.execute(trx);
  return rows.map(({ day }) => day);
}

const dimensions = sql.raw(
  'day, sample_percent, device, first_source, first_campaign, session_source, session_campaign',
);
/** Links are written by hand, so their names are compared without case. */
const named = sql`sample_percent, device, lower(first_source) as first_source, lower(first_campaign) as first_campaign,
  lower(session_source) as session_source, lower(session_campaign) as session_campaign`;
const counts = sql`count(*), count(*) filter (where opened), count(*) filter (where verified), count(*) filter (where signed_in)`;

async function countDays(trx: Db, days: readonly string[]): Promise<void> {
  if (!days.length) return;
  const counted = sql`day in (${sql.join(days.map((day) => sql`${day}::date`))})`;
  await sql`delete from analytics_day where ${counted}`.execute(trx);
  await sql`delete from analytics_program_day where ${counted}`.execute(trx);
  const steps = sql`step as (
    select visit.id, day, ${named},
      coalesce(opened, false) as opened, coalesce(verified, false) as verified, coalesce(signed_in, false) as signed_in,
      coalesce(signed_up, false) as signed_up
    from analytics_visit visit
    left join (
      select visit_id, bool_or(name = 'viewed_auth_modal') as opened, bool_or(name = 'auth otp verify success') as verified,
        bool_or(name = 'auth completion success') as signed_in,
        bool_or(name = 'auth completion success' and properties ->> 'intent' in ('SIGN_UP', 'DIRECT_SIGN_UP')) as signed_up
      from analytics_event join (select id from analytics_visit where ${counted}) visit on visit.id = visit_id
      where name in ('viewed_auth_modal', 'auth otp verify success', 'auth completion success')
      group by visit_id
    ) reached on reached.visit_id = visit.id
    where ${counted})`;
  await sql`
    with ${steps}
    insert into analytics_day (${dimensions}, visits, opened_sign_in, verified_otp, signed_in, signed_up)
    select ${dimensions}, ${counts}, count(*) filter (where signed_up) from step group by ${dimensions}`.execute(
    trx,
  );
  await sql`
    with ${steps},
    seen as (
      select distinct visit_id, event.program from analytics_event event
      join (select id from analytics_visit where ${counted}) visit on visit.id = visit_id
      where event.program is not null)
    insert into analytics_program_day (${dimensions}, program, visits, opened_sign_in, verified_otp, signed_in)
    select ${dimensions}, program, ${counts} from step join seen on seen.visit_id = step.id
    group by ${dimensions}, program`.execute(trx);
}
