import { v7 as uuidv7 } from 'uuid';
import type { NewJob } from '#lib/contract/staff/job-schemas.ts';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import type { JobStatus, Stage } from '#lib/domain/hiring/jobs/job.ts';
import { stageChangeProblem, stagesProblem } from '#lib/domain/hiring/jobs/job-stages.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { createJobNotFoundError } from '#lib/server/hiring/jobs/find-jobs.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { recordJobUpdate } from './audit-job.ts';
import { requireStaffJob } from './find-jobs.ts';
import { closeIfDeadlinePassed, findJobChanges, requireVersion } from './job-changes.ts';

type Patch = { [Name in keyof NewJob]?: NewJob[Name] | undefined } & { version?: number | undefined };

/** Creates a draft job and returns its id. Throws VALIDATION_FAILED or ALREADY_EXISTS. [API-41] */
export async function createJob(db: Db, staffId: string, job: NewJob): Promise<string> {
  const id = uuidv7();
  const { locations } = job;
  await withUniqueErrors(() =>
    db.transaction().execute(async (trx) => {
      await checkJob(trx, job);
      await trx
        .insertInto('job')
        .values({ ...columnsOf(job), id, status: 'DRAFT', closedAt: null } as never)
        .execute();
      await writeLocations(trx, id, locations);
      await recordStaffAudit(trx, staffId, 'job.CREATE', id, { title: job.title });
    }),
  );
  return id;
}

/**
 * Updates the fields of a job that differ from the patch. Throws NOT_FOUND, VALIDATION_FAILED, ALREADY_EXISTS,
 * INVALID_STATE or STALE_WRITE. [API-41]
 */
export async function updateJob(
  db: Db,
  staffId: string,
  id: string,
  { version, ...patch }: Patch,
): Promise<void> {
  const patched = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  await withUniqueErrors(() =>
    db.transaction().execute(async (trx) => {
      const row = await trx.selectFrom('job').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      if (!row) throw createJobNotFoundError();
      if (row.status === 'ARCHIVED')
        throw new HttpError('INVALID_STATE', { message: 'You cannot change an archived job.' });
      await requireVersion(trx, row, version);
      const changed = await findJobChanges(trx, row, patched as Partial<NewJob>);
      if (!Object.keys(changed).length) return;
      if (changed.slug && row.status !== 'DRAFT') throw fixedAddressError();
      await checkJob(trx, { ...(row as unknown as NewJob), ...changed }, changed);
      if (changed.stages) await checkStages(trx, row, changed.stages);
      const before = await requireStaffJob(trx, id);
      await trx
        .updateTable('job')
        .set({
          ...columnsOf(changed),
          ...(await closeIfDeadlinePassed(trx, row, changed)),
          version: row.version + 1,
        } as never)
        .where('id', '=', id)
        .execute();
      if (changed.locations) await writeLocations(trx, id, changed.locations);
      const after = await requireStaffJob(trx, id);
      await recordJobUpdate(trx, staffId, [before, after], Object.keys(changed));
    }),
  );
}

/** Candidates, feeds and search engines may have stored the address of a job that was open. */
const fixedAddressError = () =>
  new HttpError('VALIDATION_FAILED', {
    message: 'You cannot change the address after the job was open',
    fields: ['slug'],
  });

/** Validates fields against each other and against other tables. Throws VALIDATION_FAILED. */
async function checkJob(
  trx: Db,
  job: Omit<NewJob, 'locations'>,
  changed: Partial<NewJob> = job,
): Promise<void> {
  const fields: Record<string, string> = {};
  if (job.salaryMax < job.salaryMin) fields.salaryMax = 'Enter a maximum above the minimum';
  if (changed.employerId && !(await canHaveJobs(trx, changed.employerId)))
    fields.employerId = 'Please choose an employer that is not archived';
  const placeIds = changed.locations?.map(({ id }) => id);
  if (placeIds && !(await allPlacesExist(trx, placeIds)))
    fields.locations = 'Please choose one of the cities shown';
  if (job.training?.required && !job.stages.some(({ kind }) => kind === 'TRAINING'))
    fields.stages = 'Add a training stage, because the training is required';
  const [message] = Object.values(fields);
  if (message) throw new HttpError('VALIDATION_FAILED', { message, fields });
}

/** Checks that active applications keep their stage, and that the stages of a published job are complete. */
async function checkStages(
  trx: Db,
  { id, status, stages: before }: { id: string; status: JobStatus; stages: Stage[] },
  stages: Stage[],
): Promise<void> {
  const rows = await trx
    .selectFrom('jobApplication')
    .select('stageKey')
    .distinct()
    .where('jobId', '=', id)
    .where('status', 'not in', finalStatuses)
    .execute();
  const reached = rows.map(({ stageKey }) => stageKey);
  const problem =
    stageChangeProblem(before, stages, reached) ?? (status === 'DRAFT' ? null : stagesProblem(stages));
  if (problem) throw new HttpError('VALIDATION_FAILED', { message: problem, fields: ['stages'] });
}

/** Locks an employer that is not archived until the end of the transaction, so that it stays so. */
async function canHaveJobs(trx: Db, employerId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('employer')
    .select('id')
    .where('id', '=', employerId)
    .where('archivedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

async function allPlacesExist(trx: Db, ids: readonly string[]): Promise<boolean> {
  const rows = await trx
    .selectFrom('jobLocation')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return rows.length === new Set(ids).size;
}

async function writeLocations(trx: Db, jobId: string, locations: NewJob['locations']): Promise<void> {
  await trx.deleteFrom('jobJobLocation').where('jobId', '=', jobId).execute();
  await trx
    .insertInto('jobJobLocation')
    .values(locations.map(({ id, openings }, position) => ({ jobId, jobLocationId: id, position, openings })))
    .execute();
}

const jsonColumns = [
  'responsibilities',
  'requirements',
  'benefits',
  'eligibility',
  'training',
  'stages',
  'questions',
];

function columnsOf(values: Partial<NewJob>): Record<string, unknown> {
  const { locations: _, ...columns } = values;
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      jsonColumns.includes(name) && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

async function withUniqueErrors(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error, 'job_slug_key'))
      throw new HttpError('ALREADY_EXISTS', { message: 'Another job has this address', fields: ['slug'] });
    if (isUniqueViolation(error, 'job_code_key'))
      throw new HttpError('ALREADY_EXISTS', { message: 'Another job has this code', fields: ['code'] });
    throw error;
  }
}
