import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { newOffer } from '#lib/contract/hiring/offer-schemas.ts';
import { staffApplication } from './applications.ts';
import { optionalText } from './list.ts';

export const staffOfferRoutes = {
  'POST /api/v1/staff/job-applications/{jobApplicationId}/offer/': endpoint({
    row: 'API-42',
    summary: 'Make the candidate an offer, or replace the one that they have; they are notified',
    access: 'staff',
    body: z.extend(newOffer, {
      /** Shown to the candidate. */
      publicNote: z.optional(optionalText(1000)),
      /** Shown to staff only. */
      privateNote: z.optional(optionalText(2000)),
    }),
    response: z.extend(staffApplication, { isExisting: z.boolean() }),
    errors: ['STALE_WRITE', 'INVALID_STATE'],
  }),

  'POST /api/v1/staff/offers/{offerId}/mark-read/': endpoint({
    row: 'API-42',
    summary: 'Take the answer to an offer off Today; repeating it changes nothing',
    access: 'staff',
    body: z.strictObject({}),
    response: z.object({}),
  }),
};
