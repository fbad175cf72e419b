import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Actor } from '#lib/server/core/unit-of-work.ts';
import { type Db, executePrepared } from '#lib/server/db/index.ts';
import { type DateColumns, hydrateRows } from '#lib/server/db/json-rows.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type {
  InterviewSlotTable,
  InterviewTable,
  TrainingBatchTable,
  TrainingTable,
} from '#lib/server/db/schema/appointments.ts';
import type { ApplicationEventTable, JobApplicationTable } from '#lib/server/db/schema/jobs.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { MediaRow } from '#lib/server/media/media-repository.ts';
import {
  type JoinedCandidateRow,
  type RegisteredCandidate,
  selectCandidates,
  toCandidate,
} from './candidate-rows.ts';
import { type JobRow, selectJobs, type ViewerId } from './job-rows.ts';
import { type FreeSeats, hasFreeSeat } from './seats.ts';

export type ApplicationRow = Selectable<JobApplicationTable>;
export type BatchRow = Selectable<TrainingBatchTable>;
export type SlotRow = Selectable<InterviewSlotTable>;
export type TrainingRow = Selectable<TrainingTable> & { batch: BatchRow | null };
export type InterviewRow = Selectable<InterviewTable> & { slot: SlotRow | null };
export type EventRow = Selectable<ApplicationEventTable>;

/** An application with all data that its next transitions depend on and that its pages show. */
export interface ApplicationAggregate {
  application: ApplicationRow;
  job: JobRow;
  person: UserRow;
  /** Null for a person who has not registered as a candidate. */
  candidate: RegisteredCandidate | null;
  /** One for each training stage that the application has reached. */
  trainings: TrainingRow[];
  /** One for each interview stage that the application has reached. */
  interviews: InterviewRow[];
  /** The file that is sent with the application. */
  resume: MediaRow | null;
  /** Batches of the job that have not begun and have a free seat, the next one first. */
  openBatches: BatchRow[];
  /** Free seats of the job's future interview slots, by stage. */
  freeSeats: FreeSeats[];
  /** Oldest first. */
  history: EventRow[];
  /** The database's clock. */
  now: Date;
}

/** Returns the training of the stage that the application is in. */
export const currentTraining = ({ trainings, application }: ApplicationAggregate): TrainingRow | null =>
  trainings.find(({ stageKey }) => stageKey === application.stageKey) ?? null;

/** Returns the interview of the stage that the application is in. */
export const currentInterview = ({ interviews, application }: ApplicationAggregate): InterviewRow | null =>
  interviews.find(({ stageKey }) => stageKey === application.stageKey) ?? null;

export const createApplicationNotFoundError = () =>
  new HttpError('NOT_FOUND', { message: 'There is no such application' });

/**
 * Locks an application until the transaction ends and loads its aggregate, so that nobody else can change it between
 * check and write. A candidate can lock only their own. Throws `NOT_FOUND`.
 */
export async function loadApplicationForUpdate(
  trx: Db,
  actor: Actor,
  applicationId: string,
): Promise<ApplicationAggregate> {
  const { userId } = await lockApplication(trx, actor, applicationId);
  // A separate statement, so that it reads what the previous holder of the lock has committed.
  return requireApplicationAggregate(trx, applicationId, userId);
}

/**
 * Locks the application's row and then its job's, so that stages and deadline cannot change until the end. Every
 * transaction locks in this order: applications by id, then the job, then batches and slots. Keys never change, so
 * inserts of history rows need not wait for the lock. Throws `NOT_FOUND`.
 */
export async function lockApplication(
  trx: Db,
  actor: Actor,
  applicationId: string,
): Promise<Pick<ApplicationRow, 'userId'>> {
  const query = trx
    .with('application', (query) =>
      query
        .selectFrom('jobApplication')
        .select(['userId', 'jobId'])
        .where('id', '=', applicationId)
        .$if(actor.type === 'CANDIDATE', (own) => own.where('userId', '=', actor.id ?? ''))
        .forNoKeyUpdate(),
    )
    .with('lockedJob', (query) =>
      query
        .selectFrom('job')
        .select('job.id')
        .where('job.id', '=', (eb) => eb.selectFrom('application').select('application.jobId'))
        .forShare(),
    )
    .selectFrom(['application', 'lockedJob'])
    .select('application.userId');
  const [row] = (await executePrepared(trx, query.compile())).rows;
  if (!row) throw createApplicationNotFoundError();
  return row;
}

/** Loads one application. `viewerId` as in `loadApplications`. Throws `NOT_FOUND`. */
export async function requireApplicationAggregate(
  db: Db,
  applicationId: string,
  viewerId: ViewerId,
): Promise<ApplicationAggregate> {
  const [aggregate] = await loadApplications(db, [applicationId], viewerId);
  if (!aggregate) throw createApplicationNotFoundError();
  return aggregate;
}

/**
 * Loads applications in the order of their ids, by one statement; unknown ids are left out. Each job includes the
 * latest application of the viewer; staff's lists pass null, because they do not show it.
 */
export async function loadApplications(
  db: Db,
  ids: readonly string[],
  viewerId: ViewerId,
): Promise<ApplicationAggregate[]> {
  if (!ids.length) return [];
  const json = await selectAggregateRows(db, ids, viewerId);
  const applications = byId(hydrateRows<ApplicationRow>(json.applications, applicationDates));
  const jobs = byId(hydrateRows<JobRow>(json.jobs, jobDates));
  const people = byId(hydrateRows<UserRow>(json.people, userDates));
  const registrations = hydrateRows<JoinedCandidateRow>(json.candidates, registrationDates);
  const candidates = new Map(registrations.map((row) => [row.userId, toCandidate(row)]));
  const trainings = byApplication(hydrateRows<Selectable<TrainingTable>>(json.trainings, trainingDates));
  const batches = byId(hydrateRows<BatchRow>(json.batches, seatDates));
  const openBatches = byJob(hydrateRows<BatchRow>(json.openBatches, seatDates));
  const interviews = byApplication(hydrateRows<Selectable<InterviewTable>>(json.interviews, {}));
  const slots = byId(hydrateRows<SlotRow>(json.slots, seatDates));
  const freeSeats = byJob(hydrateRows<FreeSeats>(json.freeSeats, {}));
  const resumes = byId(hydrateRows<MediaRow>(json.resumes, mediaDates));
  const history = byApplication(hydrateRows<EventRow>(json.history, eventDates));

  return ids.flatMap((id) => {
    const application = applications.get(id);
    const job = application && jobs.get(application.jobId);
    const person = application && people.get(application.userId);
    if (!application || !job || !person) return [];
    return {
      application,
      job,
      person,
      candidate: candidates.get(person.id) ?? null,
      trainings: (trainings.get(id) ?? []).map((training) => ({
        ...training,
        batch: batches.get(training.batchId ?? '') ?? null,
      })),
      interviews: (interviews.get(id) ?? []).map((interview) => ({
        ...interview,
        slot: slots.get(interview.slotId ?? '') ?? null,
      })),
      resume: resumes.get(application.resumeMediaId ?? '') ?? null,
      openBatches: openBatches.get(job.id) ?? [],
      freeSeats: freeSeats.get(job.id) ?? [],
      history: history.get(id) ?? [],
      now: json.now,
    };
  });
}

const byApplication = <Row extends { applicationId: string }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ applicationId }) => applicationId);
const byJob = <Row extends { jobId: string }>(rows: readonly Row[]) =>
  Map.groupBy(rows, ({ jobId }) => jobId);
const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/**
 * Selects a JSON array per table, so that a row that several applications share, such as their job, is returned once.
 */
async function selectAggregateRows(db: Db, ids: readonly string[], viewerId: ViewerId) {
  // The ids are arrays, which PostgreSQL looks up in the indexes; a join with a hundred of them scans the whole table.
  const applicationIds = sql<string>`any(array(select id from application))`;
  const jobIds = sql<string>`any(array(select job_id from application))`;
  const userIds = sql<string>`any(array(select user_id from application))`;
  const resumeIds = sql<string>`any(array(select resume_media_id from application))`;
  const trainings = db.selectFrom('training').where('applicationId', '=', applicationIds);
  const interviews = db.selectFrom('interview').where('applicationId', '=', applicationIds);
  const batches = db.selectFrom('trainingBatch').selectAll();
  const slots = db.selectFrom('interviewSlot');
  const files = db.selectFrom('media').selectAll();
  const history = db.selectFrom('applicationEvent').selectAll();
  const query = db
    .with('application', (query) => query.selectFrom('jobApplication').selectAll().where('id', 'in', ids))
    .selectNoFrom((eb) => [
      sql<Date>`now()`.as('now'),
      jsonRows(eb.selectFrom('application').selectAll()).as('applications'),
      jsonRows(selectJobs(db, viewerId).where('job.id', '=', jobIds)).as('jobs'),
      jsonRows(db.selectFrom('appUser').selectAll().where('id', '=', userIds)).as('people'),
      jsonRows(selectCandidates(db).where('userId', '=', userIds)).as('candidates'),
      jsonRows(trainings.selectAll()).as('trainings'),
      jsonRows(batches.where('id', 'in', trainings.select('batchId'))).as('batches'),
      jsonRows(batches.where('jobId', '=', jobIds).where(hasFreeSeat).orderBy('startsAt').orderBy('id')).as(
        'openBatches',
      ),
      jsonRows(interviews.selectAll()).as('interviews'),
      jsonRows(slots.selectAll().where('id', 'in', interviews.select('slotId'))).as('slots'),
      jsonRows(
        slots
          .select(['jobId', 'stageKey', sql<number>`sum(capacity - taken)`.as('seats')])
          .where('jobId', '=', jobIds)
          .where(hasFreeSeat)
          .groupBy(['jobId', 'stageKey']),
      ).as('freeSeats'),
      jsonRows(files.where('id', '=', resumeIds)).as('resumes'),
      jsonRows(history.where('applicationId', '=', applicationIds).orderBy('at').orderBy('id')).as('history'),
    ]);
  // The text of a statement for several applications depends on their number, so it cannot be prepared by name.
  if (ids.length > 1) return query.executeTakeFirstOrThrow();
  const { rows } = await executePrepared(db, query.compile());
  return rows[0] as (typeof rows)[number];
}

const jsonRows = (query: Expression<unknown>) => jsonArrayFrom(query) as RawBuilder<object[]>;

const applicationDates: DateColumns<ApplicationRow> = {
  startedAt: true,
  expiresAt: true,
  submittedAt: true,
  replyDueAt: true,
  repliedAt: true,
  decidedAt: true,
};
const jobDates: DateColumns<JobRow> = { postedAt: true, applyBy: true, closedAt: true };
const userDates: DateColumns<UserRow> = { phoneVerifiedAt: true, dateJoined: true, disabledAt: true };
const registrationDates: DateColumns<JoinedCandidateRow> = {
  consentedAt: true,
  submittedAt: true,
  updatedAt: true,
};
const trainingDates: DateColumns<Selectable<TrainingTable>> = { agreedToTermsAt: true, toldStartsAt: true };
const seatDates: DateColumns<BatchRow & SlotRow> = { startsAt: true, endsAt: true, cancelledAt: true };
const mediaDates: DateColumns<MediaRow> = { createdAt: true, unusedSince: true };
const eventDates: DateColumns<EventRow> = { at: true, startsAt: true, previousStartsAt: true };
