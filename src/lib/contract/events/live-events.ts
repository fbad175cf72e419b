import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { avatar } from '#lib/contract/core/avatar.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { catalogTypes } from '#lib/domain/catalog/programs.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatParagraphs, formatTrimmedText, tooLongText } from '#lib/domain/core/text.ts';
import { eventKindLabels, eventModeLabels, eventStatusLabels } from '#lib/domain/events/event.ts';
import { registrationStatusLabels } from '#lib/domain/events/registration-flow.ts';

const eventKind = z.enum(keysOf(eventKindLabels), { error: 'Unknown kind of event' });
const programType = z.enum(catalogTypes, { error: 'Unknown programme' });

/** An event as lists show it. */
export const liveEventCard = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  kind: eventKind,
  /** The programme that it is about; null for all. */
  programType: z.nullable(programType),
  summary: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** The begin before the last change; null if it never moved. */
  previousStartsAt: z.nullable(instant),
  /** IANA. */
  timeZone: z.string(),
  mode: z.enum(keysOf(eventModeLabels)),
  /** Name and address of the place; null online. */
  venue: z.nullable(z.string()),
  speakers: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      company: z.string(),
      avatar: z.nullable(avatar),
      /** The coach's page is `/coaches/{slug}/`; null for a guest. */
      coachSlug: z.nullable(z.string()),
    }),
  ),
  /** Path of a picture: one that staff uploaded, or one with the title, of 1200 × 630 px. */
  coverImage: z.string(),
  /** Null for no limit. */
  capacity: z.nullable(z.number()),
  seatsLeft: z.nullable(z.number()),
  status: z.enum(keysOf(eventStatusLabels)),
  statusLabel: z.string(),
  /** Whether people can register or join the wait-list now, and if not, why. */
  registration: z.object({ open: z.boolean(), reason: z.nullable(z.string()) }),
  waitlistEnabled: z.boolean(),
  /** The viewer has a seat; false for a visitor. */
  isRegistered: z.boolean(),
  hasRecording: z.boolean(),
});

/** The viewer's registration. */
export const eventRegistration = z.object({
  id: z.string(),
  /** The number that people quote: `LE-26-00042`. */
  number: z.string(),
  status: z.enum(keysOf(registrationStatusLabels)),
  statusLabel: z.string(),
  /** The place on the wait-list, from 1; null when not on it. */
  waitlistPosition: z.nullable(z.number()),
  /** Until when an offered seat is kept; null without an offer. */
  offerExpiresAt: z.nullable(instant),
  /** The status in one or two sentences, with what comes next. */
  nextStep: z.string(),
  /** The answers after the event; null until they are sent. */
  feedback: z.nullable(z.object({ rating: z.number(), suggestion: z.string() })),
  /** Path of the certificate of participation; null without one. */
  certificateUrl: z.nullable(z.string()),
  allowedActions: z.array(allowedAction),
});

export const liveEvent = z.extend(liveEventCard, {
  /** Markdown. */
  description: z.string(),
  takeaways: z.array(z.string()),
  agenda: z.array(z.string()),
  registrationClosesAt: instant,
  /** The text to everybody when it was cancelled. */
  cancelReason: z.nullable(z.string()),
  /** The event that takes the place of this one. */
  replacedBy: z.nullable(
    z.object({ slug: z.string(), title: z.string(), startsAt: instant, timeZone: z.string() }),
  ),
  recording: z.nullable(z.object({ url: z.string() })),
  slidesUrl: z.nullable(z.string()),
  /** Whether people who attended get a certificate. */
  givesCertificate: z.boolean(),
  /** Whether the picture is an upload, which the page shows. */
  hasCover: z.boolean(),
  /** Path of the calendar file. */
  icsUrl: z.string(),
  myRegistration: z.nullable(eventRegistration),
  /** The link of the meeting: for registrants only, from 15 minutes before until the end. */
  joinUrl: z.nullable(z.string()),
});

export type LiveEventCard = z.output<typeof liveEventCard>;
export type LiveEvent = z.output<typeof liveEvent>;
export type MyEventRegistration = z.output<typeof eventRegistration>;

export const searchLength = 100;

/** The filters of a list, by their names in code. */
export const eventFilters = {
  /** UPCOMING has live, postponed and newly cancelled events too; PAST has those that took place, newest first. */
  when: z.optional(z.enum(['UPCOMING', 'PAST'], { error: 'Choose UPCOMING or PAST' })),
  kind: z.optional(eventKind),
  programType: z.optional(programType),
  /** Each word must be the beginning of a word in the title, the summary or a speaker's name. */
  search: z.optional(
    z
      .string()
      .check(
        z.overwrite(formatTrimmedText),
        z.maxLength(searchLength, `Please use at most ${searchLength} characters`),
      ),
  ),
};
export type EventFilters = { [Name in keyof typeof eventFilters]?: z.output<(typeof eventFilters)[Name]> };

const limits = [perAccount('event-registration', 60, 600)];

export const liveEventRoutes = {
  'GET /api/v1/live-events/': endpoint({
    row: 'API-20',
    summary: 'List upcoming events by their begin, or past ones, newest first',
    access: 'anyone',
    query: z.object({ ...eventFilters, ...paging }),
    response: listOf(liveEventCard),
  }),

  'GET /api/v1/live-events/{idOrSlug}/': endpoint({
    row: 'API-20',
    summary: 'Get an event by its id or slug',
    access: 'anyone',
    response: liveEvent,
    errors: ['EVENT_NOT_FOUND'],
  }),

  'POST /api/v1/live-events/{liveEventId}/register/': endpoint({
    row: 'API-20',
    summary: 'Register for an event, or join its wait-list; a repeated request returns the registration',
    access: 'verified',
    limits,
    body: z.strictObject({
      /** `true` joins the wait-list when the event is full. */
      joinWaitlist: z.optional(z.boolean({ error: 'join_waitlist is true or false' })),
    }),
    response: z.extend(eventRegistration, { isExisting: z.boolean() }),
    errors: ['EVENT_NOT_FOUND', 'EVENT_CANCELLED', 'EVENT_FULL', 'REGISTRATION_CLOSED'],
  }),

  'POST /api/v1/live-events/{liveEventId}/accept-offer/': endpoint({
    row: 'API-20',
    summary: 'Take the seat that is offered to the first person on the wait-list',
    access: 'verified',
    limits,
    body: z.strictObject({}),
    response: eventRegistration,
    errors: ['EVENT_NOT_FOUND', 'INVALID_STATE'],
  }),

  'POST /api/v1/live-events/{liveEventId}/cancel-registration/': endpoint({
    row: 'API-20',
    summary: 'Cancel a registration or leave the wait-list, before the event begins',
    access: 'verified',
    limits,
    body: z.strictObject({}),
    response: eventRegistration,
    errors: ['EVENT_NOT_FOUND', 'INVALID_STATE'],
  }),

  'POST /api/v1/live-events/{liveEventId}/feedback/': endpoint({
    row: 'API-20',
    summary: 'Answer the two questions after an event; a second answer replaces the first',
    access: 'verified',
    limits,
    body: z.strictObject({
      /** How useful it was, from 1 to 5. */
      rating: z
        .int({ error: 'Please choose a number from 1 to 5' })
        .check(
          z.minimum(1, 'Please choose a number from 1 to 5'),
          z.maximum(5, 'Please choose a number from 1 to 5'),
        ),
      /** What we should do better. */
      suggestion: z._default(
        z.string().check(z.overwrite(formatParagraphs), z.maxLength(1000, tooLongText(1000))),
        '',
      ),
    }),
    response: eventRegistration,
    errors: ['EVENT_NOT_FOUND', 'INVALID_STATE'],
  }),
};
