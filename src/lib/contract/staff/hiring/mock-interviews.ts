import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { listOfRows } from '#lib/contract/core/list.ts';
import { optionalText } from '#lib/contract/core/optional-text.ts';
import { mockInterviewStatus } from '#lib/contract/hiring/mock-interviews/mock-interview-schemas.ts';
import { person } from '../applications.ts';
import { staffPaging } from '../list.ts';

/** Experts, and the mock interviews that people book with them. */

export const staffExpert = z.object({
  id: z.string(),
  coachSlug: z.string(),
  coachName: z.string(),
  account: person,
  /** Free times in the future. */
  free: z.number(),
  /** Booked mock interviews in the future. */
  booked: z.number(),
});
export type StaffExpert = z.output<typeof staffExpert>;

export const staffMockInterview = z.object({
  id: z.string(),
  status: mockInterviewStatus,
  statusLabel: z.string(),
  candidate: person,
  expertId: z.string(),
  expertName: z.string(),
  slotId: z.string(),
  startsAt: instant,
  endsAt: instant,
  timeZone: z.string(),
  role: z.string(),
  bookedAt: instant,
  /** Null while the candidate has no feedback. */
  feedbackSharedAt: z.nullable(instant),
});
export type StaffMockInterview = z.output<typeof staffMockInterview>;

const listQuery = z.object({
  status: z.optional(z.enum(mockInterviewStatus.options, { error: 'Unknown status' })),
  expertId: z.optional(z.uuid({ error: 'Unknown expert' })),
  /** `FEEDBACK_DUE`: took place, and the candidate has no feedback. */
  missing: z.optional(z.enum(['RESULT_DUE', 'FEEDBACK_DUE'], { error: 'Unknown filter' })),
  ...staffPaging,
});
export type StaffMockInterviewsQuery = z.output<typeof listQuery>;

export const staffMockInterviewRoutes = {
  'GET /api/v1/staff/experts/': endpoint({
    row: 'APP-14',
    summary: 'List the experts for mock interviews',
    access: 'staff',
    response: z.object({ results: z.array(staffExpert) }),
  }),

  'POST /api/v1/staff/experts/create/': endpoint({
    row: 'USER-03',
    summary: 'Give the profile PREPPA_EXPERT to the owner of a verified number and link the coach',
    access: 'staff',
    body: z.strictObject({
      countryIsoCode: z.string(),
      phone: z.string({ error: 'Please enter a number' }),
      coachSlug: z.string().check(z.regex(/^[a-z0-9-]{1,80}$/, 'Please choose a coach')),
    }),
    response: staffExpert,
    errors: ['USER_NOT_FOUND', 'ALREADY_EXISTS', 'PHONE_INVALID', 'COUNTRY_NOT_SUPPORTED'],
  }),

  'POST /api/v1/staff/experts/{expertId}/remove/': endpoint({
    row: 'USER-03',
    summary: 'Remove the profile PREPPA_EXPERT and the free times; refused while interviews are booked',
    access: 'staff',
    body: z.strictObject({}),
    response: z.object({}),
    errors: ['INVALID_STATE'],
  }),

  'GET /api/v1/staff/mock-interviews/': endpoint({
    row: 'APP-14',
    summary: 'List mock interviews, the latest booking first',
    access: 'staff',
    query: listQuery,
    response: listOfRows(staffMockInterview),
  }),

  'POST /api/v1/staff/mock-interviews/{mockInterviewId}/move/': endpoint({
    row: 'APP-14',
    summary: 'Record the result of a mock interview, or cancel it for both; the candidate is told',
    access: 'staff',
    body: z.strictObject({
      action: z.enum(['COMPLETE', 'MISS', 'CANCEL'], { error: 'Please choose what to do' }),
      /** The candidate reads it. */
      publicNote: z.optional(optionalText(500)),
    }),
    response: staffMockInterview,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/staff/mock-interviews/{mockInterviewId}/reschedule/': endpoint({
    row: 'APP-14',
    summary: 'Move a mock interview to another free time of its expert; the candidate is told',
    access: 'staff',
    body: z.strictObject({ slotId: z.uuid({ error: 'Please choose a time' }) }),
    response: staffMockInterview,
    errors: ['SLOT_TAKEN', 'SLOT_IN_PAST', 'SLOT_INVALID', 'PAYMENT_REQUIRED', 'INVALID_STATE'],
  }),
};
