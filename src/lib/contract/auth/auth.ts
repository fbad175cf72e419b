import * as z from 'zod/mini';
import { acceptsOffers } from '#lib/contract/account/offers-consent.ts';
import { userResponse } from '#lib/contract/account/user.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { countryIsoCode, email, firstName, lastNameText, otp, phone } from '#lib/contract/core/fields.ts';
import {
  enumerationLimits,
  registerLimits,
  requestOtpLimits,
  userExistsLimits,
  verifyOtpLimits,
} from '#lib/contract/core/limits.ts';
import { products } from '#lib/domain/account/profiles.ts';
import { deliveryMedia } from '#lib/domain/auth/otp-policy.ts';

/** The id of an OTP that we issued. Any other format is rejected before the database is queried. [C-15] */
const otpId = z.uuid({ error: 'Please request a new OTP' });
/** `sms` or `voice_call`, read in either case. [API-16] */
const deliveryMedium = z.pipe(
  z
    .string({ error: 'Choose sms or voice_call' })
    .check(z.regex(/^(sms|voice_call)$/i, 'Choose sms or voice_call'), z.toUpperCase()),
  z.enum(deliveryMedia),
);

/** The fields that both requests for an OTP take. */
export const requestOtpBody = {
  resend: z._default(z.boolean({ error: 'resend must be true or false' }), false),
  /** Only a hint: it neither raises a limit nor invalidates another OTP. [C-15] */
  previousOtpId: z._default(z.nullable(otpId), null),
  deliveryMedium: z.prefault(deliveryMedium, 'sms'),
};

export const requestOtpResponse = z.object({ otpId: z.string() });

/** The errors that both requests for an OTP may return. */
export const requestOtpErrors = [
  'PHONE_INVALID',
  'COUNTRY_NOT_SUPPORTED',
  'OTP_RESEND_TOO_SOON',
  'OTP_SEND_LIMIT',
  'OTP_DELIVERY_FAILED',
  'OTP_DELIVERY_PAUSED',
  'VOICE_NOT_AVAILABLE',
  'ACCOUNT_LOCKED',
] as const satisfies readonly ErrorCode[];

/** The body of both checks of an OTP. Any text is an `otpId` here: an unknown id and a malformed one get the same error. [C-07] */
export const verifyOtpBody = z.object({
  otpId: z.string({ error: 'Please request a new OTP' }).check(z.maxLength(64)),
  otp,
});

/** The errors that both checks of an OTP may return. */
export const verifyOtpErrors = [
  'OTP_INVALID',
  'OTP_EXPIRED',
  'OTP_ALREADY_USED',
  'OTP_SUPERSEDED',
  'OTP_ATTEMPTS_EXCEEDED',
  'ACCOUNT_LOCKED',
  'ACCOUNT_DISABLED',
] as const satisfies readonly ErrorCode[];

export const authRoutes = {
  'POST /api/v1/auth/user-exists/': endpoint({
    row: 'API-14',
    summary: 'Check whether a verified account has this number',
    access: 'public',
    limits: [...userExistsLimits, ...enumerationLimits],
    body: z.object({ countryIsoCode, phone }),
    response: z.object({ userExists: z.boolean() }),
    errors: ['PHONE_INVALID', 'COUNTRY_NOT_SUPPORTED'],
  }),

  'POST /api/v3/auth/register/': endpoint({
    row: 'API-10',
    summary: 'Create an account and a session; the number belongs to the account only after it is verified',
    access: 'anyone',
    limits: [...registerLimits, ...enumerationLimits],
    body: z.object({
      firstName,
      /** An empty text when absent. [FORM-07] */
      lastName: z._default(lastNameText, ''),
      email,
      countryIsoCode,
      phone,
      /** The product on whose page the person signed up. `cap` creates a CAP_CANDIDATE profile. */
      product: z.optional(z.enum(products, { error: 'Choose moonshot or cap' })),
      /** Whether the box for offers is ticked. Registering again without it withdraws the consent. */
      acceptsOffers,
    }),
    response: z.extend(userResponse, { isExisting: z.boolean() }),
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
    limits: [...requestOtpLimits, ...enumerationLimits],
    body: z.object({ ...requestOtpBody, countryIsoCode, phone }),
    response: requestOtpResponse,
    errors: [...requestOtpErrors, 'USER_NOT_FOUND'],
  }),

  'POST /api/v1/auth/login/verify-otp/': endpoint({
    row: 'API-12',
    summary: 'Log in with the code',
    access: 'anyone',
    limits: verifyOtpLimits,
    body: verifyOtpBody,
    response: userResponse,
    errors: verifyOtpErrors,
  }),

  'POST /api/v1/auth/logout/': endpoint({
    row: 'API-13',
    summary: 'End this session; a repeated request succeeds too',
    access: 'public',
    response: z.object({}),
  }),
};
