import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { listOf, paging } from '#lib/contract/core/list.ts';
import { optionalText } from '#lib/contract/core/optional-text.ts';
import { certificateStatusLabels } from '#lib/domain/certificates/certificate.ts';
import { isPrintable, printableNames } from '#lib/domain/certificates/printable-text.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText, tooLongText } from '#lib/domain/core/text.ts';

/** How often the link was opened, and from where. */
export const certificateVisits = z.object({
  total: z.number(),
  thisMonth: z.number(),
  /** The five hosts with the most visits; an empty host is a visit without a source. */
  sources: z.array(z.object({ host: z.string(), visits: z.number() })),
});

/** A certificate as its holder sees it. */
export const ownCertificate = z.object({
  id: z.string(),
  shortUuid: z.string(),
  title: z.string(),
  batchName: z.nullable(z.string()),
  holderName: z.string(),
  issuedOn: z.string(),
  status: z.enum(keysOf(certificateStatusLabels)),
  statusLabel: z.string(),
  /** Whether the holder can hide it, or show it again. */
  canHide: z.boolean(),
  canShow: z.boolean(),
  /** The name that the holder has asked for; null without an open request. */
  requestedName: z.nullable(z.string()),
  /** Why the last request was rejected; null otherwise. */
  answer: z.nullable(z.string()),
  /** Whether the portfolio lists it, once it is valid and not hidden. */
  isInPortfolio: z.boolean(),
  visits: certificateVisits,
});
export type OwnCertificate = z.output<typeof ownCertificate>;

const nameMessage = 'Please enter the name as it is to be printed';
const route = { row: 'API-52', access: 'verified' } as const;
const limits = [perAccount('own-certificates', 60, 600)];

export const ownCertificateRoutes = {
  'GET /api/v1/certificates/': endpoint({
    ...route,
    summary:
      'List the caller’s certificates, the newest first; those of the verified number and email are claimed',
    query: z.object(paging),
    response: listOf(ownCertificate),
  }),

  'POST /api/v1/certificates/{certificateId}/visibility/': endpoint({
    ...route,
    limits,
    summary: 'Hide an own certificate from everybody, or show it again',
    body: z.strictObject({ isHidden: z.boolean({ error: 'is_hidden is true or false' }) }),
    response: ownCertificate,
    errors: ['CERTIFICATE_NOT_FOUND', 'INVALID_STATE'],
  }),

  'POST /api/v1/certificates/{certificateId}/portfolio/': endpoint({
    ...route,
    limits,
    summary: 'Add an own certificate to the portfolio, or remove it from there',
    body: z.strictObject({ isInPortfolio: z.boolean({ error: 'is_in_portfolio is true or false' }) }),
    response: ownCertificate,
    errors: ['CERTIFICATE_NOT_FOUND'],
  }),

  'POST /api/v1/certificates/{certificateId}/request-name/': endpoint({
    ...route,
    limits,
    summary: 'Ask for another spelling of the name; a second request replaces the first',
    body: z.strictObject({
      holderName: z
        .string({ error: nameMessage })
        .check(
          z.overwrite(formatTrimmedText),
          z.minLength(1, nameMessage),
          z.maxLength(80, tooLongText(80)),
          z.refine(isPrintable, `We can print ${printableNames}. Please write it in one of these.`),
        ),
      /** Why, for staff. */
      note: z.optional(optionalText(500)),
    }),
    response: ownCertificate,
    errors: ['CERTIFICATE_NOT_FOUND', 'INVALID_STATE'],
  }),
};
