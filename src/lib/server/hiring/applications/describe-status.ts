import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import { endOfDraft, statusSentence } from '#lib/domain/hiring/applications/application-text.ts';
import type { ApplicationAggregate } from '../application-aggregate.ts';

interface NewStatus {
  status: ApplicationStatus;
  stageKey: string;
  expiresAt: Date;
}

/** Says what a status means for the candidate. A training or an interview that is over is not announced again. */
export function describeStatus(
  { trainings, interviews, job, now }: ApplicationAggregate,
  { status, stageKey, expiresAt }: NewStatus,
): string {
  const isOver = (list: readonly { stageKey: string; status: string }[]) =>
    list.some((one) => one.stageKey === stageKey && one.status === 'COMPLETED');
  if (status === 'INTERVIEW' && isOver(interviews)) return 'Your interview is over.';
  if (status === 'TRAINING' && isOver(trainings)) return 'You have completed the training.';
  return statusSentence({ status, expiresAt: endOfDraft(expiresAt, job.applyBy), now });
}
