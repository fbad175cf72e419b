import type { JobApplication } from '#lib/contract/hiring/job-applications.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { endOfDraft, statusSentence, timelineOf } from '#lib/domain/hiring/applications/application-text.ts';
import { eventStatusLabel } from '#lib/domain/hiring/applications/history-text.ts';
import { nextStepOf } from '#lib/domain/hiring/applications/next-step.ts';
import { causes } from '#lib/domain/hiring/applications/reasons.ts';
import { isAwaitingReply } from '#lib/domain/hiring/applications/reply-due.ts';
import { findClosedReason } from '#lib/domain/hiring/jobs/job.ts';
import { answerProblem } from '#lib/domain/hiring/jobs/question.ts';
import { noRegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { getCompany } from '#lib/server/catalog/content/index.ts';
import { presentResume } from '#lib/server/media/present-media.ts';
import type { ApplicationAggregate, BatchRow, EventRow, SlotRow } from '../application-aggregate.ts';
import { currentTraining } from '../application-aggregate.ts';
import {
  findShownInterview,
  findShownTraining,
  presentBatch,
  presentInterview,
  presentTraining,
} from '../appointments/present-appointments.ts';
import { presentJobCard } from '../jobs/present-job.ts';
import { findShownOffer, presentOffer } from '../offers/present-offer.ts';
import { listAllowedActions } from './allowed-actions.ts';
import { getLocation } from './application-location.ts';
import { getAnswers } from './candidate-snapshot.ts';

/**
 * Presents an application to its candidate. An application that a newer one has replaced allows no actions.
 */
export function presentApplication(aggregate: ApplicationAggregate): JobApplication {
  const { application: row, job: jobRow } = aggregate;
  const job = presentJobCard(jobRow);
  const isLatest = job.myApplication?.id === row.id;
  const shownOffer = findShownOffer(aggregate);
  const allowed = isLatest ? listAllowedActions(aggregate, 'CANDIDATE') : [];
  return {
    id: row.id,
    number: row.number,
    job,
    ...getLocation(aggregate),
    status: row.status,
    statusLabel: applicationStatusLabels[row.status],
    stageKey: row.stageKey,
    startedAt: row.startedAt.toISOString(),
    expiresAt: endOfDraft(row.expiresAt, jobRow.applyBy).toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    replyDueAt: row.replyDueAt?.toISOString() ?? null,
    isAwaitingReply: isAwaitingReply(row),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    previousApplicationId: row.previousApplicationId,
    questions: jobRow.questions,
    answers: getAnswers(aggregate),
    resume: presentResume(aggregate.resume),
    portfolioSlug: row.portfolioSlug,
    coverNote: row.coverNote,
    detailsResume: row.status === 'STARTED' ? presentResume(aggregate.detailsResume) : null,
    earlierAnswers: presentEarlierAnswers(aggregate),
    candidateSnapshot: presentSnapshot(row.candidateSnapshot),
    training: presentTraining(aggregate),
    trainingBatches: listChoosableBatches(aggregate, allowed).map(presentBatch),
    interview: presentInterview(aggregate),
    offer: shownOffer && presentOffer(shownOffer),
    outcome: outcomeOf(aggregate),
    nextStep: presentNextStep(aggregate, allowed),
    timeline: timelineOf(jobRow.stages, row.stageKey, row.status),
    history: aggregate.history.map(presentEvent),
    allowedActions: allowed,
  };
}

/** Presents the earlier answers to questions that the job still asks. */
function presentEarlierAnswers({
  application,
  job,
  earlier,
}: ApplicationAggregate): JobApplication['earlierAnswers'] {
  if (!earlier || application.status !== 'STARTED') return null;
  const questions = new Map(job.questions.map((question) => [question.key, question]));
  const answers = earlier.answers.filter(
    ({ key, value }) => value !== '' && answerProblem(questions.get(key), value) === null,
  );
  return answers.length || earlier.coverNote ? { answers, coverNote: earlier.coverNote } : null;
}

/** Lists the batches that the candidate may choose, or change to. */
function listChoosableBatches(
  aggregate: ApplicationAggregate,
  allowed: JobApplication['allowedActions'],
): BatchRow[] {
  const isChoosing = allowed.some(
    ({ action, enabled }) => enabled && (action === 'SETUP_TRAINING' || action === 'CHANGE_BATCH'),
  );
  const batchId = currentTraining(aggregate)?.batchId;
  return isChoosing ? aggregate.openBatches.filter(({ id }) => id !== batchId) : [];
}

/** Presents the snapshot without the parts that the response contains elsewhere. */
export function presentSnapshot(snapshot: ApplicationAggregate['application']['candidateSnapshot']) {
  if (!snapshot) return null;
  const { resumeMediaId: _, eligibility: __, ...shown } = snapshot;
  // A field that came later is absent in an older snapshot.
  return {
    ...shown,
    jobLocation: shown.jobLocation ?? null,
    values: { ...noRegistrationValues, ...shown.values },
  };
}

/** The employer's decision with the public note of staff or, without one, with our default text. */
function outcomeOf({ application, history, now }: ApplicationAggregate): JobApplication['outcome'] {
  const { status, expiresAt } = application;
  if (status !== 'OFFERED' && status !== 'HIRED' && status !== 'NOT_SELECTED') return null;
  const decided = history.findLast(
    ({ subject, toStatus }) => subject === 'APPLICATION' && toStatus === status,
  );
  const message = decided?.publicNote ?? statusSentence({ status, expiresAt, now });
  return { decision: status, message };
}

function presentNextStep(
  aggregate: ApplicationAggregate,
  allowed: JobApplication['allowedActions'],
): JobApplication['nextStep'] {
  const { application, job, person, history, now } = aggregate;
  const training = findShownTraining(aggregate);
  const interview = findShownInterview(aggregate);
  const { text, action, deadlineAt } = nextStepOf({
    number: application.number,
    contactEmail: getCompany().email,
    status: application.status,
    expiresAt: endOfDraft(application.expiresAt, job.applyBy),
    reasonCode: history.findLast(({ action }) => action === 'EXPIRE')?.reasonCode ?? null,
    closedReason: findClosedReason(job.currentStatus),
    replyDueAt: application.replyDueAt,
    repliedAt: application.repliedAt,
    training: {
      status: training?.status ?? 'NOT_REQUIRED',
      ...timeOf(training?.batch),
      canJoin: presentTraining(aggregate).joinUrl !== null,
    },
    interview: {
      status: interview?.status ?? 'NOT_REQUIRED',
      ...timeOf(interview?.slot),
      canJoin: presentInterview(aggregate).joinUrl !== null,
    },
    offer: findShownOffer(aggregate),
    allowedActions: allowed,
    viewerTimeZone: presentUser(person).timeZone,
    now,
  });
  return { text, action, deadlineAt: deadlineAt?.toISOString() ?? null };
}

const timeOf = (seat: BatchRow | SlotRow | null | undefined) => ({
  startsAt: seat?.startsAt ?? null,
  endsAt: seat?.endsAt ?? null,
  timeZone: seat?.timeZone ?? null,
});

const because: Record<string, string> = causes;

/** Leaves out the private note, which only staff may read. */
const presentEvent = (event: EventRow): JobApplication['history'][number] => ({
  ...presentEventFields(event),
  because: (event.actorType === 'SYSTEM' && because[event.reasonCode ?? '']) || null,
});

/** Presents the part of an event that both the candidate and staff may read. */
export const presentEventFields = (event: EventRow) => ({
  id: event.id,
  at: event.at.toISOString(),
  subject: event.subject,
  action: event.action,
  from: event.fromStatus,
  to: event.toStatus,
  toLabel: eventStatusLabel(event.subject, event.toStatus),
  actorType: event.actorType,
  publicNote: event.publicNote,
  startsAt: event.startsAt?.toISOString() ?? null,
  previousStartsAt: event.previousStartsAt?.toISOString() ?? null,
  city: event.city,
  previousCity: event.previousCity,
});
