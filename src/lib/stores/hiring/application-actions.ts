import { api } from '#lib/client/api.ts';
import { ApiError } from '#lib/client/api-error.ts';
import type { WithdrawalReason } from '#lib/domain/hiring/applications/reasons.ts';
import { type Failure, failureOf } from '#lib/stores/core/failure.ts';
import type { Application } from './application-form.ts';

export type { Application, Failure };

/** API-42: what a candidate does with an application that is on its way. Null when it is done, else why it is not. */
export type Outcome = Failure | null;

export function withdrawApplication(
  jobApplicationId: string,
  reason: WithdrawalReason | undefined,
): Promise<Outcome> {
  return attempt(() =>
    api('POST /api/v1/moonshot/job-applications/{jobApplicationId}/withdraw/', {
      params: { jobApplicationId },
      body: reason ? { reason } : {},
    }),
  );
}

/** `isFull`: somebody else took the last seat. */
export async function setUpTraining(
  jobApplicationId: string,
  batchId: string,
): Promise<{ failure: Outcome; isFull: boolean }> {
  let isFull = false;
  const failure = await attempt(() =>
    api('POST /api/v1/moonshot/job-applications/{jobApplicationId}/setup-training/', {
      params: { jobApplicationId },
      body: { batchId, agreedToTerms: true },
    }).catch((error) => {
      isFull = error instanceof ApiError && error.errorCode === 'TRAINING_BATCH_FULL';
      throw error;
    }),
  );
  return { failure, isFull };
}

/** The application as it is now; null when it cannot be asked. */
export async function findApplication(jobApplicationId: string): Promise<Application | null> {
  const params = { jobApplicationId };
  return api('GET /api/v1/moonshot/job-applications/{jobApplicationId}/', { params }).catch(() => null);
}

async function attempt(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    await call();
    return null;
  } catch (error) {
    return failureOf(error, { isTyped: false });
  }
}
