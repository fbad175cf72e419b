import * as z from 'zod/mini';
import { user, userResponse } from '#lib/contract/account/user.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { countryIsoCode, phone } from '#lib/contract/core/fields.ts';
import { perAccount, requestOtpLimits, verifyOtpLimits } from '#lib/contract/core/limits.ts';
import {
  requestOtpBody,
  requestOtpErrors,
  requestOtpResponse,
  verifyOtpBody,
  verifyOtpErrors,
} from './auth.ts';

/** Changing the number of the signed-in person, and verifying it with an OTP. */
export const phoneVerificationRoutes = {
  'PATCH /api/v2/user/change-phone/': endpoint({
    row: 'API-18',
    summary: 'Request a change of number. The old one stays valid for login until the new one is verified',
    access: 'signed-in',
    limits: [perAccount('change-phone', 10, 3600)],
    body: z.object({ countryIsoCode, phone }),
    response: z.object({ user }),
    errors: [
      'PHONE_INVALID',
      'COUNTRY_NOT_SUPPORTED',
      'PHONE_UNCHANGED',
      'PHONE_ALREADY_REGISTERED',
      'REAUTH_REQUIRED',
    ],
  }),

  'POST /api/v1/user/phone-verification/request-otp/': endpoint({
    row: 'API-16',
    summary: 'Send a code to the signed-in person’s unverified number',
    access: 'signed-in',
    limits: requestOtpLimits,
    body: z.object({
      ...requestOtpBody,
      countryIsoCode: z.optional(countryIsoCode),
      phone: z.optional(phone),
    }),
    response: requestOtpResponse,
    errors: [...requestOtpErrors, 'PHONE_MISMATCH', 'PHONE_ALREADY_VERIFIED', 'PHONE_ALREADY_REGISTERED'],
  }),

  'POST /api/v1/user/phone-verification/verify-otp/': endpoint({
    row: 'API-17',
    summary: 'Verify the number with the code',
    access: 'signed-in',
    limits: verifyOtpLimits,
    body: verifyOtpBody,
    response: userResponse,
    errors: [...verifyOtpErrors, 'PHONE_ALREADY_VERIFIED', 'PHONE_ALREADY_REGISTERED'],
  }),
};
