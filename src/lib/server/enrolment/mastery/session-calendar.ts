import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Config } from '#lib/server/config.ts';
import type { MasteryAggregate } from './mastery-aggregate.ts';
import { masteryPath, presentMastery } from './present-mastery.ts';

/** Responds with the session as a calendar file (RFC 5545), or 404 without a registration, on the wait-list and after the session. It does not contain the link to join. */
export function respondWithSessionCalendar(
  aggregate: MasteryAggregate | null,
  { siteOrigin }: Pick<Config, 'siteOrigin'>,
): Response {
  if (!aggregate || !presentMastery(aggregate).icsUrl) return new Response(null, { status: 404 });
  const { registration, session, now } = aggregate;
  const isOff = registration.status === 'CANCELLED';
  const page = `${siteOrigin}${masteryPath(registration.id)}`;
  const calendar = ical({
    prodId: { company: 'Liftoff', product: 'PM Mastery', language: 'EN' },
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `pm-mastery-${registration.id}@${new URL(siteOrigin).hostname}`,
    sequence: isOff ? 1 : 0,
    stamp: now,
    start: session.startsAt,
    end: session.endsAt,
    summary: 'PM Mastery',
    description: `${registration.registrationNumber}. Join or cancel here: ${page}`,
    url: page,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return new Response(calendar.toString(), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="liftoff-pm-mastery.ics"',
      'Cache-Control': 'no-store',
    },
  });
}
