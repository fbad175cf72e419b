import { sql } from 'kysely';
import type { TodayRow, TodaySource } from './today-source.ts';

/** Live events that begin today. */
export const beginningEvents: TodaySource = {
  kind: 'EVENT',
  href: '/staff/events/',
  list: async (db, { startsAt, endsAt }, limit) => {
    const { rows } = await sql<TodayRow>`
      select id, starts_at as at, title as who,
        case when capacity is null then taken || ' registered'
          else taken || ' of ' || capacity || ' seats taken' end as about
      from live_event
      where starts_at >= ${startsAt} and starts_at < ${endsAt} and status = 'SCHEDULED'
      order by starts_at, id limit ${limit}`.execute(db);
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `EVENT:${id}`, kind: 'EVENT', subjectId: id, isLate: false },
      ...{ href: `/staff/events/${id}/`, action: 'Open' },
    }));
  },
};
