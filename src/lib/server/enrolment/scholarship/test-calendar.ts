import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { scholarshipPolicy } from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import type { Config } from '#lib/server/config.ts';
import { hasTestAhead, scholarshipFactsOf, scholarshipPath } from './present-scholarship.ts';
import type { ScholarshipAggregate } from './scholarship-aggregate.ts';

/**
 * Responds with the test as a calendar file (RFC 5545), or 404 without a time, and after it. The UID stays the same and SEQUENCE increases
 * with every change, so a later file moves the same entry.
 */
export function respondWithTestCalendar(
  aggregate: ScholarshipAggregate | null,
  { siteOrigin }: Pick<Config, 'siteOrigin'>,
): Response {
  const start = aggregate?.registration.slotStartsAt;
  if (!aggregate || !start || !hasTestAhead(aggregate)) return new Response(null, { status: 404 });
  const { id, slotChanges, registrationNumber } = aggregate.registration;
  const page = `${siteOrigin}${scholarshipPath(id)}`;
  const calendar = ical({
    prodId: { company: 'Liftoff', product: 'Scholarship test', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `scholarship-test-${id}@${new URL(siteOrigin).hostname}`,
    sequence: slotChanges,
    stamp: aggregate.now,
    start,
    end: new Date(start.getTime() + scholarshipPolicy.durationMinutes * 60_000),
    summary: `Scholarship test: ${scholarshipFactsOf(aggregate).programName}`,
    description: `${registrationNumber}. Start or change it here: ${page}`,
    url: page,
    status: ICalEventStatus.CONFIRMED,
  });
  return new Response(calendar.toString(), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="liftoff-test.ics"',
      'Cache-Control': 'no-store',
    },
  });
}
