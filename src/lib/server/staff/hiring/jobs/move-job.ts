import { sql } from 'kysely';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import type { JobStatus } from '#lib/domain/hiring/jobs/job.ts';
import { type JobAction, jobFlow } from '#lib/domain/hiring/jobs/job-flow.ts';
import { auditTransition } from '#lib/server/core/audit.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { jobStatus } from '#lib/server/hiring/job-rows.ts';
import { createJobNotFoundError } from '#lib/server/hiring/jobs/find-jobs.ts';
import { toHttpError } from '#lib/server/hiring/to-http-error.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { staffActor } from '../applications/move-applications.ts';

/** Makes a transition of a job and returns its new status. Throws NOT_FOUND or INVALID_STATE. [API-41] */
export async function moveJob(db: Db, staffId: string, id: string, action: JobAction): Promise<JobStatus> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('job')
      .select(['status', 'stages', 'applyBy', jobStatus.as('currentStatus')])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw createJobNotFoundError();
    // A job whose deadline has passed counts as closed, although its row may still say OPEN.
    const from = row.currentStatus;
    const context = { stages: row.stages, applyBy: row.applyBy, now: await databaseNow(trx) };
    const result = checkTransition(jobFlow, action, 'STAFF', from, context);
    if (!result.isAllowed) throw toHttpError(result, {});
    const { to } = result;
    const written = await trx
      .updateTable('job')
      .set({
        status: to,
        ...(action === 'OPEN' && { postedAt: sql<Date>`now()` }),
        ...(action === 'REOPEN' && { closedAt: null }),
        ...((action === 'CLOSE' || action === 'FILL') && { closedAt: sql<Date>`now()` }),
      })
      .where('id', '=', id)
      .where('status', '=', row.status)
      .returning('id')
      .executeTakeFirst();
    if (!written) throw new HttpError('INVALID_STATE');
    await auditTransition(trx, staffActor(staffId), { subjectType: 'job', subjectId: id, action, from, to });
    return to;
  });
}
