import { type RawBuilder, sql } from 'kysely';
import { findTransition } from '#lib/domain/core/state-machine.ts';
import { applicationTable } from '#lib/domain/hiring/applications/application-flow.ts';
import { trainingTable } from '#lib/domain/hiring/appointments/training-flow.ts';
import { type Db, executePrepared } from '#lib/server/db/index.ts';

/**
 * Transitions that become due at a certain time. They are applied before a read that would show them, and for
 * everybody by housekeeping. Each is one statement. It locks applications in the order of their ids and skips
 * those that another transaction is changing; the next read or round handles them.
 */

const expiry = findTransition(applicationTable, 'EXPIRE');
const offerExpiry = findTransition(applicationTable, 'EXPIRE_OFFER');
const beginning = findTransition(trainingTable, 'BEGIN_TRAINING');

/** Applies all due transitions of one person's applications, by one statement. */
export async function applyDueTransitions(db: Db, userId: string): Promise<void> {
  const filter = { userId };
  await execute(db, sql`${endOfDrafts(filter)}, ${endOfOffers(filter)}, ${startOfTrainings(filter)}`);
}

/**
 * Expires started applications whose 30 days have passed or whose job has closed, with the earlier reason,
 * and writes their history. Without a person, it does so for everybody.
 */
export const expireApplications = (db: Db, userId?: string): Promise<void> =>
  execute(db, endOfDrafts({ userId }));

/** Expires the started applications of a job that has closed, in the caller's transaction. Returns their number. */
export async function expireDraftsOfJob(trx: Db, jobId: string): Promise<number> {
  const query = sql<{
    count: number;
  }>`with ${endOfDrafts({ jobId })} select count(*)::int as count from expired`;
  const { rows } = await query.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * Applies the due transitions of applications that are with the employer: offers that expire, and trainings whose batch has
 * begun. Everybody's by default.
 */
export const applyDueToSubmitted = (db: Db, filter: SubmittedFilter = {}): Promise<void> =>
  execute(db, sql`${endOfOffers(filter)}, ${startOfTrainings(filter)}`);

/** Sets trainings whose batch has begun to IN_PROGRESS and writes their history. */
export const beginTrainings = (db: Db, filter: SubmittedFilter): Promise<void> =>
  execute(db, startOfTrainings(filter));

/** Executes the writes of a WITH clause. */
async function execute(db: Db, writes: RawBuilder<unknown>): Promise<void> {
  await executePrepared(db, sql`with ${writes} select 1`.compile(db));
}

interface DraftFilter {
  userId?: string | undefined;
  /** Ends all drafts of this job and waits for those that another transaction is changing. */
  jobId?: string;
}

function endOfDrafts({ userId, jobId }: DraftFilter) {
  const ofPerson = userId ? sql`and job_application.user_id = ${userId}` : sql``;
  const ofJob = jobId ? sql`and job_application.job_id = ${jobId}` : sql``;
  const skipLocked = jobId ? sql`` : sql`skip locked`;
  const { action, from, to, by } = expiry;
  return sql`due_draft as (
      select job_application.id,
        job_application.expires_at <= least(now(), job.apply_by, job.closed_at) as is_late
      from job_application join job on job.id = job_application.job_id
      where job_application.status = ${from[0]} ${ofPerson} ${ofJob}
        and (job_application.expires_at <= now() or job.apply_by <= now()
          or job.status in ('CLOSED', 'FILLED', 'ARCHIVED'))
      order by job_application.id
      for no key update of job_application ${skipLocked}
    ), expired as (
      update job_application set status = ${to} from due_draft
      where job_application.id = due_draft.id and job_application.status = ${from[0]}
      returning job_application.id, due_draft.is_late
    ), expiry_event as (
      insert into application_event (id, application_id, action, from_status, to_status, actor_type, reason_code)
      select gen_random_uuid(), id, ${action}, ${from[0]}, ${to}, ${by[0]},
        case when is_late then 'NOT_FINISHED_IN_TIME' else 'JOB_CLOSED' end
      from expired
    )`;
}

interface SubmittedFilter {
  userId?: string;
  applicationId?: string;
}

const filterSubmitted = ({ userId, applicationId }: SubmittedFilter) => sql`
  ${userId ? sql`and job_application.user_id = ${userId}` : sql``}
  ${applicationId ? sql`and job_application.id = ${applicationId}` : sql``}`;

/** The offers are locked too, because a replaced offer leaves the status of its application as it is. */
function endOfOffers(filter: SubmittedFilter) {
  const { action, from, to, by } = offerExpiry;
  return sql`due_offer as (
      select job_application.id, job_offer.id as offer_id
      from job_offer join job_application on job_application.id = job_offer.application_id
      where job_offer.status = 'OPEN' and job_offer.expires_at <= now()
        and job_application.status = ${from[0]} ${filterSubmitted(filter)}
      order by job_application.id
      for no key update of job_application, job_offer skip locked
    ), ended_offer as (
      update job_offer set status = 'EXPIRED', ended_at = now() from due_offer
      where job_offer.id = due_offer.offer_id
    ), unanswered as (
      update job_application set status = ${to} from due_offer
      where job_application.id = due_offer.id
      returning job_application.id
    ), offer_event as (
      insert into application_event (id, application_id, action, from_status, to_status, actor_type)
      select gen_random_uuid(), id, ${action}, ${from[0]}, ${to}, ${by[0]} from unanswered
    )`;
}

function startOfTrainings(filter: SubmittedFilter) {
  const { action, from, to } = beginning;
  return sql`due_training as (
      select job_application.id as application_id, training.id
      from training
      join training_batch on training_batch.id = training.batch_id
      join job_application on job_application.id = training.application_id
      where training.status = ${from[0]} and training_batch.starts_at <= now()
        and training_batch.cancelled_at is null ${filterSubmitted(filter)}
      order by job_application.id
      for no key update of job_application skip locked
    ), begun as (
      update training set status = ${to} from due_training
      where training.id = due_training.id and training.status = ${from[0]}
      returning training.application_id
    ), training_event as (
      insert into application_event (id, application_id, subject, action, from_status, to_status, actor_type)
      select gen_random_uuid(), application_id, 'TRAINING', ${action}, ${from[0]}, ${to}, 'SYSTEM'
      from begun
    )`;
}
