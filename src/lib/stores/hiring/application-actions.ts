import { api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import type { WithdrawalReason } from '#lib/domain/hiring/applications/reasons.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import type { Application } from './application-form.ts';

export type { Application, Failure };

/** Result of an action on a submitted application: null when it succeeded, else why it failed. [API-42] */
export type ActionFailure = Failure | null;

export function withdrawApplication(
  jobApplicationId: string,
  reason: WithdrawalReason | undefined,
): Promise<ActionFailure> {
  return runAction(() =>
    api('POST /api/v1/moonshot/job-applications/{jobApplicationId}/withdraw/', {
      params: { jobApplicationId },
      body: reason ? { reason } : {},
    }),
  );
}

export interface BatchResult {
  failure: ActionFailure;
  /** Somebody else took the last seat. */
  isFull: boolean;
}

/** Books a seat in a training batch. */
export function setUpTraining(jobApplicationId: string, batchId: string): Promise<BatchResult> {
  return runBatchAction(() =>
    api('POST /api/v1/moonshot/job-applications/{jobApplicationId}/setup-training/', {
      params: { jobApplicationId },
      body: { batchId, agreedToTerms: true },
    }),
  );
}

/** Changes the booked training to another batch. */
export function changeTraining(
  jobApplicationId: string,
  batchId: string,
  currentBatchId: string,
): Promise<BatchResult> {
  return runBatchAction(() =>
    api('POST /api/v1/moonshot/job-applications/{jobApplicationId}/change-training/', {
      params: { jobApplicationId },
      body: { batchId, currentBatchId },
    }),
  );
}

/** Cancels the booked interview, so that the candidate chooses another time later. */
export function cancelInterview(
  jobApplicationId: string,
  currentSlotId: string,
  reason: string,
): Promise<ActionFailure> {
  return runAction(() =>
    api('POST /api/v1/moonshot/job-applications/{jobApplicationId}/cancel-interview/', {
      params: { jobApplicationId },
      body: { currentSlotId, ...(reason && { reason }) },
    }),
  );
}

/** Loads the current application. Returns null when the request fails. */
export async function findApplication(jobApplicationId: string): Promise<Application | null> {
  const params = { jobApplicationId };
  return api('GET /api/v1/moonshot/job-applications/{jobApplicationId}/', { params }).catch(() => null);
}

async function runBatchAction(call: () => Promise<unknown>): Promise<BatchResult> {
  let isFull = false;
  const failure = await runAction(() =>
    call().catch((error) => {
      isFull = error instanceof ApiError && error.errorCode === 'TRAINING_BATCH_FULL';
      throw error;
    }),
  );
  return { failure, isFull };
}

async function runAction(call: () => Promise<unknown>): Promise<ActionFailure> {
  try {
    await call();
    return null;
  } catch (error) {
    return failureOf(error, { isTyped: false });
  }
}
