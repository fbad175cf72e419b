import type { Selectable } from 'kysely';
import type { Actor } from '#lib/server/core/unit-of-work.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { AppUserTable } from '#lib/server/db/schema/accounts.ts';
import type {
  InterviewSlotTable,
  InterviewTable,
  TrainingBatchTable,
  TrainingTable,
} from '#lib/server/db/schema/appointments.ts';
import type { ApplicationEventTable, JobApplicationTable } from '#lib/server/db/schema/jobs.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { findMedia, type MediaRow } from '#lib/server/media/media-repository.ts';
import { type FreeSeats, findBatches, findFreeSeats, findSlots } from '../appointments/find-seats.ts';
import { findJobRows } from '../jobs/find-jobs.ts';
import type { JobRow, ViewerId } from '../jobs/select-jobs.ts';
import { findCandidates, type RegisteredCandidate } from '../registration/find-candidates.ts';

export type ApplicationRow = Selectable<JobApplicationTable>;
export type BatchRow = Selectable<TrainingBatchTable>;
export type SlotRow = Selectable<InterviewSlotTable>;
export type TrainingRow = Selectable<TrainingTable> & { batch: BatchRow | null };
export type InterviewRow = Selectable<InterviewTable> & { slot: SlotRow | null };
export type EventRow = Selectable<ApplicationEventTable>;

/** An application with all that decides what may happen to it, and all that its pages show. */
export interface ApplicationAggregate {
  application: ApplicationRow;
  job: JobRow;
  person: Selectable<AppUserTable>;
  /** Null for who has not registered as a candidate. */
  candidate: RegisteredCandidate | null;
  /** One per stage of that kind that the application has reached. */
  trainings: TrainingRow[];
  interviews: InterviewRow[];
  /** The file that goes with it. */
  resume: MediaRow | null;
  /** Of the job, not yet begun and with a free seat, the next one first. */
  openBatches: BatchRow[];
  /** Free seats of the interview slots to come, by stage. */
  freeSeats: FreeSeats[];
  history: EventRow[];
  now: Date;
}

/**
 * Locks the application until the transaction ends, so that what is judged stays true while it is written. A candidate
 * finds their own only.
 * @throws HttpError NOT_FOUND
 */
export async function loadApplicationForUpdate(
  trx: Db,
  by: Actor,
  applicationId: string,
): Promise<ApplicationAggregate> {
  const row = await lockApplication(trx, by, applicationId);
  const [standing] = await loadApplications(trx, [row], row.userId);
  if (!standing) throw noSuchApplication();
  return standing;
}

/**
 * The application's row alone, and its job, whose stages and deadline stay as they are meanwhile. Always in this order:
 * applications by id, then the job, then batches and slots. No key is ever changed, so history rows of others, which
 * refer to the application, need not wait.
 * @throws HttpError NOT_FOUND
 */
export async function lockApplication(trx: Db, by: Actor, applicationId: string): Promise<ApplicationRow> {
  const row = await trx
    .selectFrom('jobApplication')
    .selectAll()
    .where('id', '=', applicationId)
    .$if(by.type === 'CANDIDATE', (query) => query.where('userId', '=', by.id ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw noSuchApplication();
  await trx.selectFrom('job').select('id').where('id', '=', row.jobId).forShare().execute();
  return row;
}

export const noSuchApplication = () =>
  new HttpError('NOT_FOUND', { message: 'There is no such application' });

/** In the order given. `viewerId` is whose latest application each job names; null for the staff's lists. */
export async function loadApplications(
  db: Db,
  applications: readonly ApplicationRow[],
  viewerId: ViewerId,
): Promise<ApplicationAggregate[]> {
  if (!applications.length) return [];
  const ids = applications.map(({ id }) => id);
  const jobIds = [...new Set(applications.map(({ jobId }) => jobId))];
  const userIds = [...new Set(applications.map(({ userId }) => userId))];
  const jobs = await findJobRows(db, jobIds, viewerId);
  const people = await db.selectFrom('appUser').selectAll().where('id', 'in', userIds).execute();
  const candidates = await findCandidates(db, userIds);
  const trainings = await loadTrainings(db, ids);
  const interviews = await loadInterviews(db, ids);
  const openBatches = await findBatches(db, jobIds);
  const freeSeats = await findFreeSeats(db, jobIds);
  const history = await db
    .selectFrom('applicationEvent')
    .selectAll()
    .where('applicationId', 'in', ids)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const resumes = await findMedia(
    db,
    applications.flatMap(({ resumeMediaId }) => resumeMediaId ?? []),
  );
  const now = await databaseNow(db);

  return applications.flatMap((application) => {
    const job = jobs.get(application.jobId);
    const person = people.find(({ id }) => id === application.userId);
    if (!job || !person) return [];
    const isOwn = ({ applicationId }: { applicationId: string }) => applicationId === application.id;
    return {
      application,
      job,
      person,
      candidate: candidates.get(person.id) ?? null,
      trainings: trainings.filter(isOwn),
      interviews: interviews.filter(isOwn),
      resume: resumes.find(({ id }) => id === application.resumeMediaId) ?? null,
      openBatches: openBatches.filter(({ jobId }) => jobId === job.id),
      freeSeats: freeSeats.filter(({ jobId }) => jobId === job.id),
      history: history.filter(isOwn),
      now,
    };
  });
}

async function loadTrainings(db: Db, applicationIds: readonly string[]): Promise<TrainingRow[]> {
  const rows = await db
    .selectFrom('training')
    .selectAll()
    .where('applicationId', 'in', applicationIds)
    .execute();
  const ids = rows.flatMap(({ batchId }) => batchId ?? []);
  const batches = ids.length
    ? await db.selectFrom('trainingBatch').selectAll().where('id', 'in', ids).execute()
    : [];
  return rows.map((row) => ({ ...row, batch: batches.find(({ id }) => id === row.batchId) ?? null }));
}

async function loadInterviews(db: Db, applicationIds: readonly string[]): Promise<InterviewRow[]> {
  const rows = await db
    .selectFrom('interview')
    .selectAll()
    .where('applicationId', 'in', applicationIds)
    .execute();
  const slots = await findSlots(
    db,
    rows.flatMap(({ slotId }) => slotId ?? []),
  );
  return rows.map((row) => ({ ...row, slot: slots.find(({ id }) => id === row.slotId) ?? null }));
}
