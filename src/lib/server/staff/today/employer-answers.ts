import { sql } from 'kysely';
import {
  type EmployerAnswer,
  employerAnswerLabels,
} from '#lib/domain/hiring/employer-links/employer-link.ts';
import { executePrepared } from '#lib/server/db/index.ts';
import { isOwnedBy, personName, selectOwner, type TodayRow, type TodaySource } from './today-source.ts';

/** Answers of employers until staff mark them as read or move the application. [API-42] */
export const employerAnswers: TodaySource = {
  kind: 'EMPLOYER',
  hasOwner: true,
  href: null,
  list: async (db, { startsAt, endsAt }, limit, owner) => {
    const query = sql<TodayRow & { reviewId: string; answer: EmployerAnswer; employee: string }>`
      select job_application.id, employer_review.id as review_id, employer_review.answered_at as at,
        ${personName('app_user')} as who, employer_review.answer, employer_link.person_name as employee,
        job.title || ' · ' || job_application.number as about,
        ${selectOwner('job_application')}
      from employer_review
      join employer_link on employer_link.id = employer_review.link_id
      join job_application on job_application.id = employer_review.application_id
      join app_user on app_user.id = job_application.user_id
      join job on job.id = job_application.job_id
      where employer_review.answered_at < ${endsAt} and employer_review.read_at is null
        and ${isOwnedBy('job_application', owner)}
        and not exists (
          select from application_event
          where application_event.application_id = job_application.id and actor_type = 'STAFF'
            and application_event.at > employer_review.answered_at and undone_at is null)
      order by employer_review.answered_at, employer_review.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, reviewId, answer, employee, about, ...row }) => ({
      ...row,
      about: `${employerAnswerLabels[answer]} from ${employee} · ${about}`,
      ...{ id: `EMPLOYER:${reviewId}`, kind: 'EMPLOYER', subjectId: id, isLate: row.at < startsAt },
      ...{ href: `/staff/applications/${id}/#employer-answers`, action: 'Read the answer' },
    }));
  },
};
