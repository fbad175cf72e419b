import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { applicationTable, finalStatuses, startedLifetimeDays } from '../../domain/application-flow.ts';
import { applicationNumber } from '../../domain/application-text.ts';
import type { Attribution } from '../../domain/attribution.ts';
import { lineOf } from '../../domain/state-table.ts';
import { recordConversion } from '../attribution.ts';
import type { Db } from '../db/index.ts';
import { HttpError } from '../http/http-error.ts';
import { isSlug, noSuchJob, requireJob } from '../jobs/find-jobs.ts';
import { isOpen } from '../jobs/select-jobs.ts';
import { byCandidate } from '../work.ts';
import { expireStarted } from './expire-started.ts';
import { recordEvent } from './record-event.ts';

const { action, to } = lineOf(applicationTable, 'APPLY');

export interface Applicant {
  userId: string;
  jobSlug: string;
}

/**
 * The applicant's open application to the job, started now unless there is one (API-41, C-42). The insert is
 * conditional on the job being open by the database's clock, and of many presses at once the unique index
 * lets one through.
 * @throws HttpError NOT_FOUND, JOB_CLOSED
 */
export async function startApplication(
  db: Db,
  applicant: Applicant,
  attribution: Attribution,
): Promise<{ id: string; isExisting: boolean }> {
  if (!isSlug(applicant.jobSlug)) throw noSuchJob();
  await expireStarted(db, applicant.userId);
  return db.transaction().execute(async (trx) => {
    const before = await findOpenId(trx, applicant);
    if (before) return { id: before, isExisting: true };

    const started = await insertStarted(trx, applicant);
    if (started) {
      const { userId } = applicant;
      await recordConversion(trx, { kind: 'JOB_APPLICATION', subjectId: started, userId, ...attribution });
      return { id: started, isExisting: false };
    }

    const meanwhile = await findOpenId(trx, applicant);
    if (meanwhile) return { id: meanwhile, isExisting: true };
    await requireJob(trx, applicant.jobSlug, null);
    throw new HttpError('JOB_CLOSED');
  });
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

/** Writes the application with its first history row; null when the job is not open or somebody was faster. */
async function insertStarted(trx: Db, { userId, jobSlug }: Applicant): Promise<string | null> {
  const id = uuidv7();
  const number = await nextNumber(trx);
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
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  await recordEvent(trx, id, byCandidate(userId), { subject: 'APPLICATION', action, from: null, to });
  return id;
}

async function nextNumber(trx: Db): Promise<string> {
  const row = await trx
    .selectNoFrom([
      sql<number>`nextval('job_application_number')`.as('sequence'),
      sql<Date>`now()`.as('startedAt'),
    ])
    .executeTakeFirstOrThrow();
  return applicationNumber(row.sequence, row.startedAt);
}
