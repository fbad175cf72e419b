import { type ActorType, type AllowedAction, allowedActions } from '#lib/domain/core/state-machine.ts';
import { type ApplicationAction, applicationFlow } from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationFacts } from '#lib/domain/hiring/applications/application-guards.ts';
import { isFinal } from '#lib/domain/hiring/applications/application-status.ts';
import {
  type InterviewAction,
  type InterviewFacts,
  interviewFlow,
} from '#lib/domain/hiring/appointments/interview-flow.ts';
import {
  type TrainingAction,
  type TrainingFacts,
  trainingFlow,
} from '#lib/domain/hiring/appointments/training-flow.ts';
import { whyClosed } from '#lib/domain/hiring/jobs/job.ts';
import { unansweredQuestions } from '#lib/domain/hiring/jobs/question.ts';
import { hasSubmittedDetails } from '#lib/domain/hiring/registration/registration-flow.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { TransitionNotes } from '#lib/server/core/unit-of-work.ts';
import { eligibilityOf } from '../registration/find-candidates.ts';
import type {
  ApplicationAggregate,
  BatchRow,
  InterviewRow,
  SlotRow,
  TrainingRow,
} from './application-aggregate.ts';

/** What the tables' guards look at, read off an application: for the pages, and for every write. */

/** The training and the interview of the stage that the application is in. */
export const currentTraining = ({ trainings, application }: ApplicationAggregate): TrainingRow | null =>
  trainings.find(({ stageKey }) => stageKey === application.stageKey) ?? null;

export const currentInterview = ({ interviews, application }: ApplicationAggregate): InterviewRow | null =>
  interviews.find(({ stageKey }) => stageKey === application.stageKey) ?? null;

export function applicationFacts(
  standing: ApplicationAggregate,
  { reasonCode = null }: TransitionNotes = {},
): ApplicationFacts {
  const { application, job, candidate, now } = standing;
  const isOver = ['CLOSED', 'FILLED', 'ARCHIVED'].includes(job.currentStatus);
  return {
    closedReason: whyClosed(job.currentStatus),
    stages: job.stages,
    stageKey: application.stageKey,
    training: currentTraining(standing)?.status ?? 'NOT_REQUIRED',
    interview: currentInterview(standing)?.status ?? 'NOT_REQUIRED',
    heldFrom: application.holdFromStatus,
    hasDetails: hasSubmittedDetails(candidate?.row.status ?? null),
    unmetRules: eligibilityOf(job.eligibility, candidate)?.missing.map(({ label }) => label) ?? [],
    unanswered: unansweredQuestions(job.questions, application.answers).map(({ label }) => label),
    reasonCode,
    hasRunOut: application.expiresAt <= now || isOver,
  };
}

/** `batch` is the one asked for, if one is. */
export function trainingFacts(standing: ApplicationAggregate, batch?: BatchRow): TrainingFacts {
  const training = currentTraining(standing);
  const wanted = batch ? [batch] : standing.openBatches;
  const begins = training?.batch?.startsAt;
  return {
    applicationStatus: standing.application.status,
    seatsLeft: wanted.reduce((sum, { capacity, taken }) => sum + capacity - taken, 0),
    hasBegun: begins !== undefined && begins <= standing.now,
    missedCount: training?.missedCount ?? 0,
  };
}

/** `slot` is the one asked for, if one is. */
export function interviewFacts(standing: ApplicationAggregate, slot?: SlotRow): InterviewFacts {
  const { application, freeSeats, now } = standing;
  const interview = currentInterview(standing);
  const open = freeSeats.filter(({ stageKey }) => stageKey === null || stageKey === application.stageKey);
  const timeZone = presentUser(standing.person).timeZone;
  return {
    applicationStatus: application.status,
    seatsLeft: slot ? slot.capacity - slot.taken : open.reduce((sum, { seats }) => sum + seats, 0),
    reschedulesUsed: interview?.reschedulesUsed ?? 0,
    startsAt: interview?.slot?.startsAt ?? null,
    timeZone: interview?.slot?.timeZone ?? timeZone,
    viewerTimeZone: timeZone,
    now,
  };
}

/** All that the actor may do with the application, its training and its interview. */
export function actionsOf(
  standing: ApplicationAggregate,
  actor: ActorType,
): AllowedAction<ApplicationAction | TrainingAction | InterviewAction>[] {
  const isOver = isFinal(standing.application.status);
  const training = isOver ? null : currentTraining(standing);
  const interview = isOver ? null : currentInterview(standing);
  return [
    // Which reason is asked of the person who does it, so its button is not dead before.
    ...allowedActions(
      applicationFlow,
      actor,
      standing.application.status,
      applicationFacts(standing, { reasonCode: 'OTHER' }),
    ),
    ...(training ? allowedActions(trainingFlow, actor, training.status, trainingFacts(standing)) : []),
    ...(interview ? allowedActions(interviewFlow, actor, interview.status, interviewFacts(standing)) : []),
  ];
}
