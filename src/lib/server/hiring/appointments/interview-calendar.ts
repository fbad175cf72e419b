import { isSeatedInterview } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { placesText } from '#lib/domain/hiring/jobs/job-text.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import type { ApplicationAggregate } from '../application-aggregate.ts';
import { formatCalendarFile } from './calendar-file.ts';
import { findShownInterview } from './present-appointments.ts';

/** Formats the interview as a calendar file; returns null if it never had a time. */
export function interviewCalendar(aggregate: ApplicationAggregate, siteOrigin: string): string | null {
  const interview = findShownInterview(aggregate);
  if (!interview?.slot) return null;
  const { application, job, now, person } = aggregate;
  const { startsAt, endsAt, address, instructions, mode } = interview.slot;
  const isOff = !isSeatedInterview(interview.status);
  const page = `${siteOrigin}/moonshot/applications/${application.id}/`;
  const stage = job.stages.find(({ key }) => key === interview.stageKey);
  return formatCalendarFile({
    ...{ uid: interview.uid, sequence: interview.sequence, startsAt, endsAt, now, isOff, page },
    product: 'Moonshot',
    summary: `${stage?.title ?? 'Interview'}: ${job.title}, ${job.employerName}`,
    description: [instructions, `${mode === 'VIDEO' ? 'Join or change it here' : 'Change it here'}: ${page}`]
      .filter(Boolean)
      .join('\n\n'),
    location:
      mode === 'PHONE'
        ? `Phone call to ${formatPhoneNumber(person.phoneE164)}`
        : (address ?? placesText(job.locations)),
  });
}
