import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import { type ApplicationStatus, isFinal } from '../applications/application-status.ts';

/** Statuses of an application's training. NOT_REQUIRED: its current stage is no training. [API-42] */
export const trainingStatusLabels = {
  NOT_REQUIRED: 'Not needed',
  TO_SET_UP: 'To set up',
  SCHEDULED: 'Scheduled',
  IN_PROGRESS: 'Under way',
  COMPLETED: 'Completed',
  MISSED: 'Missed',
} as const;
export type TrainingStatus = keyof typeof trainingStatusLabels;

/** Returns the label of a training; null where none is needed. It ends with its application. */
export function formatTrainingStatus(
  status: TrainingStatus,
  applicationStatus: ApplicationStatus,
): string | null {
  if (status === 'NOT_REQUIRED') return null;
  const isOver = status === 'COMPLETED' || status === 'MISSED';
  return isFinal(applicationStatus) && !isOver ? 'Cancelled' : trainingStatusLabels[status];
}

export const trainingTable = [
  { action: 'REQUIRE_TRAINING', from: [null], to: 'TO_SET_UP', by: ['STAFF'] },
  {
    action: 'SETUP_TRAINING',
    from: ['TO_SET_UP'],
    to: 'SCHEDULED',
    by: ['CANDIDATE', 'STAFF'],
    needs: ['isInTraining', 'seatsLeft'],
  },
  {
    action: 'CHANGE_BATCH',
    from: ['SCHEDULED'],
    to: 'SCHEDULED',
    by: ['CANDIDATE'],
    needs: ['isInTraining', 'isAhead', 'seatsLeft'],
  },
  { action: 'BEGIN_TRAINING', from: ['SCHEDULED'], to: 'IN_PROGRESS', by: ['SYSTEM'], needs: ['hasBegun'] },
  // The batch has a new time or place.
  { action: 'MOVE_BATCH', from: ['SCHEDULED'], to: 'SCHEDULED', by: ['STAFF', 'SYSTEM'] },
  {
    action: 'COMPLETE_TRAINING',
    from: ['IN_PROGRESS'],
    to: 'COMPLETED',
    by: ['STAFF'],
    needs: ['isInTraining'],
  },
  {
    action: 'MISS_TRAINING',
    from: ['SCHEDULED', 'IN_PROGRESS'],
    to: 'MISSED',
    by: ['STAFF'],
    needs: ['isInTraining', 'hasBegun'],
  },
  // After a first miss the candidate may choose again at once, so that they are never left without a next step.
  {
    action: 'OFFER_TRAINING_AGAIN',
    from: ['MISSED'],
    to: 'TO_SET_UP',
    by: ['SYSTEM'],
    needs: ['isInTraining', 'isFirstMiss'],
  },
  // The application has ended or is on hold, or the batch is cancelled, so the seat is free for another
  // person.
  { action: 'GIVE_UP_SEAT', from: ['SCHEDULED'], to: 'TO_SET_UP', by: ['SYSTEM', 'STAFF'] },
] as const satisfies readonly Transition<TrainingStatus, string, TrainingNeed>[];

export type TrainingAction = (typeof trainingTable)[number]['action'];
export type TrainingNeed = 'isInTraining' | 'seatsLeft' | 'isAhead' | 'hasBegun' | 'isFirstMiss';

/** The number of times that a missed training can be set up again. */
const trainingRetries = 1;

export interface TrainingGuardContext {
  applicationStatus: ApplicationStatus;
  /** Free seats of the requested batch, or of all other future batches where none is requested. */
  seatsLeft: number;
  /** The batch has begun. */
  hasBegun: boolean;
  missedCount: number;
}

export const trainingFlow: Flow<TrainingStatus, TrainingAction, TrainingNeed, TrainingGuardContext> = {
  table: trainingTable,
  guards: {
    isInTraining: ({ applicationStatus }) =>
      applicationStatus === 'TRAINING' ? null : 'This application has no training at the moment.',
    seatsLeft: ({ seatsLeft }) =>
      seatsLeft > 0 ? null : 'No batch has a free seat at the moment. Look again in a few days.',
    isAhead: ({ hasBegun }) =>
      hasBegun ? 'This training has begun, so you cannot change the batch any more.' : null,
    hasBegun: ({ hasBegun }) => (hasBegun ? null : 'This training has not begun yet.'),
    isFirstMiss: ({ missedCount }) =>
      missedCount <= trainingRetries ? null : 'A training can be set up again only once.',
  },
  wrongStatus: (action, status) => wrongStatus[action](trainingStatusLabels[status ?? 'NOT_REQUIRED']),
};

const formatRejection = (participle: string) => (label: string) =>
  `The status of this training is “${label}”, so it cannot be ${participle}.`;

const wrongStatus: Record<TrainingAction, (label: string) => string> = {
  REQUIRE_TRAINING: formatRejection('asked for again'),
  SETUP_TRAINING: formatRejection('set up'),
  CHANGE_BATCH: formatRejection('changed to another batch'),
  BEGIN_TRAINING: formatRejection('begun'),
  MOVE_BATCH: formatRejection('moved'),
  COMPLETE_TRAINING: formatRejection('marked as completed'),
  MISS_TRAINING: formatRejection('marked as missed'),
  OFFER_TRAINING_AGAIN: formatRejection('offered again'),
  GIVE_UP_SEAT: formatRejection('taken out of its batch'),
};
