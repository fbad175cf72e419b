import type { Interview, Training, TrainingBatch } from '#lib/contract/hiring/appointments.ts';
import {
  interviewPolicy,
  interviewStatusLabels,
  isJoinTime,
  rescheduleDeadline,
} from '#lib/domain/hiring/appointments/interview-flow.ts';
import { trainingStatusLabels } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { Stage } from '#lib/domain/hiring/jobs/job.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import type { ApplicationAggregate, BatchRow, InterviewRow, TrainingRow } from '../application-aggregate.ts';

/** Presenters of trainings, interviews and batches. */

/** Returns the training of the furthest stage that has one. */
export const findShownTraining = ({ trainings, job }: ApplicationAggregate): TrainingRow | null =>
  findFurthest(trainings, job.stages);

export const findShownInterview = ({ interviews, job }: ApplicationAggregate): InterviewRow | null =>
  findFurthest(interviews, job.stages);

/** Stages are passed in order, so the furthest row is the latest. */
function findFurthest<T extends { stageKey: string }>(
  rows: readonly T[],
  stages: readonly Stage[],
): T | null {
  const place = ({ stageKey }: T) => stages.findIndex(({ key }) => key === stageKey);
  return [...rows].sort((one, other) => place(other) - place(one))[0] ?? null;
}

export function presentTraining(aggregate: ApplicationAggregate): Training {
  const training = findShownTraining(aggregate);
  const batch = training?.batch ?? null;
  const status = training?.status ?? 'NOT_REQUIRED';
  const isHeld =
    aggregate.application.status === 'TRAINING' && (status === 'SCHEDULED' || status === 'IN_PROGRESS');
  return {
    status,
    statusLabel: trainingStatusLabels[status],
    batchId: batch?.id ?? null,
    title: batch?.title ?? null,
    startsAt: batch?.startsAt.toISOString() ?? null,
    endsAt: batch?.endsAt.toISOString() ?? null,
    timeZone: batch?.timeZone ?? null,
    mode: batch?.mode ?? null,
    address: batch?.address ?? null,
    joinUrl: batch && isHeld && !batch.cancelledAt && isJoinTime(batch, aggregate.now) ? batch.joinUrl : null,
    instructions: batch?.instructions ?? null,
    icsUrl:
      batch || training?.toldStartsAt
        ? `/moonshot/applications/${training?.applicationId}/training.ics`
        : null,
  };
}

export function presentInterview(aggregate: ApplicationAggregate): Interview {
  const interview = findShownInterview(aggregate);
  const slot = interview?.status === 'TO_SCHEDULE' ? null : (interview?.slot ?? null);
  const status = interview?.status ?? 'NOT_REQUIRED';
  const isScheduled = status === 'SCHEDULED' && aggregate.application.status === 'INTERVIEW';
  return {
    id: interview?.id ?? null,
    status,
    statusLabel: interviewStatusLabels[status],
    slotId: slot?.id ?? null,
    startsAt: slot?.startsAt.toISOString() ?? null,
    endsAt: slot?.endsAt.toISOString() ?? null,
    timeZone: slot?.timeZone ?? null,
    mode: slot?.mode ?? null,
    address: slot?.address ?? null,
    // Only a video call is joined, even if staff entered a link.
    joinUrl:
      slot?.mode === 'VIDEO' && isScheduled && !slot.cancelledAt && isJoinTime(slot, aggregate.now)
        ? slot.joinUrl
        : null,
    phone: slot?.mode === 'PHONE' ? formatPhoneNumber(aggregate.person.phoneE164) : null,
    instructions: slot?.instructions ?? null,
    reschedulesUsed: interview?.reschedulesUsed ?? 0,
    reschedulesAllowed: interviewPolicy.reschedules,
    rescheduleDeadlineAt: slot && isScheduled ? rescheduleDeadline(slot.startsAt).toISOString() : null,
    icsUrl: interview?.slot ? `/moonshot/applications/${interview.applicationId}/interview.ics` : null,
  };
}

export const presentBatch = (batch: BatchRow): TrainingBatch => ({
  id: batch.id,
  title: batch.title,
  startsAt: batch.startsAt.toISOString(),
  endsAt: batch.endsAt.toISOString(),
  timeZone: batch.timeZone,
  mode: batch.mode,
  address: batch.address,
  seatsLeft: batch.capacity - batch.taken,
});
