import { isEqual } from 'es-toolkit/predicate';
import type { Selectable } from 'kysely';
import type { NewJob } from '#lib/contract/staff/job-fields.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { JobTable } from '#lib/server/db/schema/jobs.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireStaffJob } from './find-jobs.ts';

type Row = Selectable<JobTable>;

/** @throws HttpError STALE_WRITE where somebody has written since `version`, with the job as it is now */
export async function requireVersion(trx: Db, row: Row, version: number | undefined): Promise<void> {
  if (version === undefined || version === row.version) return;
  throw new HttpError('STALE_WRITE', { extra: { current: await requireStaffJob(trx, row.id) } });
}

/** What is asked for and not so yet. */
export async function findJobChanges(trx: Db, row: Row, said: Partial<NewJob>): Promise<Partial<NewJob>> {
  const places = await trx
    .selectFrom('jobJobLocation')
    .select('jobLocationId')
    .where('jobId', '=', row.id)
    .orderBy('position')
    .execute();
  const before: Record<string, unknown> = {
    ...row,
    applyBy: row.applyBy.toISOString(),
    locationIds: places.map(({ jobLocationId }) => jobLocationId),
  };
  const asked = { ...said, ...(said.applyBy && { applyBy: new Date(said.applyBy).toISOString() }) };
  return Object.fromEntries(Object.entries(asked).filter(([name, value]) => !isEqual(value, before[name])));
}

/**
 * A job whose last day has passed counts as closed and stays so when it gets another day: to open it again is a step of
 * the table (REOPEN), with its own line in the audit. Nor is a job closed by giving it a day that is over.
 * @throws HttpError VALIDATION_FAILED
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
  const message = 'This day is over. To take no more applications, close the job.';
  throw new HttpError('VALIDATION_FAILED', { message, fields: ['applyBy'] });
}
