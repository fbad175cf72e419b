import type { Selectable } from 'kysely';
import type { JobPlace } from '#lib/domain/hiring/applications/application-location.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { isReadable } from '#lib/server/core/readable-rows.ts';
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
import type { JobOfferTable } from '#lib/server/db/schema/offers.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { MediaRow } from '#lib/server/media/media-repository.ts';
import {
  type JoinedCandidateRow,
  type RegisteredCandidate,
  registrationDates,
  toCandidate,
} from './candidate-rows.ts';
import type { JobRow, ViewerId } from './job-rows.ts';
import type { FreeSeats } from './seats.ts';
import {
  type AggregateScope,
  type EarlierAnswers,
  type OpenApplication,
  selectAggregateRows,
} from './select-aggregate-rows.ts';

export type ApplicationRow = Selectable<JobApplicationTable>;
export type BatchRow = Selectable<TrainingBatchTable>;
export type SlotRow = Selectable<InterviewSlotTable>;
export type TrainingRow = Selectable<TrainingTable> & { batch: BatchRow | null };
export type InterviewRow = Selectable<InterviewTable> & { slot: SlotRow | null };
export type OfferRow = Selectable<JobOfferTable> & { letter: MediaRow | null };
export type EventRow = Omit<Selectable<ApplicationEventTable>, 'undoneAt'>;

/** An application with all data that its next transitions depend on and that its pages show. */
export interface ApplicationAggregate {
  application: ApplicationRow;
  job: JobRow;
  /** The stored place of the application, which the job may no longer have. */
  chosenLocation: JobPlace | null;
  person: UserRow;
  /** Null for a person who has not registered as a candidate. A list has it for drafts only. */
  candidate: RegisteredCandidate | null;
  /** One for each training stage that the application has reached. */
  trainings: TrainingRow[];
  /** One for each interview stage that the application has reached. */
  interviews: InterviewRow[];
  /** All offers, the first one first. */
  offers: OfferRow[];
  /** The file that is sent with the application. */
  resume: MediaRow | null;
  /** The file of the candidate's details, which a draft without a file of its own sends. */
  detailsResume: MediaRow | null;
  /** What the person answered in the application that this draft replaces. */
  earlier: Pick<ApplicationRow, 'answers' | 'coverNote'> | null;
  /** Batches of the job that have not begun and have a free seat, the next one first. */
  openBatches: BatchRow[];
  /** Free seats of the job's future interview slots, by stage. */
  freeSeats: FreeSeats[];
  /** The person has another open application for the job; only looked up for applications that have ended. */
  hasOtherOpen: boolean;
  /** Oldest first. A list has it for applications that have ended only. */
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

/** Returns the latest offer. */
export const latestOffer = ({ offers }: ApplicationAggregate): OfferRow | null => offers.at(-1) ?? null;

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
 * latest application of the viewer; staff's lists pass null, because they do not show it. With the scope `list`, which
 * takes a third less time, the rows that `ApplicationAggregate` names are left out.
 */
export async function loadApplications(
  db: Db,
  ids: readonly string[],
  viewerId: ViewerId,
  scope: AggregateScope = 'page',
): Promise<ApplicationAggregate[]> {
  if (!ids.length) return [];
  const json = await selectAggregateRows(db, ids, viewerId, scope);
  const applications = byId(hydrateRows<ApplicationRow>(json.applications, applicationDates));
  const jobs = byId(hydrateRows<JobRow>(json.jobs, jobDates));
  const places = byId(hydrateRows<JobPlace>(json.places, {}));
  const people = byId(hydrateRows<UserRow>(json.people, userDates));
  const registrations = hydrateRows<JoinedCandidateRow>(json.candidates, registrationDates);
  const candidates = new Map(registrations.map((row) => [row.userId, toCandidate(row)]));
  const trainings = byApplication(hydrateRows<Selectable<TrainingTable>>(json.trainings, trainingDates));
  const batches = byId(hydrateRows<BatchRow>(json.batches, seatDates));
  const openBatches = byJob(hydrateRows<BatchRow>(json.openBatches, seatDates).filter(isReadable));
  const interviews = byApplication(hydrateRows<Selectable<InterviewTable>>(json.interviews, {}));
  const slots = byId(hydrateRows<SlotRow>(json.slots, seatDates));
  const freeSeats = byJob(hydrateRows<FreeSeats>(json.freeSeats, {}));
  const offers = byApplication(hydrateRows<Selectable<JobOfferTable>>(json.offers, offerDates));
  const offerFiles = byId(hydrateRows<MediaRow>(json.offerFiles, mediaDates));
  const resumes = byId(hydrateRows<MediaRow>(json.resumes, mediaDates));
  const earlier = byId(hydrateRows<EarlierAnswers>(json.earlier, {}));
  const openIds = Map.groupBy(
    hydrateRows<OpenApplication>(json.openApplications, {}),
    ({ userId, jobId }) => `${userId} ${jobId}`,
  );
  const history = byApplication(hydrateRows<EventRow>(json.history, eventDates));

  return ids.flatMap((id) => {
    const application = applications.get(id);
    const job = application && jobs.get(application.jobId);
    const person = application && people.get(application.userId);
    if (!application || !job || !person) return [];
    return {
      application,
      job,
      chosenLocation: places.get(application.jobLocationId ?? '') ?? null,
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
      offers: (offers.get(id) ?? []).map((offer) => ({
        ...offer,
        letter: offerFiles.get(offer.letterMediaId ?? '') ?? null,
      })),
      resume: resumes.get(application.resumeMediaId ?? '') ?? null,
      detailsResume: resumes.get(candidates.get(person.id)?.row.resumeMediaId ?? '') ?? null,
      earlier: earlier.get(application.previousApplicationId ?? '') ?? null,
      openBatches: openBatches.get(job.id) ?? [],
      freeSeats: freeSeats.get(job.id) ?? [],
      hasOtherOpen: (openIds.get(`${person.id} ${job.id}`) ?? []).some((other) => other.id !== id),
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

const applicationDates: DateColumns<ApplicationRow> = {
  startedAt: true,
  expiresAt: true,
  submittedAt: true,
  replyDueAt: true,
  repliedAt: true,
  decidedAt: true,
};
const jobDates: DateColumns<JobRow> = { postedAt: true, applyBy: true, closedAt: true };
const userDates: DateColumns<UserRow> = {
  phoneVerifiedAt: true,
  emailVerifiedAt: true,
  dateJoined: true,
  disabledAt: true,
};
const trainingDates: DateColumns<Selectable<TrainingTable>> = { agreedToTermsAt: true, toldStartsAt: true };
const seatDates: DateColumns<BatchRow & SlotRow> = {
  ...{ startsAt: true, endsAt: true },
  ...{ cancelledAt: true, interviewerLeftAt: true },
};
const offerDates: DateColumns<Selectable<JobOfferTable>> = {
  acceptedAt: true,
  answerReadAt: true,
  expiresAt: true,
  createdAt: true,
  endedAt: true,
};
const mediaDates: DateColumns<MediaRow> = { createdAt: true, unusedSince: true };
const eventDates: DateColumns<EventRow> = { at: true, startsAt: true, previousStartsAt: true };
