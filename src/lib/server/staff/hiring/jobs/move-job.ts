import { sql } from 'kysely';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import type { JobStatus } from '#lib/domain/hiring/jobs/job.ts';
import { type JobAction, jobFlow } from '#lib/domain/hiring/jobs/job-flow.ts';
import { recordAudit } from '#lib/server/core/audit.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { lockDrafts, lockEndedDrafts, reopenDrafts } from '#lib/server/hiring/applications/job-drafts.ts';
import { endDrafts } from '#lib/server/hiring/applications/notify-expired.ts';
import { jobStatus } from '#lib/server/hiring/job-rows.ts';
import { createJobNotFoundError } from '#lib/server/hiring/jobs/find-jobs.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import { observeMessages } from '#lib/server/messages/cancel-queued.ts';
import type { QueuedMessage } from '#lib/server/messages/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { requireConfirmed } from '../../previews/run-confirmed.ts';
import { runStaffAction, type StaffActionDeps } from '../../undo/run-staff-action.ts';

export interface MoveJobInput {
  id: string;
  action: JobAction;
  /** The number of drafts that end or come back, as a preview has shown it; not compared where it is absent. */
  drafts?: number | undefined;
  /** The preview that was confirmed. */
  fingerprint?: string | undefined;
}

/**
 * Makes a transition of a job and returns its new status. Throws NOT_FOUND, INVALID_STATE, or STALE_WRITE when the number of
 * drafts, or whom they inform, is not what the preview has shown. [API-41]
 */
export async function moveJob(
  deps: StaffActionDeps,
  staffId: string,
  input: MoveJobInput,
): Promise<JobStatus> {
  return runStaffAction(deps, staffId, `job.${input.action}`, async (work) => {
    const queued: QueuedMessage[] = [];
    const messages = observeMessages(work.messages, (message) => queued.push(message));
    const { to, drafts } = await changeJobStatus({ ...work, messages }, staffId, input);
    if (input.drafts !== undefined && input.drafts !== drafts)
      throw new HttpError('STALE_WRITE', { message: formatStaleDrafts(drafts) });
    requireConfirmed(queued, input.fingerprint);
    return to;
  });
}

const formatStaleDrafts = (drafts: number) =>
  drafts === 1
    ? 'The numbers have changed: it is 1 draft now. Check them again.'
    : `The numbers have changed: it is ${drafts} drafts now. Check them again.`;

/**
 * Changes the status in the caller's transaction, with the drafts that end with the job or come back with it. Returns their
 * number. Throws NOT_FOUND or INVALID_STATE.
 */
export async function changeJobStatus(
  work: UnitOfWork,
  staffId: string,
  { id, action }: MoveJobInput,
): Promise<{ to: JobStatus; drafts: number }> {
  const { trx } = work;
  const isClosing = action === 'CLOSE' || action === 'FILL';
  if (isClosing) await lockDrafts(trx, id);
  const ended = action === 'REOPEN' ? await lockEndedDrafts(trx, id) : [];
  const { from, to } = await writeStatus(work, id, action);
  const drafts = isClosing ? await endDrafts(work, id) : await reopenDrafts(work, ended);
  await recordAudit(trx, {
    actorId: staffId,
    action: `job.${action}`,
    subjectType: 'job',
    subjectId: id,
    details: { from, to, ...(drafts > 0 && { [isClosing ? 'draftsEnded' : 'draftsReopened']: drafts }) },
  });
  return { to, drafts };
}

async function writeStatus(
  { trx }: UnitOfWork,
  id: string,
  action: JobAction,
): Promise<{ from: JobStatus; to: JobStatus }> {
  const row = await trx
    .selectFrom('job')
    .select(['status', 'stages', 'applyBy', jobStatus.as('currentStatus')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw createJobNotFoundError();
  // A job whose deadline has passed counts as closed, although its row may still say OPEN.
  const from = row.currentStatus;
  const { stages, applyBy } = row;
  const now = await databaseNow(trx);
  const context = { stages, applyBy, isEmployerArchived: await isEmployerArchived(trx, id), now };
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
  return { from, to };
}

/** Returns whether the employer of a job is archived. The lock lets nobody archive it until the job has its new status. */
async function isEmployerArchived(trx: Db, jobId: string): Promise<boolean> {
  const employer = await trx
    .selectFrom('employer')
    .select('archivedAt')
    .where('id', '=', (query) => query.selectFrom('job').select('employerId').where('job.id', '=', jobId))
    .forShare()
    .executeTakeFirstOrThrow();
  return employer.archivedAt !== null;
}
