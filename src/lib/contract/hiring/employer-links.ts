import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { email, maxLength } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import {
  employerAnswerLabels,
  employerLinkDays,
  employerLinkStatusLabels,
  maxSharedCandidates,
} from '#lib/domain/hiring/employer-links/employer-link.ts';

/** Links with which an employer's person sees candidates of one job, and the answers. */

export const employerReview = z.object({
  id: z.string(),
  applicationId: z.string(),
  /** The number of the application. */
  number: z.string(),
  candidateName: z.string(),
  /** Who was asked. */
  personName: z.string(),
  /** Null until the employer has answered. */
  answer: z.nullable(z.enum(keysOf(employerAnswerLabels))),
  note: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
  /** Increases with every answer. */
  version: z.number(),
  /** When staff marked this answer as read. */
  readAt: z.nullable(instant),
});
export type EmployerReview = z.output<typeof employerReview>;

export const employerLink = z.object({
  id: z.string(),
  jobId: z.string(),
  personName: z.string(),
  personEmail: z.string(),
  status: z.enum(keysOf(employerLinkStatusLabels)),
  statusLabel: z.string(),
  createdAt: instant,
  /** Null for a person whose account is deleted. */
  createdBy: z.nullable(z.string()),
  expiresAt: instant,
  revokedAt: z.nullable(instant),
  /** How many visits the page had, and when it was opened last. */
  openedCount: z.number(),
  lastOpenedAt: z.nullable(instant),
  /** The candidates in the order of the page. */
  reviews: z.array(employerReview),
});
export type EmployerLink = z.output<typeof employerLink>;

export const employerLinkRoutes = {
  'GET /api/v1/staff/jobs/{jobId}/employer-links/': endpoint({
    row: 'API-42',
    summary: 'List the links of a job with their candidates and answers, the latest link first',
    access: 'staff',
    response: z.object({ results: z.array(employerLink) }),
  }),

  'POST /api/v1/staff/jobs/{jobId}/employer-links/create/': endpoint({
    row: 'API-42',
    summary: 'Share candidates of a job with a person of the employer; only this response has the address',
    access: 'staff',
    body: z.strictObject({
      /** A new id for each link. A repeated request with the same id creates no second link. */
      requestId: z.uuid({ error: 'Please reload the page' }),
      personName: z
        .string({ error: 'Please enter the person’s name' })
        .check(
          z.overwrite(formatTrimmedText),
          z.minLength(1, 'Please enter the person’s name'),
          maxLength(80),
        ),
      personEmail: email,
      /** How many days the link works. */
      days: z
        .int({ error: `Enter a number of days from 1 to ${employerLinkDays.max}` })
        .check(
          z.minimum(1, 'At least 1 day'),
          z.maximum(employerLinkDays.max, `At most ${employerLinkDays.max} days`),
        ),
      /** The order of the page. */
      applicationIds: z
        .array(z.uuid({ error: 'Unknown application' }), { error: 'Choose at least one candidate' })
        .check(
          z.minLength(1, 'Choose at least one candidate'),
          z.maxLength(maxSharedCandidates, `Choose at most ${maxSharedCandidates} candidates`),
        ),
    }),
    response: z.object({
      link: employerLink,
      /** Null for a repeated request whose address was opened already. */
      url: z.nullable(z.string()),
      isExisting: z.boolean(),
    }),
  }),

  'POST /api/v1/staff/employer-links/{linkId}/revoke/': endpoint({
    row: 'API-42',
    summary: 'Revoke a link, so that it shows nothing any more; repeating it changes nothing',
    access: 'staff',
    body: z.strictObject({}),
    response: employerLink,
  }),

  'POST /api/v1/staff/employer-reviews/{reviewId}/mark-read/': endpoint({
    row: 'API-42',
    summary: 'Take an answer of an employer off Today; repeating it changes nothing',
    access: 'staff',
    body: z.strictObject({
      /** The version of the answer that was read. */
      version: z
        .int({ error: 'Please send the version that you read' })
        .check(z.minimum(1), z.maximum(2_147_483_646)),
    }),
    response: employerReview,
    errors: ['STALE_WRITE'],
  }),
};
