import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Attribution } from '#lib/domain/core/attribution.ts';
import { findTransition } from '#lib/domain/core/state-machine.ts';
import { applicationTable, startedLifetimeDays } from '#lib/domain/hiring/applications/application-flow.ts';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import { applicationNumber } from '#lib/domain/hiring/applications/application-text.ts';
import { type JobStatus, whyClosed } from '#lib/domain/hiring/jobs/job.ts';
import { recordConversion } from '#lib/server/core/attribution.ts';
import { candidateActor } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { isSlug, noSuchJob, requireJob } from '../jobs/find-jobs.ts';
import { isOpen } from '../jobs/select-jobs.ts';
import { expireStarted } from './expire-started.ts';
import { recordEvent } from './record-event.ts';

const { action, to } = findTransition(applicationTable, 'APPLY');

export interface Applicant {
  userId: string;
  jobSlug: string;
}

/**
 * The applicant's open application to the job, started now unless there is one (API-41, C-42). The insert is
 * conditional on the job being open by the database's clock. One person's presses come one after the other, so that
 * a repeat spends no number.
 * @throws HttpError NOT_FOUND, JOB_CLOSED
 */
export async function startApplication(
  db: Db,
  applicant: Applicant,
  attribution: Attribution,
): Promise<{ id: string; isExisting: boolean }> {
  if (!isSlug(applicant.jobSlug)) throw noSuchJob();
  await expireStarted(db, applicant.userId);
  const { userId, jobSlug } = applicant;
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const before = await findOpenId(trx, applicant);
    if (before) return { id: before, isExisting: true };

    const id = await insertStarted(trx, applicant);
    if (!id) throw closed((await requireJob(trx, jobSlug, null)).status);
    await recordConversion(trx, { kind: 'JOB_APPLICATION', subjectId: id, userId, ...attribution });
    return { id, isExisting: false };
  });
}

function closed(status: JobStatus): HttpError {
  const message = whyClosed(status);
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

/** Writes the application with its first history row; null when the job is not open. */
async function insertStarted(trx: Db, { userId, jobSlug }: Applicant): Promise<string | null> {
  const number = await nextNumber(trx, jobSlug);
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
        .forShare('job'),
    )
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  await recordEvent(trx, id, candidateActor(userId), { subject: 'APPLICATION', action, from: null, to });
  return id;
}

/** None is spent on a job that takes nobody. */
async function nextNumber(trx: Db, jobSlug: string): Promise<string | null> {
  const row = await trx
    .selectFrom('job')
    .select([sql<number>`nextval('job_application_number')`.as('sequence'), sql<Date>`now()`.as('startedAt')])
    .where('slug', '=', jobSlug)
    .where(isOpen)
    .executeTakeFirst();
  return row ? applicationNumber(row.sequence, row.startedAt) : null;
}
