import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { calendarDay, instantInput } from '#lib/contract/core/instant.ts';
import { listOf, listOfRows } from '#lib/contract/core/list.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { attemptChannelLabels, attemptOutcomeLabels, lostReasons } from '#lib/domain/leads/lead-attempt.ts';
import { leadMoves } from '#lib/domain/staff/lead-actions.ts';
import { leadFilter, leadSource, leadStatus, staffLead, staffLeadCard } from './lead-schemas.ts';
import { csvBody, csvOutcome, maxCsvBytes, optionalText, staffPaging, staffSearch } from './list.ts';

const isTrue = (name: string) => z.optional(z.enum(['true', 'false'], { error: `${name} is true or false` }));

const filters = {
  /** Without a status or search, only open leads. */
  status: z.optional(leadStatus),
  /** The id of a staff member, or `none`. */
  owner: z.optional(z.union([z.literal('none'), z.uuid()], { error: 'Unknown owner' })),
  /** Only those of the caller. */
  mine: isTrue('mine'),
  /** Only open ones whose due time is over. */
  late: isTrue('late'),
  /**
   * `today`: open and due by the end of the day in India. `first-class`: people with a confirmed seat in a batch that begins
   * within a week and whom nobody has talked to in that week.
   */
  due: z.optional(z.enum(['today', 'first-class'], { error: 'due is today or first-class' })),
  programSlug: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,80}$/, 'Unknown programme'))),
  source: z.optional(leadSource),
  /** The first and last day on which the lead was made, in India. */
  from: z.optional(calendarDay('Enter a day')),
  to: z.optional(calendarDay('Enter a day')),
  /** A reference, or the beginning of a name, email or phone number. */
  search: staffSearch,
};
export const leadsQuery = z.object({ ...filters, ...staffPaging });
export type LeadsQuery = z.output<typeof leadsQuery>;
export type LeadFilters = Omit<LeadsQuery, 'limit' | 'after'>;

const route = { row: 'API-53', access: 'staff' } as const;
const requiredText = (required: string, length: number) =>
  z
    .string({ error: required })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, required), maxLength(length));

export const staffLeadRoutes = {
  'GET /api/v1/staff/leads/': endpoint({
    ...route,
    summary: 'List leads, the one that is due first at the top',
    query: leadsQuery,
    response: listOfRows(staffLeadCard),
  }),

  'GET /api/v1/staff/leads/{leadId}/': endpoint({
    ...route,
    summary:
      'Get a lead with its requests, attempts and history; a merged one returns the lead that it is part of',
    response: staffLead,
  }),

  'POST /api/v1/staff/leads/import/': endpoint({
    ...route,
    summary: 'Add people of a CSV file to the leads; a row that was imported before changes nothing',
    maxBodyBytes: maxCsvBytes,
    maxTextLength: maxCsvBytes,
    body: csvBody,
    response: csvOutcome,
  }),

  'POST /api/v1/staff/leads/take-next/': endpoint({
    ...route,
    summary: 'Assign the open lead without an owner that is due first to the caller; null when there is none',
    body: z.strictObject({}),
    response: z.object({ lead: z.nullable(staffLead) }),
  }),

  'POST /api/v1/staff/leads/{leadId}/assign/': endpoint({
    ...route,
    summary: 'Give a lead to a staff member',
    body: z.strictObject({ ownerId: z.uuid({ error: 'Please choose a person' }) }),
    response: staffLead,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/leads/{leadId}/log-attempt/': endpoint({
    ...route,
    summary: 'Log a call or message and what came of it; the same attempt id counts once',
    body: z.strictObject({
      attemptId: z.optional(z.uuid({ error: 'Load the page again' })),
      channel: z.optional(z.enum(keysOf(attemptChannelLabels), { error: 'Please choose how' })),
      outcome: z.enum(keysOf(attemptOutcomeLabels), { error: 'Please choose what came of it' }),
      /** Needed with CALL_BACK_AT; otherwise the next call is due by the outcome. */
      callAt: z.optional(z.nullable(instantInput('Enter a day and a time for the next call'))),
      note: z.optional(optionalText(2000)),
    }),
    response: staffLead,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/leads/{leadId}/plan-call/': endpoint({
    ...route,
    summary:
      'Set the time of the next call without logging one; a lead without an owner becomes the caller’s',
    body: z.strictObject({ callAt: instantInput('Enter a day and a time for the next call') }),
    response: staffLead,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/leads/{leadId}/move/': endpoint({
    ...route,
    summary: 'Close a lead with its outcome, or reopen it; a repeated move changes nothing',
    body: z.strictObject({
      action: z.enum(keysOf(leadMoves), { error: 'Please choose what to do' }),
      reasonCode: z.optional(z.nullable(z.enum(keysOf(lostReasons), { error: 'Please choose a reason' }))),
      /** One of the person's enrolments; needed with CONVERT. */
      enrolmentId: z.optional(z.nullable(z.uuid({ error: 'Choose the enrolment of this person.' }))),
      note: z.optional(optionalText(2000)),
    }),
    response: staffLead,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/leads/{leadId}/note/': endpoint({
    ...route,
    summary: 'Add a note',
    body: z.strictObject({ text: requiredText('Please write a note', 2000) }),
    response: staffLead,
  }),

  'POST /api/v1/staff/leads/{leadId}/merge/': endpoint({
    ...route,
    summary: 'Merge another lead of the same person into this one; can be undone for half an hour',
    body: z.strictObject({ otherLeadId: z.uuid({ error: 'Choose another lead.' }) }),
    response: staffLead,
    errors: ['INVALID_STATE'],
  }),

  'GET /api/v1/staff/lead-filters/': endpoint({
    ...route,
    summary: 'List the caller’s saved lists',
    response: listOf(leadFilter),
  }),

  'POST /api/v1/staff/lead-filters/save/': endpoint({
    ...route,
    summary: 'Save a list by its filters for the caller; the same name replaces it',
    body: z.strictObject({
      name: requiredText('Enter a name for the list', 60),
      search: z.string().check(maxLength(500)),
    }),
    response: leadFilter,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/lead-filters/{filterId}/delete/': endpoint({
    ...route,
    summary: 'Delete a saved list of the caller',
    body: z.strictObject({}),
    response: z.object({}),
  }),
};
