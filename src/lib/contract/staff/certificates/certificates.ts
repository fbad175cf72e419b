import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { maxLength } from '#lib/contract/core/fields.ts';
import { listOf } from '#lib/contract/core/list.ts';
import { certificateKindLabels } from '#lib/domain/certificates/certificate.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { csvBody, csvOutcome, maxCsvBytes, optionalText, staffPaging, staffSearch } from '../list.ts';
import { confirmedFingerprint } from '../message-preview.ts';
import {
  certificateInput,
  holderName,
  reason,
  rosterInput,
  staffCertificate,
  staffCertificateCard,
  staffCertificateStatus,
} from './certificate-schemas.ts';

const route = { row: 'API-52', access: 'staff' } as const;

const listQuery = z.object({
  status: z.optional(staffCertificateStatus),
  kind: z.optional(z.enum(keysOf(certificateKindLabels), { error: 'Unknown kind' })),
  /** The 12 characters, or the beginning of words of the holder’s name. */
  search: staffSearch,
  ...staffPaging,
});
export type StaffCertificateQuery = z.output<typeof listQuery>;

/**
 * People who took part in something: of an event those who attended, of a programme's batch (`PROGRAM`) and of a training batch
 * (`BATCH`) those who completed it.
 */
const rosterSource = z.enum(['EVENT', 'PROGRAM', 'BATCH'], { error: 'Choose an event or a batch' });
export type RosterSource = z.output<typeof rosterSource>;

/** Certificates, for staff. Every change informs the holder after ten seconds, in which it can be undone. */
export const staffCertificateRoutes = {
  'GET /api/v1/staff/certificates/': endpoint({
    ...route,
    summary: 'List certificates, the newest first',
    query: listQuery,
    response: listOf(staffCertificateCard),
  }),

  'GET /api/v1/staff/certificates/{certificateId}/': endpoint({
    ...route,
    summary: 'Get a certificate with its history',
    response: staffCertificate,
    errors: ['CERTIFICATE_NOT_FOUND'],
  }),

  'POST /api/v1/staff/certificates/issue/': endpoint({
    ...route,
    summary: 'Issue a certificate; a repetition returns the first',
    body: z.strictObject({
      values: certificateInput,
      /** Issues it though the holder has one of the same title. */
      allowsSimilar: z.boolean(),
    }),
    response: z.extend(staffCertificate, { isExisting: z.boolean() }),
    errors: ['ALREADY_EXISTS'],
  }),

  'POST /api/v1/staff/certificates/import/': endpoint({
    ...route,
    summary: 'Issue the certificates of a CSV file, or preview it',
    maxBodyBytes: maxCsvBytes,
    maxTextLength: maxCsvBytes,
    body: csvBody,
    response: csvOutcome,
    errors: ['STALE_WRITE'],
  }),

  'POST /api/v1/staff/certificates/issue-roster/': endpoint({
    ...route,
    summary: 'Issue a certificate to everybody who attended an event or completed a batch, or preview it',
    body: z.strictObject({
      source: rosterSource,
      sourceId: z.string().check(z.minLength(1, 'Choose an event or a batch'), maxLength(80)),
      values: rosterInput,
      isPreview: z.boolean(),
      fingerprint: confirmedFingerprint,
    }),
    response: csvOutcome,
    errors: ['NOT_FOUND', 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/certificates/{certificateId}/revoke/': endpoint({
    ...route,
    summary: 'Revoke a certificate; its page shows the reason',
    body: z.strictObject({ reason, privateNote: z.optional(optionalText(500)) }),
    response: staffCertificate,
    errors: ['CERTIFICATE_NOT_FOUND', 'INVALID_STATE'],
  }),

  'POST /api/v1/staff/certificates/{certificateId}/correct/': endpoint({
    ...route,
    summary: 'Correct the name on a certificate, which makes a new version under the same link',
    body: z.strictObject({
      holderName,
      /** The open request that staff have read, null for none; the corrected name unless given. */
      requestedName: z.optional(z.nullable(holderName)),
      privateNote: z.optional(optionalText(500)),
    }),
    response: staffCertificate,
    errors: ['CERTIFICATE_NOT_FOUND', 'INVALID_STATE', 'STALE_WRITE'],
  }),

  'POST /api/v1/staff/certificates/{certificateId}/reject-name/': endpoint({
    ...route,
    summary: 'Reject the holder’s request for another name, with the reason that the holder reads',
    body: z.strictObject({ reason }),
    response: staffCertificate,
    errors: ['CERTIFICATE_NOT_FOUND', 'INVALID_STATE'],
  }),

  'POST /api/v1/staff/certificates/{certificateId}/replace/': endpoint({
    ...route,
    summary: 'Replace a certificate by a new one, to which the old link leads',
    body: z.strictObject({ values: certificateInput, reason }),
    response: staffCertificate,
    errors: ['CERTIFICATE_NOT_FOUND', 'INVALID_STATE'],
  }),
};
