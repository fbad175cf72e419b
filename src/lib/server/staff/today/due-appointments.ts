import { sql } from 'kysely';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { executePrepared } from '#lib/server/db/index.ts';
import {
  isOwnedBy,
  personName,
  selectOwner,
  type TodayRow,
  type TodaySource,
  type WorkOwner,
} from './today-source.ts';

/** An interview is work of whoever owns the application, and of whoever holds it. */
const isInterviewOf = (owner: WorkOwner | undefined) =>
  owner?.staffId
    ? sql`(${isOwnedBy('job_application', owner)} or exists (
        select from interviewer where interviewer.id = slot.interviewer_id and user_id = ${owner.staffId}))`
    : isOwnedBy('job_application', owner);

/** Interviews of today, then those of the last 30 days whose result nobody has recorded. [API-43] */
export const dueInterviews: TodaySource = {
  kind: 'INTERVIEW',
  hasOwner: true,
  href: '/staff/slots/',
  list: async (db, { now, startsAt, endsAt }, limit, owner) => {
    const query = sql<TodayRow & { endsAt: Date; holderId: string | null }>`
      select job_application.id, slot.starts_at as at, slot.ends_at, ${personName('app_user')} as who,
        job.title || ' · ' || job_application.number as about,
        ${selectOwner('job_application')},
        (select user_id from interviewer where interviewer.id = slot.interviewer_id) as holder_id
      from interview_slot slot
      join interview on interview.slot_id = slot.id and interview.status = 'SCHEDULED'
      join job_application on job_application.id = interview.application_id
      join app_user on app_user.id = job_application.user_id
      join job on job.id = job_application.job_id
      where slot.starts_at >= ${startsAt}::timestamptz - interval '30 days' and slot.starts_at < ${endsAt}
        and slot.cancelled_at is null and slot.taken > 0 and ${isInterviewOf(owner)}
      order by slot.starts_at < ${startsAt}, slot.starts_at, job_application.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, endsAt: end, ...row }) => ({
      ...row,
      ...{ id: `INTERVIEW:${id}`, kind: 'INTERVIEW', subjectId: id, isLate: end <= now },
      ...(end <= now
        ? { href: `/staff/applications/${id}/#scorecards`, action: 'Record the result' }
        : { href: `/staff/applications/${id}/`, action: 'Open' }),
    }));
  },
};

/** Booked slots whose interviewer's role has ended, until they have another interviewer or have begun. [API-43] */
export const interviewsWithoutInterviewer: TodaySource = {
  kind: 'INTERVIEWER',
  href: '/staff/slots/',
  list: async (db, { now }, limit) => {
    const query = sql<TodayRow & { startsAt: Date; timeZone: string }>`
      select slot.id, slot.interviewer_left_at as at, slot.starts_at, slot.time_zone, job.title as about,
        (select string_agg(${personName('app_user')}, ', ' order by interview.id) from interview
          join job_application on job_application.id = interview.application_id
          join app_user on app_user.id = job_application.user_id
          where interview.slot_id = slot.id and interview.status = 'SCHEDULED') as who
      from interview_slot slot join job on job.id = slot.job_id
      where slot.interviewer_left_at is not null and slot.starts_at > ${now}
        and slot.cancelled_at is null and slot.taken > 0
      order by slot.interviewer_left_at, slot.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, startsAt, timeZone, about, ...row }) => ({
      ...row,
      ...{ id: `INTERVIEWER:${id}`, kind: 'INTERVIEWER', subjectId: id, isLate: false },
      about: `${about} · ${dateTimeText(startsAt, timeZone)}`,
      ...{
        href: `/staff/slots/?slot=${id}&date=${localDate(startsAt, timeZone)}`,
        action: 'Choose an interviewer',
      },
    }));
  },
};

/** Training batches that begin today. */
export const beginningBatches: TodaySource = {
  kind: 'BATCH',
  href: '/staff/batches/',
  list: async (db, { startsAt, endsAt }, limit) => {
    const query = sql<TodayRow>`
      select batch.id, batch.starts_at as at, batch.title as who,
        job.title || ' · ' || batch.taken || ' of ' || batch.capacity || ' seats taken' as about
      from training_batch batch
      join job on job.id = batch.job_id
      where batch.starts_at >= ${startsAt} and batch.starts_at < ${endsAt} and batch.cancelled_at is null
      order by batch.starts_at, batch.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, ...row }) => ({
      ...row,
      ...{ id: `BATCH:${id}`, kind: 'BATCH', subjectId: id, isLate: false },
      ...{ href: `/staff/batches/${id}/`, action: 'Open' },
    }));
  },
};

/** Training batches of the last 30 days that are over, with people whose result nobody has recorded. [API-42] */
export const unrecordedTrainings: TodaySource = {
  kind: 'TRAINING',
  href: '/staff/batches/?past=true',
  list: async (db, { now, startsAt }, limit) => {
    const query = sql<TodayRow & { waiting: number }>`
      select batch.id, batch.ends_at as at, batch.title as who, job.title as about, count(*)::int as waiting
      from training_batch batch
      join job on job.id = batch.job_id
      join training on training.batch_id = batch.id and training.status in ('SCHEDULED', 'IN_PROGRESS')
      join job_application application on application.id = training.application_id and application.status = 'TRAINING'
      where batch.ends_at >= ${startsAt}::timestamptz - interval '30 days' and batch.ends_at <= ${now}
        and batch.cancelled_at is null
      group by batch.id, job.title order by batch.ends_at, batch.id limit ${sql.lit(limit)}`;
    const { rows } = await executePrepared(db, query.compile(db));
    return rows.map(({ id, waiting, about, ...row }) => ({
      ...row,
      ...{ id: `TRAINING:${id}`, kind: 'TRAINING', subjectId: id, isLate: true },
      about: `${about} · ${waiting} without a result`,
      ...{ href: `/staff/batches/${id}/`, action: 'Record who completed' },
    }));
  },
};
