import { type ActorType, type AllowedAction, allowedActions } from '#lib/domain/core/state-machine.ts';
import { type ApplicationAction, applicationFlow } from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationGuardContext } from '#lib/domain/hiring/applications/application-guards.ts';
import { isFinal } from '#lib/domain/hiring/applications/application-status.ts';
import { findPreviousStatus } from '#lib/domain/hiring/applications/previous-status.ts';
import { type InterviewAction, interviewFlow } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { type TrainingAction, trainingFlow } from '#lib/domain/hiring/appointments/training-flow.ts';
import { findClosedReason } from '#lib/domain/hiring/jobs/job.ts';
import { unansweredQuestions } from '#lib/domain/hiring/jobs/question.ts';
import { hasSubmittedDetails } from '#lib/domain/hiring/registration/registration-flow.ts';
import type { TransitionNotes } from '#lib/server/core/actor.ts';
import {
  type ApplicationAggregate,
  currentInterview,
  currentTraining,
  latestOffer,
} from '../application-aggregate.ts';
import { buildInterviewContext } from '../appointments/interview-transitions.ts';
import { buildTrainingContext } from '../appointments/training-transitions.ts';
import { listOpenLocationQuestion } from './application-location.ts';

/**
 * The actions that a candidate or staff may take now. The rules are the tables `applicationFlow`,
 * `interviewFlow` and `trainingFlow` in domain/hiring; this file applies them to rows of the database.
 */

/** Collects the input of an application's guards. */
export function buildApplicationContext(
  aggregate: ApplicationAggregate,
  { reasonCode = null }: TransitionNotes = {},
): ApplicationGuardContext {
  const { application, job, candidate, history, now } = aggregate;
  const offer = latestOffer(aggregate);
  const isJobOver = ['CLOSED', 'FILLED', 'ARCHIVED'].includes(job.currentStatus);
  return {
    closedReason: findClosedReason(job.currentStatus),
    stages: job.stages,
    stageKey: application.stageKey,
    training: currentTraining(aggregate)?.status ?? 'NOT_REQUIRED',
    interview: currentInterview(aggregate)?.status ?? 'NOT_REQUIRED',
    offer: offer && { ...offer, hasRunOut: offer.expiresAt <= now },
    heldFrom: application.holdFromStatus,
    endedFrom: isFinal(application.status) ? findPreviousStatus(history, application.status) : null,
    hasOtherOpen: aggregate.hasOtherOpen,
    isJobOver,
    hasDetails: hasSubmittedDetails(candidate?.row.status ?? null),
    unanswered: [
      ...listOpenLocationQuestion(aggregate),
      ...unansweredQuestions(job.questions, application.answers).map(({ label }) => label),
    ],
    reasonCode,
    hasRunOut: application.expiresAt <= now || isJobOver,
  };
}

/** Lists what the actor may do with the application, its current training and its current interview. */
export function listAllowedActions(
  aggregate: ApplicationAggregate,
  actor: ActorType,
): AllowedAction<ApplicationAction | TrainingAction | InterviewAction>[] {
  const { status } = aggregate.application;
  const training = isFinal(status) ? null : currentTraining(aggregate);
  const interview = isFinal(status) ? null : currentInterview(aggregate);
  // The person gives a reason after pressing the button, so a missing reason must not disable the button.
  const context = buildApplicationContext(aggregate, { reasonCode: 'OTHER' });
  return [
    ...allowedActions(applicationFlow, actor, status, context),
    ...(training
      ? allowedActions(trainingFlow, actor, training.status, buildTrainingContext(aggregate))
      : []),
    ...(interview
      ? allowedActions(interviewFlow, actor, interview.status, buildInterviewContext(aggregate))
      : []),
  ];
}
