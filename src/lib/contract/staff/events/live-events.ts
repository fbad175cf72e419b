import * as z from 'zod/mini';
import { allowedAction } from '#lib/contract/core/allowed-action.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { instant, instantInput } from '#lib/contract/core/instant.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { catalogTypes } from '#lib/domain/catalog/programs.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';
import { eventKindLabels, eventModeLabels, eventStatusLabels } from '#lib/domain/events/event.ts';
import { eventActions } from '#lib/domain/events/event-flow.ts';
import { registrationStatusLabels } from '#lib/domain/events/registration-flow.ts';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';
import { optionalText, staffSearch } from '../list.ts';
import { confirmedFingerprint, messagePreview } from '../message-preview.ts';

/** Live events and their registrants, for staff. */

const line = (required: string, length: number) =>
  z
    .string({ error: required })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, required), maxLength(length));
const lines = z.array(line('Please enter text', 200)).check(z.maxLength(20, 'At most 20 lines'));
const when = instantInput('Please enter a day and a time');
const link = z.nullable(
  z.url({ protocol: /^https?$/, error: 'Please enter an address that begins with https://' }),
);

/** What staff write. The end is after the begin; `registrationClosesAt` is null for the begin. */
const eventValues = {
  title: line('Please enter a title', 120),
  kind: z.enum(keysOf(eventKindLabels), { error: 'Please choose a kind' }),
  programType: z.nullable(z.enum(catalogTypes, { error: 'Please choose a programme' })),
  summary: line('Please enter a summary', 300),
  /** Markdown. */
  description: z
    .string({ error: 'Please describe the event' })
    .check(z.trim(), z.minLength(1, 'Please describe the event'), maxLength(10_000)),
  takeaways: lines,
  agenda: lines,
  /** `Kavya Reddy, analytics lead, Thela Fresh`; a coach’s name brings the picture. */
  speakers: lines,
  startsAt: when,
  endsAt: when,
  timeZone: z.string().check(z.refine(isTimeZone, 'Please choose a time zone')),
  mode: z.enum(keysOf(eventModeLabels), { error: 'Please choose how it is held' }),
  venue: optionalText(300),
  joinUrl: link,
  capacity: z.nullable(
    z
      .int({ error: 'Please enter how many seats there are' })
      .check(z.minimum(1, 'At least one seat'), z.maximum(100_000, 'At most 100,000 seats')),
  ),
  registrationClosesAt: z.nullable(when),
  waitlistEnabled: z.boolean(),
  recordingUrl: link,
  slidesUrl: link,
  givesCertificate: z.boolean(),
};

const ownFile = z.strictObject({ mediaId: z.uuid({ error: 'Unknown file' }) });

export const eventInput = z.strictObject(eventValues);

export const staffEventCard = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  kind: z.enum(keysOf(eventKindLabels)),
  startsAt: instant,
  endsAt: instant,
  timeZone: z.string(),
  status: z.enum(keysOf(eventStatusLabels)),
  statusLabel: z.string(),
  capacity: z.nullable(z.number()),
  taken: z.number(),
  waiting: z.number(),
});

export const staffLiveEvent = z.extend(staffEventCard, {
  values: eventInput,
  previousStartsAt: z.nullable(instant),
  cancelReason: z.nullable(z.string()),
  /** Paths of the uploads. */
  coverImage: z.nullable(z.string()),
  slidesFile: z.nullable(z.string()),
  /** Sent back with an update. */
  version: z.number(),
  /** The answers after the event: how many, and their average. */
  feedback: z.object({
    count: z.number(),
    average: z.nullable(z.number()),
    suggestions: z.array(z.string()),
  }),
  allowedActions: z.array(allowedAction),
});

export const eventRegistrant = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.nullable(z.string()),
  status: z.enum(keysOf(registrationStatusLabels)),
  statusLabel: z.string(),
  registeredAt: instant,
  waitlistPosition: z.nullable(z.number()),
  offerExpiresAt: z.nullable(instant),
  rating: z.nullable(z.number()),
});

export type StaffEvent = z.output<typeof staffLiveEvent>;
export type StaffEventCard = z.output<typeof staffEventCard>;
export type EventRegistrant = z.output<typeof eventRegistrant>;

const staffEventStatuses = ['DRAFT', 'UPCOMING', 'PAST', 'OFF'] as const;

export const registrantsQuery = z.object({
  eventId: z.optional(z.uuid({ error: 'Unknown event' })),
  ...paging,
});

/** Names, numbers and mobile numbers begin or end with the text. */
const registrantsSearch = z.object({ search: staffSearch, ...paging });

export const staffEventRoutes = {
  'GET /api/v1/staff/events/': endpoint({
    row: 'API-20',
    summary: 'List events: drafts, upcoming, past, or postponed and cancelled ones',
    access: 'staff',
    query: z.object({
      when: z._default(z.enum(staffEventStatuses, { error: 'Unknown list' }), 'UPCOMING'),
      search: staffSearch,
      ...paging,
    }),
    response: listOf(staffEventCard),
  }),

  'GET /api/v1/staff/events/{eventId}/': endpoint({
    row: 'API-20',
    summary: 'Get an event with what staff have written',
    access: 'staff',
    response: staffLiveEvent,
    errors: ['EVENT_NOT_FOUND'],
  }),

  'GET /api/v1/staff/events/{eventId}/registrations/': endpoint({
    row: 'API-20',
    summary: 'List everybody who registered, waits or has left',
    access: 'staff',
    query: registrantsSearch,
    response: listOf(eventRegistrant),
    errors: ['EVENT_NOT_FOUND'],
  }),

  'POST /api/v1/staff/events/create/': endpoint({
    row: 'API-20',
    summary: 'Create a draft; one with the same title and begin is returned instead',
    access: 'staff',
    body: eventInput,
    response: z.extend(staffLiveEvent, { isExisting: z.boolean() }),
  }),

  'PATCH /api/v1/staff/events/{eventId}/update/': endpoint({
    row: 'API-20',
    summary:
      'Change some fields and inform whom that concerns; the times of a public event are changed by moving it, and a preview changes nothing',
    access: 'staff',
    body: z.strictObject({
      ...z.partial(z.object(eventValues)).shape,
      /** A public picture of one’s own; null removes it. */
      cover: z.optional(z.nullable(ownFile)),
      /** A public PDF of one’s own; null removes it. */
      slides: z.optional(z.nullable(ownFile)),
      version: z.int(),
      isPreview: z.optional(z.boolean()),
      fingerprint: confirmedFingerprint,
    }),
    response: z.extend(staffLiveEvent, { isPreview: z.boolean(), messages: messagePreview }),
    errors: ['EVENT_NOT_FOUND', 'STALE_WRITE', 'INVALID_STATE'],
  }),

  'POST /api/v1/staff/events/{eventId}/move/': endpoint({
    row: 'API-20',
    summary: 'Publish, postpone, move or cancel an event; a preview changes nothing',
    access: 'staff',
    body: z.strictObject({
      action: z.enum(keysOf(eventActions), { error: 'Unknown action' }),
      /** RESCHEDULE only. */
      startsAt: z.optional(when),
      endsAt: z.optional(when),
      /** The text to registrants; of a cancelled event also on its page. */
      publicNote: z.optional(optionalText(500)),
      /** CANCEL only: the event that takes its place. */
      replacedById: z.optional(z.nullable(z.uuid({ error: 'Unknown event' }))),
      /** `true` returns who would be informed, and changes nothing. */
      isPreview: z.boolean(),
      fingerprint: confirmedFingerprint,
    }),
    response: z.object({ isPreview: z.boolean(), messages: messagePreview, event: staffLiveEvent }),
    errors: ['EVENT_NOT_FOUND', 'INVALID_STATE', 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/events/{eventId}/attendance/': endpoint({
    row: 'API-20',
    summary: 'Mark who came, by id or by a list of numbers, emails and mobile numbers',
    access: 'staff',
    body: z.strictObject({
      /** Null removes the mark. */
      status: z.nullable(
        z.enum(['ATTENDED', 'NO_SHOW'], { error: 'Please choose attended or did not come' }),
      ),
      registrationIds: z.optional(
        z.array(z.uuid({ error: 'Unknown registration' })).check(z.maxLength(maxMoves)),
      ),
      /** One per line. */
      list: z.optional(z.string().check(z.maxLength(20_000, 'The list is too long'))),
    }),
    response: z.object({ changed: z.number(), unknown: z.array(z.string()) }),
    errors: ['EVENT_NOT_FOUND', 'INVALID_STATE'],
  }),
};
