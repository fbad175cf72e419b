import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { certificateVisitLimits } from '#lib/contract/core/limits.ts';
import { catalogTypes } from '#lib/domain/catalog/programs.ts';
import { certificateKindLabels } from '#lib/domain/certificates/certificate.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { tooLongText } from '#lib/domain/core/text.ts';

const signatory = z.object({ name: z.string(), role: z.string() });

/** What every known certificate shows. Days are `2026-05-31`, addresses are complete. */
const knownCertificate = {
  id: z.string(),
  /** The id that people quote: 12 characters. */
  shortUuid: z.string(),
  statusLabel: z.string(),
  issuedOn: z.string(),
  issuer: z.object({ name: z.string(), url: z.string(), logo: z.string() }),
  /** The page that shows it. */
  verifyUrl: z.string(),
  /** The picture that other sites show beside a link, of 1200 × 630 px. Its address changes with the certificate. */
  ogImageUrl: z.string(),
};

/** A certificate whose holder shows it to nobody. It confirms nothing. */
const hiddenCertificate = z.object({ status: z.literal('HIDDEN'), ...knownCertificate });

/** A certificate with everything that it prints. */
const shownCertificate = z.object({
  /** EXPIRED follows from `expiresOn`. */
  status: z.enum(['ISSUED', 'EXPIRED', 'REVOKED', 'REPLACED']),
  ...knownCertificate,
  title: z.string(),
  kind: z.enum(keysOf(certificateKindLabels)),
  /** The name as it was at issue, or as it was corrected. */
  holderName: z.string(),
  programType: z.nullable(z.enum(catalogTypes)),
  programTitle: z.string(),
  batchName: z.nullable(z.string()),
  description: z.string(),
  /** What the holder had to do. */
  criteria: z.string(),
  skills: z.array(z.string()),
  hours: z.nullable(z.number()),
  grade: z.nullable(z.string()),
  completedOn: z.nullable(z.string()),
  /** The last day on which it is valid; null for ever. */
  expiresOn: z.nullable(z.string()),
  signatories: z.array(signatory),
  /** The certificate as a picture, the one of `ogImageUrl`. */
  imageUrl: z.string(),
  pdfUrl: z.string(),
  /** The certificate as a signed Open Badges 3.0 credential. */
  credentialUrl: z.string(),
  /** The form of LinkedIn for a new certification, filled in. */
  linkedinAddUrl: z.string(),
  revokedAt: z.nullable(instant),
  revocationReason: z.nullable(z.string()),
  /** The certificate that took its place. */
  replacedByShortUuid: z.nullable(z.string()),
  /** Rises with each correction and change of status. */
  version: z.number(),
});

/** A public certificate, by its status. */
export const certificate = z.discriminatedUnion('status', [hiddenCertificate, shownCertificate]);

export type Certificate = z.output<typeof certificate>;
export type ShownCertificate = z.output<typeof shownCertificate>;

export const certificateRoutes = {
  'GET /api/v1/public/certificates/{certificateIdOrShortUuid}/': endpoint({
    row: 'API-52',
    summary: 'Get a certificate by its id or its 12 characters, in every state',
    access: 'public',
    response: certificate,
    errors: ['CERTIFICATE_NOT_FOUND'],
  }),

  'POST /api/v1/public/certificates/{shortUuid}/visits/': endpoint({
    row: 'API-52',
    summary: 'Count a visit of a certificate’s page; every id gets the same response',
    access: 'anyone',
    limits: certificateVisitLimits,
    body: z.strictObject({
      /** The host of the page that had the link; null without one. */
      sourceHost: z.nullable(z.string().check(z.maxLength(255, tooLongText(255)))),
    }),
    response: z.object({}),
  }),
};
