import { isEqual } from 'es-toolkit/predicate';
import type { Selectable } from 'kysely';
import type { NewJob } from '#lib/contract/staff/job-schemas.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { JobTable } from '#lib/server/db/schema/jobs.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireStaffJob } from './find-jobs.ts';

type Row = Selectable<JobTable>;

/** Throws STALE_WRITE, with the current job, if it was changed after `version`. */
export async function requireVersion(trx: Db, row: Row, version: number | undefined): Promise<void> {
  if (version === undefined || version === row.version) return;
  throw new HttpError('STALE_WRITE', { extra: { current: await requireStaffJob(trx, row.id) } });
}

/** Returns the fields of an update that differ from the job. */
export async function findJobChanges(trx: Db, row: Row, patch: Partial<NewJob>): Promise<Partial<NewJob>> {
  const places = await trx
    .selectFrom('jobJobLocation')
    .select(['jobLocationId as id', 'openings'])
    .where('jobId', '=', row.id)
    .orderBy('position')
    .execute();
  const before: Record<string, unknown> = {
    ...row,
    applyBy: row.applyBy.toISOString(),
    locations: places,
  };
  const wanted = { ...patch, ...(patch.applyBy && { applyBy: new Date(patch.applyBy).toISOString() }) };
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isEqual(value, before[name])));
}

/**
 * Returns the columns that keep a job closed when its deadline has passed and is changed: opening it again is a
 * transition of its own (REOPEN), which the audit log records. Throws VALIDATION_FAILED for a new deadline in the past,
 * because closing is a transition too.
 */
export async function closeIfDeadlinePassed(
  trx: Db,
  { status, applyBy }: Row,
  changed: Partial<NewJob>,
): Promise<Partial<Pick<Row, 'status' | 'closedAt'>>> {
  if (!changed.applyBy || (status !== 'OPEN' && status !== 'PAUSED')) return {};
  const now = await databaseNow(trx);
  if (applyBy <= now) return { status: 'CLOSED', closedAt: applyBy };
  if (new Date(changed.applyBy) > now) return {};
  const message = 'Choose a later day. To stop applications, close the job.';
  throw new HttpError('VALIDATION_FAILED', { message, fields: ['applyBy'] });
}
