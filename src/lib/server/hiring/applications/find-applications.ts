import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Paging } from '#lib/contract/core/list.ts';
import type { JobApplication } from '#lib/contract/hiring/job-applications.ts';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import { separateUnreadable } from '#lib/server/core/readable-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Page } from '#lib/server/http/list.ts';
import {
  type ApplicationAggregate,
  createApplicationNotFoundError,
  loadApplications,
} from '../application-aggregate.ts';
import { applyDueTransitions } from '../due-transitions.ts';
import { presentApplication } from './present-application.ts';

/** Queries of a person's own applications. Those of other people are treated as missing. [API-42, C-39] */

/**
 * Lists open applications before ended ones. Open ones are sorted by the nearest date, then the newest first.
 */
export async function listApplications(
  db: Db,
  userId: string,
  { limit, offset }: Paging,
): Promise<Page<JobApplication>> {
  await applyDueTransitions(db, userId);
  const own = db.selectFrom('jobApplication').where('userId', '=', userId);
  const { count } = await own.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .select('id')
    .orderBy(sql`status in (${sql.join(finalStatuses)})`)
    .orderBy(nextDate, (order) => order.asc().nullsLast())
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const aggregates = await loadApplications(
    db,
    rows.map(({ id }) => id),
    userId,
  );
  const { readable, unreadable } = separateUnreadable(aggregates, ({ application: { id, number } }) => ({
    id,
    reference: number,
  }));
  return { count, results: readable.map(presentApplication), unreadable };
}

/**
 * The next date that the candidate must keep; an appointment that they still have to choose counts as
 * tomorrow.
 */
const nextDate = sql<Date | null>`case status
  when 'STARTED' then least(expires_at, (select apply_by from job where id = job_id))
  when 'OFFERED' then (select expires_at from job_offer where application_id = job_application.id and status = 'OPEN')
  when 'OFFER_ACCEPTED' then (
    select joining_on::timestamptz from job_offer where application_id = job_application.id and status = 'ACCEPTED')
  when 'INTERVIEW' then (
    select min(case when i.status = 'TO_SCHEDULE' then now() + interval '1 day' else slot.starts_at end)
    from interview i left join interview_slot slot on slot.id = i.slot_id and slot.ends_at > now()
    where i.application_id = job_application.id and i.status in ('TO_SCHEDULE', 'SCHEDULED'))
  when 'TRAINING' then (
    select min(case when t.status = 'TO_SET_UP' then now() + interval '1 day' else batch.starts_at end)
    from training t left join training_batch batch on batch.id = t.batch_id and batch.ends_at > now()
    where t.application_id = job_application.id and t.status in ('TO_SET_UP', 'SCHEDULED'))
  end`;

/** Finds an own application as its page shows it; null for an unknown id and for another person's. */
export async function findApplication(db: Db, userId: string, id: string): Promise<JobApplication | null> {
  const aggregate = await findOwnAggregate(db, userId, id);
  return aggregate && presentApplication(aggregate);
}

/** Applies due transitions and loads an own application; null for an unknown id and for another person's. */
export async function findOwnAggregate(
  db: Db,
  userId: string,
  id: string,
): Promise<ApplicationAggregate | null> {
  if (!isUuid(id)) return null;
  await applyDueTransitions(db, userId);
  const [aggregate] = await loadApplications(db, [id], userId);
  return aggregate?.application.userId === userId ? aggregate : null;
}

/** Applies due transitions and loads an own application. Throws `NOT_FOUND`. */
export async function requireOwnAggregate(db: Db, userId: string, id: string): Promise<ApplicationAggregate> {
  const aggregate = await findOwnAggregate(db, userId, id);
  if (!aggregate) throw createApplicationNotFoundError();
  return aggregate;
}
