import { sql } from 'kysely';
import { executePrepared } from '#lib/server/db/index.ts';
import { personName, type TodayRow, type TodaySource } from './today-source.ts';

/** Candidates whose details nobody has checked, by when they were sent. */
export const waitingCandidates: TodaySource = {
  kind: 'CANDIDATE',
  href: '/staff/candidates/?status=DETAILS_SUBMITTED',
  list: async (db, _, limit) => {
    const query = sql<TodayRow>`
      select user_id as id, submitted_at as at, ${personName('app_user')} as who,
        concat_ws(', ', degree, college) as about
      from candidate_registration
      join app_user on app_user.id = user_id
      where status = 'DETAILS_SUBMITTED' and submitted_at is not null
      order by submitted_at, user_id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `CANDIDATE:${id}`, kind: 'CANDIDATE', subjectId: id, isLate: false },
      ...{ href: `/staff/candidates/${id}/`, action: 'Check' },
    }));
  },
};
