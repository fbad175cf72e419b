/** What a live event is, and when it takes place. */

export const eventKindLabels = {
  WEBINAR: 'Webinar',
  WORKSHOP: 'Workshop',
  MASTERCLASS: 'Masterclass',
  AMA: 'Ask me anything',
  INFO_SESSION: 'Info session',
} as const;
export type EventKind = keyof typeof eventKindLabels;

export const eventModeLabels = {
  ONLINE: 'Online',
  IN_PERSON: 'In person',
  HYBRID: 'In person and online',
} as const;
export type EventMode = keyof typeof eventModeLabels;

export const eventStatusLabels = {
  DRAFT: 'Draft',
  SCHEDULED: 'Scheduled',
  LIVE: 'Live now',
  ENDED: 'Over',
  POSTPONED: 'Postponed',
  CANCELLED: 'Cancelled',
} as const;
export type EventStatus = keyof typeof eventStatusLabels;
export type StoredEventStatus = Exclude<EventStatus, 'LIVE' | 'ENDED'>;

export interface EventSpeaker {
  name: string;
  role: string;
  company: string;
  /** The coach of src/content whose picture and page are shown; null for a guest. */
  coachSlug: string | null;
}

export const eventPolicy = {
  /** The link to join opens this long before the begin. */
  joinMinutes: 15,
  /** How long an offered seat is kept at most and at least. */
  offerHours: 24,
  minOfferMinutes: 30,
};

interface EventTimes {
  status: StoredEventStatus;
  startsAt: Date;
  endsAt: Date;
}

/** Returns the status at a moment. LIVE and ENDED follow from the clock, so nobody has to set them. [API-20] */
export function eventStatusAt({ status, startsAt, endsAt }: EventTimes, now: Date): EventStatus {
  if (status !== 'SCHEDULED') return status;
  if (endsAt <= now) return 'ENDED';
  return startsAt <= now ? 'LIVE' : 'SCHEDULED';
}

interface EventRegistrationRules extends EventTimes {
  registrationClosesAt: Date;
}

/** Returns why nobody can register at a moment, or null. A full event is not closed. */
export function findClosedReason(event: EventRegistrationRules, now: Date): string | null {
  const status = eventStatusAt(event, now);
  if (status === 'DRAFT') return 'This event is not public yet.';
  if (status === 'CANCELLED') return 'This event is cancelled.';
  if (status === 'POSTPONED') return 'This event is postponed. You can register when it has a new date.';
  if (status === 'ENDED') return 'This event is over.';
  return event.registrationClosesAt <= now ? 'Registration is closed.' : null;
}

/** Returns whether registrants can join now: from 15 minutes before until the end. */
export function canJoin(event: EventTimes, now: Date): boolean {
  const opensAt = event.startsAt.getTime() - eventPolicy.joinMinutes * 60_000;
  return event.status === 'SCHEDULED' && opensAt <= now.getTime() && now < event.endsAt;
}

/**
 * Returns until when an offered seat is kept: 24 hours, or half of the time that is left before the registration closes,
 * but at least 30 minutes, and never after it has closed. A registration that staff end earlier later on does not shorten it.
 */
export function offerExpiry(registrationClosesAt: Date, now: Date): Date {
  const left = registrationClosesAt.getTime() - now.getTime();
  const { offerHours, minOfferMinutes } = eventPolicy;
  const kept = Math.max(minOfferMinutes * 60_000, Math.min(offerHours * 3_600_000, left / 2));
  return new Date(now.getTime() + Math.min(kept, left));
}

/** Returns whether people know how to get in: by a link online, at a place in person. */
export const hasWayIn = ({
  mode,
  joinUrl,
  venue,
}: {
  mode: EventMode;
  joinUrl: string | null;
  venue: string | null;
}): boolean => (mode === 'IN_PERSON' || joinUrl !== null) && (mode === 'ONLINE' || venue !== null);

/** Returns the classes of the badge that shows a status. */
export function eventBadge(status: EventStatus): string {
  if (status === 'LIVE') return 'badge badge-success';
  if (status === 'POSTPONED') return 'badge badge-warning';
  return status === 'CANCELLED' ? 'badge badge-danger' : 'badge';
}
