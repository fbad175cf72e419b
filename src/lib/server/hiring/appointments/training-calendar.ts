import type { ApplicationAggregate } from '../application-aggregate.ts';
import { formatCalendarFile } from './calendar-file.ts';
import { findShownTraining } from './present-appointments.ts';

/**
 * Formats the training as a calendar file; returns null while no batch is chosen. SEQUENCE is the batch's version, so the
 * file of a moved batch moves the entry.
 */
export function trainingCalendar(aggregate: ApplicationAggregate, siteOrigin: string): string | null {
  const training = findShownTraining(aggregate);
  if (!training?.batch) return null;
  const { application, job, now } = aggregate;
  const { title, startsAt, endsAt, address, instructions, version, cancelledAt } = training.batch;
  const page = `${siteOrigin}/moonshot/applications/${application.id}/`;
  return formatCalendarFile({
    uid: `training-${training.id}-${training.batch.id}@${new URL(siteOrigin).host}`,
    sequence: version,
    ...{ startsAt, endsAt, now, page },
    isOff: cancelledAt !== null,
    product: 'Moonshot',
    summary: `${title}: ${job.title}, ${job.employerName}`,
    description: [instructions, `Join it here: ${page}`].filter(Boolean).join('\n\n'),
    location: address,
  });
}
