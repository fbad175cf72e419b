import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { userResponse } from './user.ts';

/** Verifying the email of the signed-in person. */
export const emailVerificationRoutes = {
  'POST /api/v1/user/email-verification/request/': endpoint({
    row: 'C-22',
    summary: 'Send a code to the signed-in person’s unverified email',
    access: 'verified',
    limits: [perAccount('email-code-request', 60, 3600)],
    response: z.object({
      /** The address that the code was sent to. */
      email: z.string(),
    }),
    errors: ['EMAIL_ALREADY_VERIFIED'],
  }),

  'POST /api/v1/user/email-verification/verify/': endpoint({
    row: 'C-22',
    summary:
      'Verify the email with the code. An email that another account has verified is rejected only here',
    access: 'verified',
    limits: [perAccount('email-code-verify', 30, 300)],
    body: z.object({
      code: z
        .string({ error: 'Enter the 6 digits of the code' })
        .check(z.regex(/^[0-9]{6}$/, 'Enter the 6 digits of the code')),
    }),
    response: userResponse,
    errors: [
      'OTP_INVALID',
      'OTP_EXPIRED',
      'OTP_ALREADY_USED',
      'OTP_ATTEMPTS_EXCEEDED',
      'EMAIL_ALREADY_VERIFIED',
      'EMAIL_ALREADY_REGISTERED',
    ],
  }),
};
