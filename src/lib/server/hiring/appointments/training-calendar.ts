import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { ApplicationAggregate } from '../application-aggregate.ts';
import { findShownTraining } from './present-appointments.ts';

/**
 * Formats the training as a calendar file (RFC 5545); returns null while no batch is chosen. SEQUENCE is the batch's version,
 * so the file of a moved batch moves the entry. The link to join is on the page that the entry links to.
 */
export function trainingCalendar(aggregate: ApplicationAggregate, siteOrigin: string): string | null {
  const training = findShownTraining(aggregate);
  if (!training?.batch) return null;
  const { application, job, now } = aggregate;
  const { title, startsAt, endsAt, address, version, cancelledAt } = training.batch;
  const page = `${siteOrigin}/moonshot/applications/${application.id}/`;
  const isOff = cancelledAt !== null;
  const calendar = ical({
    prodId: { company: 'Liftoff', product: 'Moonshot', language: 'EN' },
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `training-${training.id}-${training.batch.id}@${new URL(siteOrigin).host}`,
    sequence: version,
    stamp: now,
    start: startsAt,
    end: endsAt,
    summary: `${title}: ${job.title}, ${job.employerName}`,
    description: `Join it here: ${page}`,
    location: address,
    url: page,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
