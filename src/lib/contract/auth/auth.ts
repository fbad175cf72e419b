import * as z from 'zod/mini';
import {
  otpIssued,
  otpProof,
  otpProofErrors,
  otpRequest,
  otpRequestErrors,
  userAnswer,
} from '#lib/contract/account/user.ts';
import { endpoint, type Limit } from '#lib/contract/core/endpoint.ts';
import { countryIsoCode, email, firstName, lastNameText, phone } from '#lib/contract/core/fields.ts';
import { products } from '#lib/domain/account/profiles.ts';

/** What tells whether a number has an account shares one budget, so that no call is a cheaper oracle (C-27). */
const enumeration: Limit = { bucket: 'enumeration', max: 60, windowSeconds: 3600 };

export const authRoutes = {
  'POST /api/v1/auth/user-exists/': endpoint({
    row: 'API-14',
    summary: 'Whether a verified account has this number',
    access: 'public',
    limits: [{ bucket: 'user-exists', max: 10, windowSeconds: 60 }, enumeration],
    body: z.object({ countryIsoCode, phone }),
    response: z.object({ userExists: z.boolean() }),
    errors: ['PHONE_INVALID', 'COUNTRY_NOT_SUPPORTED'],
  }),

  'POST /api/v3/auth/register/': endpoint({
    row: 'API-10',
    summary: 'Open an account and a session; the number is owned only once it is verified',
    access: 'anyone',
    limits: [{ bucket: 'register', max: 10, windowSeconds: 3600 }, enumeration],
    body: z.object({
      firstName,
      /** Absent means empty (FORM-07). */
      lastName: z._default(lastNameText, ''),
      email,
      countryIsoCode,
      phone,
      /** Whose page the person signed up on; `cap` makes a CAP_CANDIDATE. */
      product: z.optional(z.enum(products, { error: 'Choose moonshot or cap' })),
    }),
    response: z.extend(userAnswer, { isExisting: z.boolean() }),
    errors: [
      'PHONE_INVALID',
      'COUNTRY_NOT_SUPPORTED',
      'PHONE_ALREADY_REGISTERED',
      'EMAIL_ALREADY_REGISTERED',
    ],
  }),

  'POST /api/v1/auth/login/request-otp/': endpoint({
    row: 'API-11',
    summary: 'Send a login code to a verified number',
    access: 'public',
    limits: [{ bucket: 'request-otp', max: 20, windowSeconds: 600 }, enumeration],
    body: z.object({ ...otpRequest, countryIsoCode, phone }),
    response: otpIssued,
    errors: [...otpRequestErrors, 'USER_NOT_FOUND'],
  }),

  'POST /api/v1/auth/login/verify-otp/': endpoint({
    row: 'API-12',
    summary: 'Sign in with the code',
    access: 'anyone',
    limits: [{ bucket: 'verify-otp', max: 30, windowSeconds: 300 }],
    body: otpProof,
    response: userAnswer,
    errors: otpProofErrors,
  }),

  'POST /api/v1/auth/logout/': endpoint({
    row: 'API-13',
    summary: 'End this session; a second time is fine',
    access: 'public',
    response: z.object({}),
  }),
};
