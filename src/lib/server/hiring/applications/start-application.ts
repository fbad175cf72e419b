import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Attribution } from '#lib/domain/core/attribution.ts';
import { findTransition } from '#lib/domain/core/state-machine.ts';
import { applicationTable, startedLifetimeDays } from '#lib/domain/hiring/applications/application-flow.ts';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import { applicationNumber } from '#lib/domain/hiring/applications/application-text.ts';
import { findClosedReason } from '#lib/domain/hiring/jobs/job.ts';
import { type Actor, candidateActor } from '#lib/server/core/actor.ts';
import { recordConversion } from '#lib/server/core/attribution.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { applyDueTransitions } from '../due-transitions.ts';
import { isOpen } from '../job-rows.ts';
import { createJobNotFoundError, isSlug, requireJob } from '../jobs/find-jobs.ts';
import { recordEvent } from '../record-transition.ts';
import { findApplicationLimit, isWithinLimits } from './application-limits.ts';

const { action, to } = findTransition(applicationTable, 'APPLY');

export interface Applicant {
  userId: string;
  jobSlug: string;
}

/**
 * Starts an application and returns its id, or the id of the open one that the person already has for this job. The
 * insert happens only if the job is open by the database's clock. The person's row is locked, so that a repeated request
 * uses no application number, and parallel requests cannot pass the limits together. Throws `NOT_FOUND`, `JOB_CLOSED`,
 * `RATE_LIMITED`. [API-41, C-41, C-42]
 */
export async function startApplication(
  db: Db,
  applicant: Applicant,
  attribution: Attribution,
): Promise<{ id: string; isExisting: boolean }> {
  if (!isSlug(applicant.jobSlug)) throw createJobNotFoundError();
  await applyDueTransitions(db, applicant.userId);
  return db
    .transaction()
    .execute((trx) => startInTransaction(trx, candidateActor(applicant.userId), applicant, attribution));
}

/** Starts an application as `startApplication` does, in the caller's transaction. The actor may be staff. */
export async function startInTransaction(
  trx: Db,
  actor: Actor,
  applicant: Applicant,
  attribution: Attribution,
): Promise<{ id: string; isExisting: boolean }> {
  const { userId } = applicant;
  await trx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const openId = await findOpenId(trx, applicant);
  if (openId) return { id: openId, isExisting: true };

  const id = await insertStarted(trx, actor, applicant);
  if (!id) throw await createRejection(trx, applicant);
  await recordConversion(trx, { kind: 'JOB_APPLICATION', subjectId: id, userId, ...attribution });
  return { id, isExisting: false };
}

/** Returns why no application was inserted: the job is not open, or the person has reached a limit. */
async function createRejection(trx: Db, applicant: Applicant): Promise<HttpError> {
  const { status } = await requireJob(trx, applicant.jobSlug, null);
  const limit = status === 'OPEN' ? await findApplicationLimit(trx, applicant) : null;
  if (limit) return new HttpError('RATE_LIMITED', limit);
  const message = findClosedReason(status);
  return new HttpError('JOB_CLOSED', message ? { message } : {});
}

async function findOpenId(trx: Db, { userId, jobSlug }: Applicant): Promise<string | null> {
  const row = await trx
    .selectFrom('jobApplication')
    .innerJoin('job', 'job.id', 'jobApplication.jobId')
    .select('jobApplication.id')
    .where('job.slug', '=', jobSlug)
    .where('jobApplication.userId', '=', userId)
    .where('jobApplication.status', 'not in', finalStatuses)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Inserts the application with its first history row and returns its id; null when the job is not open or the person has
 * reached a limit.
 */
async function insertStarted(trx: Db, actor: Actor, { userId, jobSlug }: Applicant): Promise<string | null> {
  const number = await createNumber(trx, { userId, jobSlug });
  if (number === null) return null;
  const id = uuidv7();
  const inserted = await trx
    .insertInto('jobApplication')
    .columns(['id', 'number', 'userId', 'jobId', 'status', 'stageKey', 'expiresAt', 'previousApplicationId'])
    .expression(
      trx
        .selectFrom('job')
        .select([
          sql<string>`${id}::uuid`.as('id'),
          sql<string>`${number}::text`.as('number'),
          sql<string>`${userId}::uuid`.as('userId'),
          'job.id as jobId',
          sql<typeof to>`${to}`.as('status'),
          sql<string>`job.stages -> 0 ->> 'key'`.as('stageKey'),
          sql<Date>`now() + make_interval(days => ${startedLifetimeDays}::int)`.as('expiresAt'),
          sql<string | null>`(
            select ended.id from job_application ended
            where ended.user_id = ${userId}::uuid and ended.job_id = job.id
            order by ended.started_at desc, ended.id desc limit 1)`.as('previousApplicationId'),
        ])
        .where('job.slug', '=', jobSlug)
        .where(isOpen)
        .where(isWithinLimits(userId))
        .forShare('job'),
    )
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  await recordEvent(trx, id, actor, { subject: 'APPLICATION', action, from: null, to });
  return id;
}

/** Returns the next application number, or null where none will be inserted, so that no number is wasted. */
async function createNumber(trx: Db, { userId, jobSlug }: Applicant): Promise<string | null> {
  const row = await trx
    .selectFrom('job')
    .select([sql<number>`nextval('job_application_number')`.as('sequence'), sql<Date>`now()`.as('startedAt')])
    .where('slug', '=', jobSlug)
    .where(isOpen)
    .where(isWithinLimits(userId))
    .executeTakeFirst();
  return row ? applicationNumber(row.sequence, row.startedAt) : null;
}
