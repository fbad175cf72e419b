import { sql } from 'kysely';
import { feedbackHours } from '#lib/domain/hiring/mock-interviews/feedback.ts';
import { executePrepared } from '#lib/server/db/index.ts';
import { findCoachOf } from '#lib/server/hiring/mock-interviews/experts.ts';
import { personName, type TodayRow, type TodaySource } from './today-source.ts';

/**
 * Mock interviews of today, those of the last 30 days whose result nobody has recorded, and those whose candidate has waited
 * too long for the feedback. [APP-14]
 */
export const dueMockInterviews: TodaySource = {
  kind: 'MOCK_INTERVIEW',
  href: '/staff/mock-interviews/',
  list: async (db, { now, startsAt, endsAt }, limit) => {
    const query = sql<TodayRow & { status: string; coachSlug: string; isOver: boolean }>`
      select mock.id, slot.ends_at < ${now} as "isOver",
        case when slot.ends_at < ${now} then slot.ends_at else slot.starts_at end as at,
        mock.status, expert.coach_slug as "coachSlug",
        ${personName('app_user')} as who, mock.role as about
      from interview_slot slot
      join mock_interview mock on mock.slot_id = slot.id
      join expert on expert.id = mock.expert_id
      join app_user on app_user.id = mock.user_id
      left join mock_interview_feedback feedback on feedback.mock_interview_id = mock.id
      where slot.expert_id is not null
        and slot.starts_at >= ${now}::timestamptz - interval '30 days' and slot.starts_at < ${endsAt}
        and (mock.status = 'BOOKED'
          or mock.status = 'COMPLETED' and feedback.shared_at is null
            and slot.ends_at < ${now}::timestamptz - make_interval(hours => ${sql.lit(feedbackHours)}))
      order by slot.starts_at < ${startsAt}, slot.starts_at, mock.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, at, who, about, status, coachSlug, isOver }) => ({
      ...{ id: `MOCK_INTERVIEW:${id}`, kind: 'MOCK_INTERVIEW', subjectId: id, at, who, isLate: isOver },
      about: `${about} · ${findCoachOf({ coachSlug })?.name ?? coachSlug}`,
      ...(!isOver
        ? { href: '/staff/mock-interviews/?status=BOOKED', action: 'See the booking' }
        : status === 'BOOKED'
          ? { href: '/staff/mock-interviews/?missing=RESULT_DUE', action: 'Record the result' }
          : { href: '/staff/mock-interviews/?missing=FEEDBACK_DUE', action: 'Ask for the feedback' }),
    }));
  },
};
