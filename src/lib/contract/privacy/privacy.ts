import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { perAccount } from '#lib/contract/core/limits.ts';

/** A request about one's own data: it has no fields, and its response has none. */
const ownRequest = { access: 'signed-in', body: z.strictObject({}), response: z.object({}) } as const;
const deletionLimits = [perAccount('deletion', 20, 3600)];

/** A person's own data: a copy of it and the end of the account, which need an OTP of the last ten minutes, and a consent. */
export const privacyRoutes = {
  'POST /api/v1/user/data-export/': endpoint({
    ...ownRequest,
    row: 'C-20',
    summary: 'Ask for a copy of all own data; a link to it is sent when it is ready',
    limits: [perAccount('data-export', 20, 3600)],
    errors: ['REAUTH_REQUIRED'],
  }),

  'POST /api/v1/user/deletion/request/': endpoint({
    ...ownRequest,
    row: 'C-20',
    summary: 'Delete the account in seven days; a repeated request changes nothing',
    limits: deletionLimits,
    errors: ['REAUTH_REQUIRED', 'INVALID_STATE'],
  }),

  'POST /api/v1/user/deletion/cancel/': endpoint({
    ...ownRequest,
    row: 'C-20',
    summary: 'Keep the account that is to be deleted',
    limits: deletionLimits,
    errors: ['INVALID_STATE'],
  }),

  'POST /api/v1/user/moonshot-consent/withdraw/': endpoint({
    ...ownRequest,
    row: 'API-40',
    summary: 'Withdraw the consent to Moonshot: the details are deleted and open applications are withdrawn',
    limits: deletionLimits,
  }),
};
