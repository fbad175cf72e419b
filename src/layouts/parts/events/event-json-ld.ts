import type { LiveEvent } from '#lib/contract/events/live-events.ts';
import { dateText } from '#lib/domain/core/time-text.ts';
import type { JsonLd, UrlResolver } from '../../json-ld.ts';

/** Describes an event for search engines by what its page shows. */
export function describeEvent(address: UrlResolver, event: LiveEvent): JsonLd {
  const { title, summary, slug, startsAt, endsAt, mode, venue, speakers, previousStartsAt, status } = event;
  const url = address(`/events/${slug}/`);
  const online = { '@type': 'VirtualLocation', url };
  const place = { '@type': 'Place', name: venue ?? '', address: venue ?? '' };
  const isMoved = status !== 'POSTPONED' && status !== 'CANCELLED' && previousStartsAt !== null;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    ...{ name: title, description: summary, url, startDate: startsAt, endDate: endsAt },
    ...(isMoved && { previousStartDate: previousStartsAt }),
    eventStatus: `https://schema.org/${eventStatusOf(event, isMoved)}`,
    eventAttendanceMode: `https://schema.org/${attendanceModes[mode]}`,
    location: mode === 'ONLINE' ? online : mode === 'HYBRID' ? [place, online] : place,
    image: address(event.coverImage),
    organizer: { '@type': 'Organization', name: 'Liftoff', url: address('/') },
    ...(speakers.length > 0 && {
      performer: speakers.map(({ name }) => ({ '@type': 'Person', name })),
    }),
    isAccessibleForFree: true,
    offers: {
      '@type': 'Offer',
      ...{ price: 0, priceCurrency: 'INR', url },
      availability: `https://schema.org/${event.seatsLeft === 0 ? 'SoldOut' : 'InStock'}`,
      validThrough: event.registrationClosesAt,
    },
  };
}

function eventStatusOf({ status }: LiveEvent, isMoved: boolean): string {
  if (status === 'CANCELLED') return 'EventCancelled';
  if (status === 'POSTPONED') return 'EventPostponed';
  return isMoved ? 'EventRescheduled' : 'EventScheduled';
}

const attendanceModes = {
  ONLINE: 'OnlineEventAttendanceMode',
  IN_PERSON: 'OfflineEventAttendanceMode',
  HYBRID: 'MixedEventAttendanceMode',
} as const;

/** Returns the description of the page for search results: the day and the summary, at most 160 characters. */
export function describeEventPage({ status, startsAt, timeZone, summary }: LiveEvent): string {
  const day = status === 'POSTPONED' ? 'Postponed' : dateText(new Date(startsAt), timeZone);
  const text = `Free event, ${day}: ${summary}`;
  return text.length <= 160 ? text : `${text.slice(0, 159).trimEnd()}…`;
}
