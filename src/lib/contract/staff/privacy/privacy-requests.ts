import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';

const contact = z.string({ error: 'Enter an email or a mobile number.' }).check(z.maxLength(254));
/** Rows by table. */
const counts = z.record(z.string(), z.number());

/** What admins do when somebody without an account asks about their data. An answer needs an OTP of the last ten minutes. */
export const staffPrivacyRoutes = {
  'POST /api/v1/staff/privacy/export/': endpoint({
    row: 'C-39',
    summary: 'Export every row that mentions an email or a number, for its owner, who has no account',
    access: 'staff',
    body: z.strictObject({ contact }),
    response: z.object({ json: z.string() }),
    errors: ['PERMISSION_DENIED', 'REAUTH_REQUIRED', 'INVALID_STATE'],
  }),

  'POST /api/v1/staff/privacy/erase/': endpoint({
    row: 'C-39',
    summary: 'Erase every row that mentions an email or a number whose owner has no account',
    access: 'staff',
    body: z.strictObject({
      contact,
      /** How many rows the preview showed; with another number nothing is erased. */
      rows: z.number({ error: 'rows is a number' }),
    }),
    response: z.object({ counts }),
    errors: ['PERMISSION_DENIED', 'REAUTH_REQUIRED', 'INVALID_STATE', 'STALE_WRITE'],
  }),
};
