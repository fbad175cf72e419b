import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { optionalText, requiredText } from '#lib/contract/core/optional-text.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { nextStepCount } from '#lib/domain/hiring/mock-interviews/feedback.ts';
import { focusLabels } from '#lib/domain/hiring/mock-interviews/mock-interview-text.ts';
import { expertSlots, expertWithTimes, mockInterview } from './mock-interview-schemas.ts';

const slotId = z.uuid({ error: 'Please choose a time' });
const changes = [perAccount('mock-interview', 30, 3600)];

export const mockInterviewRoutes = {
  'GET /api/v1/interview-experts/': endpoint({
    row: 'APP-14',
    summary: 'List the experts for mock interviews with their next free times',
    access: 'public',
    response: z.object({ results: z.array(expertWithTimes) }),
  }),

  'GET /api/v1/interview-experts/{expertSlug}/slots/': endpoint({
    row: 'APP-14',
    summary: 'List the free times of an expert, by day of the reader’s time zone',
    access: 'anyone',
    response: expertSlots,
  }),

  'GET /api/v1/mock-interviews/': endpoint({
    row: 'APP-14',
    summary: 'List your mock interviews, the latest first',
    access: 'verified',
    query: z.object(paging),
    response: listOf(mockInterview),
  }),

  'GET /api/v1/mock-interviews/{mockInterviewId}/': endpoint({
    row: 'APP-14',
    summary: 'Get one of your mock interviews with its feedback',
    access: 'verified',
    response: mockInterview,
  }),

  'POST /api/v1/mock-interviews/book/': endpoint({
    row: 'APP-14',
    summary:
      'Book a mock interview; one open booking per person and programme. A repeated request returns it',
    access: 'verified',
    limits: changes,
    body: z.strictObject({
      expertSlug: z.string().check(z.regex(/^[a-z0-9-]{1,80}$/, 'Please choose an expert')),
      slotId,
      role: requiredText('Please enter the role that you prepare for', 120),
      focus: z
        .array(z.enum(keysOf(focusLabels), { error: 'Please choose from the list' }))
        .check(z.minLength(1, 'Please choose at least one'), z.maxLength(6, 'At most six')),
      resumeMediaId: z.optional(z.nullable(z.uuid({ error: 'Please choose a file' }))),
      portfolioSlug: z.optional(
        z.nullable(z.string().check(z.regex(/^[\w-]{1,80}$/, 'Please choose your portfolio'))),
      ),
      note: z.optional(optionalText(1000)),
    }),
    response: z.extend(mockInterview, { isExisting: z.boolean() }),
    errors: ['SLOT_TAKEN', 'SLOT_IN_PAST', 'SLOT_INVALID', 'ALREADY_EXISTS', 'PAYMENT_REQUIRED'],
  }),

  'POST /api/v1/mock-interviews/{mockInterviewId}/move/': endpoint({
    row: 'APP-14',
    summary: 'Move a mock interview to another free time of the expert, until 4 hours before',
    access: 'verified',
    limits: changes,
    body: z.strictObject({ slotId }),
    response: mockInterview,
    errors: [
      ...(['SLOT_TAKEN', 'SLOT_IN_PAST', 'SLOT_INVALID', 'PAYMENT_REQUIRED'] as const),
      ...(['TOO_LATE_TO_RESCHEDULE', 'INVALID_STATE'] as const),
    ],
  }),

  'POST /api/v1/mock-interviews/{mockInterviewId}/cancel/': endpoint({
    row: 'APP-14',
    summary: 'Cancel a mock interview until 4 hours before; a repeated request changes nothing',
    access: 'verified',
    limits: changes,
    body: z.strictObject({}),
    response: mockInterview,
    errors: ['TOO_LATE_TO_RESCHEDULE', 'INVALID_STATE'],
  }),

  'POST /api/v1/mock-interviews/{mockInterviewId}/next-steps/': endpoint({
    row: 'APP-14',
    summary: 'Tick off the next steps of the feedback; those not named are open again',
    access: 'verified',
    limits: [perAccount('next-steps', 120, 3600)],
    body: z.strictObject({
      /** Positions from 0. */
      done: z
        .array(z.int().check(z.minimum(0), z.maximum(nextStepCount - 1)))
        .check(z.maxLength(nextStepCount)),
    }),
    response: mockInterview,
    errors: ['INVALID_STATE'],
  }),
};
