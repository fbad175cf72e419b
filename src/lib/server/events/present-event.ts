import type { LiveEvent, LiveEventCard, MyEventRegistration } from '#lib/contract/events/live-events.ts';
import { allowedActions } from '#lib/domain/core/state-machine.ts';
import { canJoin, eventStatusAt, eventStatusLabels, findClosedReason } from '#lib/domain/events/event.ts';
import { describeNextStep } from '#lib/domain/events/event-text.ts';
import {
  keepsSeat,
  registrationFlow,
  registrationStatusLabels,
} from '#lib/domain/events/registration-flow.ts';
import { imageUrl } from '#lib/domain/media/images.ts';
import { mediaPath, mediaSource } from '#lib/domain/media/media.ts';
import { listCoaches } from '#lib/server/catalog/content/index.ts';
import {
  buildRegistrationContext,
  type EventRegistrationRow,
  type LiveEventRow,
  seatsLeftOf,
} from './event-rows.ts';

export const eventPath = (slug: string): string => `/events/${slug}/`;

/** Returns the path of the calendar file that everybody can open. */
export const eventCalendarPath = (slug: string): string => `/events/${slug}/calendar.ics`;

/** Returns an event as lists show it to its viewer. */
export function presentEventCard(row: LiveEventRow, mine: EventRegistrationRow | null): LiveEventCard {
  const {
    id,
    slug,
    title,
    kind,
    programType,
    summary,
    timeZone,
    mode,
    venue,
    capacity,
    waitlistEnabled,
    now,
  } = row;
  const seatsLeft = seatsLeftOf(row);
  const isFull = seatsLeft === 0 && !waitlistEnabled;
  const reason = findClosedReason(row, now) ?? (isFull ? 'This event is full.' : null);
  const status = eventStatusAt(row, now);
  return {
    ...{ id, slug, title, kind, programType, summary, timeZone, mode, venue, capacity, waitlistEnabled },
    ...{ seatsLeft, status },
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    previousStartsAt: row.previousStartsAt?.toISOString() ?? null,
    speakers: row.speakers.map((speaker) => ({
      ...speaker,
      avatar: listCoaches().find((coach) => coach.slug === speaker.coachSlug)?.avatar ?? null,
    })),
    coverImage: presentCover(row.coverMediaId) ?? `/og/events/${slug}.png`,
    statusLabel: eventStatusLabels[status],
    registration: { open: reason === null, reason },
    isRegistered: mine !== null && keepsSeat(mine.status),
    hasRecording: status === 'ENDED' && row.recordingUrl !== null,
  };
}

/** Returns the path of the picture that staff uploaded; null without one. [IMG-01] */
export const presentCover = (mediaId: string | null): string | null =>
  mediaId && imageUrl({ source: mediaSource(mediaId) }, { height: 640 });

/** Returns the path of the slides that staff uploaded; null without them. */
export const presentSlides = (mediaId: string | null): string | null =>
  mediaId && mediaPath(mediaId, 'slides.pdf');

interface EventViewer {
  registration: EventRegistrationRow | null;
  timeZone: string | undefined;
}

/** Returns an event as its page shows it to its viewer. */
export function presentEvent(
  row: LiveEventRow,
  { registration, timeZone }: EventViewer,
  replacedBy: LiveEventRow | null,
): LiveEvent {
  const { description, takeaways, agenda, cancelReason, recordingUrl, slidesUrl, givesCertificate, now } =
    row;
  const isOver = eventStatusAt(row, now) === 'ENDED';
  const mayJoin = registration !== null && keepsSeat(registration.status) && canJoin(row, now);
  return {
    ...presentEventCard(row, registration),
    ...{ description, takeaways, agenda, cancelReason, givesCertificate },
    registrationClosesAt: row.registrationClosesAt.toISOString(),
    replacedBy: replacedBy && {
      slug: replacedBy.slug,
      title: replacedBy.title,
      startsAt: replacedBy.startsAt.toISOString(),
      timeZone: replacedBy.timeZone,
    },
    recording: isOver && recordingUrl ? { url: recordingUrl } : null,
    hasCover: row.coverMediaId !== null,
    slidesUrl: isOver ? (presentSlides(row.slidesMediaId) ?? slidesUrl) : null,
    icsUrl: eventCalendarPath(row.slug),
    myRegistration: registration && presentRegistration(row, registration, timeZone),
    joinUrl: mayJoin ? row.joinUrl : null,
  };
}

/** Returns a person's own registration. Times are in the event's zone and the person's. */
export function presentRegistration(
  event: LiveEventRow,
  registration: EventRegistrationRow,
  viewerTimeZone: string = event.timeZone,
): MyEventRegistration {
  const { id, number, status, place, offerExpiresAt, feedback, certificateId } = registration;
  const context = buildRegistrationContext(event, registration);
  return {
    ...{ id, number, status, feedback },
    certificateUrl: certificateId && `/certificates/${certificateId}/`,
    statusLabel: registrationStatusLabels[status],
    waitlistPosition: place,
    offerExpiresAt: status === 'OFFERED' ? (offerExpiresAt?.toISOString() ?? null) : null,
    nextStep: describeNextStep({ event, registration: { status, place, offerExpiresAt }, viewerTimeZone }),
    allowedActions: allowedActions(registrationFlow, 'CANDIDATE', status, context),
  };
}
