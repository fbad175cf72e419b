import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';

/** A person's newest choice about offers and news. */
const offersConsent = z.object({
  isGranted: z.boolean(),
  /** The text that the person agreed to, or the text of today's checkbox. */
  wording: z.string(),
  grantedAt: z.nullable(instant),
  withdrawnAt: z.nullable(instant),
});

export type OffersConsent = z.output<typeof offersConsent>;

/** The optional checkbox of a form. Only `true` changes anything. */
export const acceptsOffers = z.optional(z.boolean({ error: 'accepts_offers is true or false' }));

export const offersConsentRoutes = {
  'POST /api/v1/user/offers-consent/': endpoint({
    row: 'API-50',
    summary: 'Agree to offers and news, or withdraw that consent; both are stored with wording and time',
    access: 'signed-in',
    limits: [perAccount('offers-consent', 30, 3600)],
    body: z.strictObject({ isGranted: z.boolean({ error: 'is_granted is true or false' }) }),
    response: offersConsent,
  }),
};
