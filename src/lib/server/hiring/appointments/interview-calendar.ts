import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { isSeatedInterview } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { placesText } from '#lib/domain/hiring/jobs/job-text.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import type { ApplicationAggregate } from '../application-aggregate.ts';
import { findShownInterview } from './present-appointments.ts';

/**
 * Formats the interview as a calendar file (RFC 5545); returns null if it never had a time. The UID stays the
 * same and SEQUENCE increases with every change, so a later file moves or removes the same entry. The file
 * does not contain the link to join: the page that the entry links to shows it from 15 minutes before.
 */
export function interviewCalendar(aggregate: ApplicationAggregate, siteOrigin: string): string | null {
  const interview = findShownInterview(aggregate);
  if (!interview?.slot) return null;
  const { application, job, now, person } = aggregate;
  const { startsAt, endsAt, address, instructions, mode } = interview.slot;
  const isOff = !isSeatedInterview(interview.status);
  const page = `${siteOrigin}/moonshot/applications/${application.id}/`;
  const stage = job.stages.find(({ key }) => key === interview.stageKey);
  const calendar = ical({
    prodId: { company: 'Liftoff', product: 'Moonshot', language: 'EN' },
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: interview.uid,
    sequence: interview.sequence,
    stamp: now,
    start: startsAt,
    end: endsAt,
    summary: `${stage?.title ?? 'Interview'}: ${job.title}, ${job.employerName}`,
    description: [instructions, `${mode === 'VIDEO' ? 'Join or change it here' : 'Change it here'}: ${page}`]
      .filter(Boolean)
      .join('\n\n'),
    location:
      mode === 'PHONE'
        ? `Phone call to ${formatPhoneNumber(person.phoneE164)}`
        : (address ?? placesText(job.locations)),
    url: page,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
