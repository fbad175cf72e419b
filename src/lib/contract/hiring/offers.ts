import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedLines, formatTrimmedText } from '#lib/domain/core/text.ts';
import { declineReasons } from '#lib/domain/hiring/offers/offer.ts';
import { jobApplication } from './job-applications.ts';

/**
 * The version that the candidate has read; the column is an int4. The server returns STALE_WRITE when the employer has changed
 * the offer.
 */
const version = z
  .int({ error: 'Please send the version of the offer' })
  .check(z.minimum(1), z.maximum(2_147_483_647));

const optionalNote = z.optional(
  z.nullable(
    z.pipe(
      z.string({ error: 'Please enter text' }).check(z.overwrite(formatTrimmedLines), maxLength(1000)),
      z.transform((text) => text || null),
    ),
  ),
);

const limits = [perAccount('application', 300, 600)];
const errors = ['STALE_WRITE', 'OFFER_EXPIRED', 'INVALID_STATE'] as const;

export const offerRoutes = {
  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/accept-offer/': endpoint({
    row: 'API-42',
    summary: 'Accept the offer; a repeated request changes nothing',
    access: 'verified',
    limits,
    body: z.strictObject({
      version,
      /** The candidate types it as a signature. */
      name: z
        .string({ error: 'Type your full name to accept' })
        .check(
          z.overwrite(formatTrimmedText),
          z.minLength(2, 'Type your full name to accept'),
          maxLength(100),
        ),
    }),
    response: jobApplication,
    errors,
  }),

  'POST /api/v1/moonshot/job-applications/{jobApplicationId}/decline-offer/': endpoint({
    row: 'API-42',
    summary: 'Decline the offer, which ends the application; a repeated request changes nothing',
    access: 'verified',
    limits,
    body: z.strictObject({
      version,
      reason: z.enum(keysOf(declineReasons), { error: 'Please choose a reason' }),
      /** Only staff can read it. */
      note: optionalNote,
    }),
    response: jobApplication,
    errors,
  }),
};
