import type { ApplicationAggregate, BatchRow, TrainingRow } from '../application-aggregate.ts';
import { formatCalendarFile } from './calendar-file.ts';
import { findShownTraining } from './present-appointments.ts';

/**
 * Formats the training as a calendar file; returns null if no batch was ever chosen. Another batch moves the entry, and a seat
 * that was lost removes it.
 */
export function trainingCalendar(aggregate: ApplicationAggregate, siteOrigin: string): string | null {
  const training = findShownTraining(aggregate);
  const times = training && findTimes(training);
  if (!times) return null;
  const { application, job, now } = aggregate;
  const batch = times.isOff ? null : training.batch;
  const page = `${siteOrigin}/moonshot/applications/${application.id}/`;
  const title = batch?.title ?? job.stages.find(({ key }) => key === training.stageKey)?.title ?? 'Training';
  return formatCalendarFile({
    uid: `training-${training.id}@${new URL(siteOrigin).host}`,
    sequence: training.sequence,
    ...{ ...times, now, page },
    product: 'Moonshot',
    summary: `${title}: ${job.title}, ${job.employerName}`,
    description: [batch?.instructions, describePage(batch, page)].filter(Boolean).join('\n\n'),
    location: batch?.address ?? null,
  });
}

const describePage = (batch: BatchRow | null, page: string): string =>
  batch && batch.mode !== 'IN_PERSON' ? `Join or change it here: ${page}` : `Change it here: ${page}`;

/** Returns when the entry begins and ends, and whether it is removed; null if the candidate was never told a time. */
function findTimes({ batch, toldStartsAt }: TrainingRow) {
  if (batch) return { startsAt: batch.startsAt, endsAt: batch.endsAt, isOff: batch.cancelledAt !== null };
  return toldStartsAt && { startsAt: toldStartsAt, endsAt: null, isOff: true };
}
