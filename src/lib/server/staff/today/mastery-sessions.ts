import { sql } from 'kysely';
import { listMasterySessions, masteryPolicy } from '#lib/domain/enrolment/mastery/mastery-sessions.ts';
import type { TodaySource } from './today-source.ts';

/** For how long a session stays in the list while nobody has marked who came. */
const unmarkedMs = 14 * 86_400_000;

/** PM Mastery today, and the last session while it is over and nobody has marked who came. [API-21] */
export const masterySessions: TodaySource = {
  kind: 'MASTERY',
  href: '/staff/mastery/',
  list: async (db, { now, startsAt, endsAt }) => {
    const sessions = listMasterySessions(new Date(now.getTime() - unmarkedMs), endsAt);
    if (sessions.length === 0) return [];
    const { rows } = await sql<{ sessionId: string; confirmed: number; marked: number }>`
      select session_id, count(*) filter (where status = 'CONFIRMED')::int as confirmed,
        count(*) filter (where status in ('COMPLETED', 'NO_SHOW'))::int as marked
      from mastery_registration
      where session_id in (${sql.join(sessions.map(({ id }) => id))})
      group by session_id`.execute(db);
    return sessions.flatMap((session) => {
      const row = rows.find(({ sessionId }) => sessionId === session.id);
      const { confirmed, marked } = row ?? { confirmed: 0, marked: 0 };
      const item = (at: Date, about: string, action: string) => ({
        ...{
          id: `MASTERY:${session.id}`,
          kind: 'MASTERY' as const,
          subjectId: session.id,
          at,
          about,
          action,
        },
        ...{ who: 'PM Mastery', isLate: at < startsAt, href: `/staff/mastery/?session=${session.id}` },
      });
      if (confirmed === 0) return [];
      const seats = `${confirmed} of ${masteryPolicy.seatsPerSession} seats taken`;
      if (session.endsAt > now) return item(session.startsAt, seats, 'See the list');
      return marked === 0 ? item(session.endsAt, `${confirmed} registered`, 'Mark who came') : [];
    });
  },
};
