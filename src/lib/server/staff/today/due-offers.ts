import { sql } from 'kysely';
import { retentionDays } from '#lib/domain/hiring/offers/placement.ts';
import { executePrepared } from '#lib/server/db/index.ts';
import { isOwnedBy, personName, selectOwner, type TodayRow, type TodaySource } from './today-source.ts';

/** Offers without an answer: those that expire until the end of tomorrow, and those that are three days old. [API-42] */
export const unansweredOffers: TodaySource = {
  kind: 'OFFER',
  hasOwner: true,
  href: '/staff/applications/?status=OFFERED',
  list: async (db, { now, endsAt }, limit, owner) => {
    const query = sql<TodayRow>`
      select due.id, due.at, ${personName('app_user')} as who, job.title || ' · ' || due.number as about,
        ${selectOwner('due')}
      from (
        select job_application.id, user_id, job_id, owner_id, number, job_offer.expires_at as at from job_offer
        join job_application on job_application.id = job_offer.application_id and job_application.status = 'OFFERED'
        where job_offer.status = 'OPEN' and (job_offer.expires_at < ${endsAt}::timestamptz + interval '1 day'
          or job_offer.created_at < ${now}::timestamptz - interval '3 days')
          and ${isOwnedBy('job_application', owner)}
        order by job_offer.expires_at, job_application.id limit ${sql.lit(limit)}) due
      join app_user on app_user.id = due.user_id
      join job on job.id = due.job_id
      order by due.at, due.id`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `OFFER:${id}`, kind: 'OFFER', subjectId: id, isLate: row.at <= now },
      ...{ href: `/staff/applications/${id}/#application-offer`, action: 'Ask the candidate' },
    }));
  },
};

/**
 * Offers that candidates have accepted or declined, until staff mark the answer as done or change the application. Few have ended, which
 * PostgreSQL learns from "is not null" when it plans for any time. [API-42]
 */
export const answeredOffers: TodaySource = {
  kind: 'ANSWER',
  hasOwner: true,
  href: '/staff/applications/?status=OFFER_ACCEPTED',
  list: async (db, { startsAt, endsAt }, limit, owner) => {
    const query = sql<TodayRow & { applicationId: string; isAccepted: boolean }>`
      select job_offer.id, job_application.id as application_id, job_offer.ended_at as at,
        ${personName('app_user')} as who, job.title || ' · ' || job_application.number as about,
        job_offer.status = 'ACCEPTED' as is_accepted, ${selectOwner('job_application')}
      from job_offer
      join job_application on job_application.id = job_offer.application_id
        and job_application.status = 'OFFER_' || job_offer.status
      join app_user on app_user.id = job_application.user_id
      join job on job.id = job_application.job_id
      where job_offer.status in ('ACCEPTED', 'DECLINED') and answer_read_at is null
        and job_offer.ended_at is not null and job_offer.ended_at < ${endsAt} and ${isOwnedBy('job_application', owner)}
        and not exists (
          select from job_offer later
          where later.application_id = job_offer.application_id and later.version > job_offer.version)
        and not exists (
          select from application_event
          where application_event.application_id = job_application.id and actor_type = 'STAFF'
            and application_event.at >= job_offer.ended_at and undone_at is null)
      order by job_offer.ended_at, job_offer.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, applicationId, isAccepted, about, ...row }) => ({
      ...row,
      ...{ id: `ANSWER:${id}`, kind: 'ANSWER', subjectId: id, isLate: row.at < startsAt },
      about: `${isAccepted ? 'Accepted' : 'Declined'}: ${about}`,
      ...{ href: `/staff/applications/${applicationId}/#application-offer`, action: 'Mark as done' },
    }));
  },
};

/** First days of today and the next seven days, and those that have passed without a record. [API-42] */
export const firstDays: TodaySource = {
  kind: 'JOINING',
  hasOwner: true,
  href: '/staff/applications/?status=OFFER_ACCEPTED',
  list: async (db, { startsAt, endsAt }, limit, owner) => {
    const query = sql<TodayRow>`
      select job_application.id, (joining_on + time '09:00') at time zone 'Asia/Kolkata' as at,
        ${personName('app_user')} as who, job.title || ' · ' || job_application.number as about,
        ${selectOwner('job_application')}
      from job_offer
      join job_application on job_application.id = job_offer.application_id
        and job_application.status = 'OFFER_ACCEPTED'
      join app_user on app_user.id = job_application.user_id
      join job on job.id = job_application.job_id
      where job_offer.status = 'ACCEPTED'
        and joining_on < (${endsAt}::timestamptz at time zone 'Asia/Kolkata')::date + 7
        and ${isOwnedBy('job_application', owner)}
      order by joining_on, job_application.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `JOINING:${id}`, kind: 'JOINING', subjectId: id, isLate: row.at < startsAt },
      ...{ href: `/staff/applications/${id}/#application-placement`, action: 'Mark as joined' },
    }));
  },
};

/** People who have worked for 90 days, until the invoice is recorded. [API-42] */
export const dueFees: TodaySource = {
  kind: 'FEE',
  hasOwner: true,
  href: '/staff/placements/?due=true',
  list: async (db, { startsAt, endsAt }, limit, owner) => {
    const query = sql<TodayRow>`
      select job_application.id, (joined_on + ${sql.lit(retentionDays)} + time '09:00') at time zone 'Asia/Kolkata' as at,
        ${personName('app_user')} as who, job.title || ' · ' || job_application.number as about,
        ${selectOwner('job_application')}
      from placement
      join job_application on job_application.id = placement.application_id
      join app_user on app_user.id = job_application.user_id
      join job on job.id = job_application.job_id
      where invoiced_on is null and ${isOwnedBy('job_application', owner)}
        and least(coalesce(left_on, 'infinity'), (${endsAt}::timestamptz at time zone 'Asia/Kolkata')::date - 1)
          >= joined_on + ${sql.lit(retentionDays)}
      order by joined_on, job_application.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `FEE:${id}`, kind: 'FEE', subjectId: id, isLate: row.at < startsAt },
      ...{ href: `/staff/applications/${id}/#application-placement`, action: 'Send the invoice' },
    }));
  },
};
