import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { perAccount } from '#lib/contract/core/limits.ts';

/** A person's own data: a copy of it and the end of the account, which need an OTP of the last ten minutes, and a consent. */
export const privacyRoutes = {
  'POST /api/v1/user/data-export/': endpoint({
    row: 'C-20',
    summary: 'Ask for a copy of all own data; a link to it is sent when it is ready',
    access: 'signed-in',
    limits: [perAccount('data-export', 20, 3600)],
    body: z.strictObject({}),
    response: z.object({}),
    errors: ['REAUTH_REQUIRED'],
  }),

  'POST /api/v1/user/deletion/request/': endpoint({
    row: 'C-20',
    summary: 'Delete the account in seven days; a repeated request changes nothing',
    access: 'signed-in',
    limits: [perAccount('deletion', 20, 3600)],
    body: z.strictObject({}),
    response: z.object({}),
    errors: ['REAUTH_REQUIRED', 'INVALID_STATE'],
  }),

  'POST /api/v1/user/deletion/cancel/': endpoint({
    row: 'C-20',
    summary: 'Keep the account that is to be deleted',
    access: 'signed-in',
    limits: [perAccount('deletion', 20, 3600)],
    body: z.strictObject({}),
    response: z.object({}),
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/user/moonshot-consent/withdraw/': endpoint({
    row: 'API-40',
    summary: 'Withdraw the consent to Moonshot: the details are deleted and open applications are withdrawn',
    access: 'signed-in',
    limits: [perAccount('deletion', 20, 3600)],
    body: z.strictObject({}),
    response: z.object({}),
  }),
};
