import { sql } from 'kysely';
import { awaitingReplyStatuses } from '#lib/domain/hiring/applications/reply-due.ts';
import { executePrepared } from '#lib/server/db/index.ts';
import { isOwnedBy, personName, selectOwner, type TodayRow, type TodaySource } from './today-source.ts';

const statuses = sql.join(awaitingReplyStatuses.map((status) => sql`(${sql.lit(status)}::text)`));

/** Replies to applications that are due today or late. Each status is one range of the index. [API-42] */
export const dueReplies: TodaySource = {
  kind: 'REPLY',
  hasOwner: true,
  href: '/staff/applications/',
  list: async (db, { now, endsAt }, limit, owner) => {
    const query = sql<TodayRow>`
      select due.id, due.at, ${personName('app_user')} as who, job.title || ' · ' || due.number as about,
        ${selectOwner('due')}
      from (values ${statuses}) as waiting (status)
      cross join lateral (
        select id, user_id, job_id, owner_id, number, reply_due_at as at from job_application
        where job_application.status = waiting.status and replied_at is null and reply_due_at < ${endsAt}
          and ${isOwnedBy('job_application', owner)}
        order by reply_due_at, id limit ${sql.lit(limit)}) due
      join app_user on app_user.id = due.user_id
      join job on job.id = due.job_id
      order by due.at, due.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `REPLY:${id}`, kind: 'REPLY', subjectId: id, isLate: row.at <= now },
      ...{ href: `/staff/applications/${id}/`, action: 'Reply' },
    }));
  },
};
