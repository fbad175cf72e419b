import { sql } from 'kysely';
import { executePrepared } from '#lib/server/db/index.ts';
import { personName, type TodayRow, type TodaySource } from './today-source.ts';

/** Reserved and offered seats without a payment that are released today. */
export const dueSeats: TodaySource = {
  kind: 'SEAT',
  href: '/staff/enrolments/?status=HELD',
  list: async (db, { now, endsAt }, limit) => {
    const query = sql<TodayRow>`
      select enrolment.id, hold_expires_at as at, ${personName('app_user')} as who, reference as about
      from enrolment
      join app_user on app_user.id = enrolment.user_id
      where enrolment.status in ('HELD', 'OFFERED') and hold_expires_at < ${endsAt}
        and not exists (select from enrolment_payment where enrolment_id = enrolment.id)
      order by hold_expires_at, enrolment.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `SEAT:${id}`, kind: 'SEAT', subjectId: id, isLate: row.at <= now },
      ...{ href: `/staff/enrolments/${id}/`, action: 'Record payment' },
    }));
  },
};
