import * as z from 'zod/mini';
import { avatar } from '#lib/contract/core/avatar.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { countryIsoCode, email, firstName, lastNameText, otp, phone } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { profileTypes } from '#lib/domain/account/profiles.ts';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';

/** USER-01. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  /** First and last name, joined. */
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** National digits, without the calling code. */
  phone: z.string(),
  countryIsoCode: z.string(),
  /** Calling code and number: `+919876543210`. */
  fullPhone: z.string(),
  isPhoneVerified: z.boolean(),
  dateJoined: instant,
  avatar: z.nullable(avatar),
  /** Proves the id to the chat service; null where no chat is configured. */
  intercomHash: z.nullable(z.string()),
  /** IANA; the country's default until the person chooses (APP-13). */
  timeZone: z.string(),
  notificationPreferences: z.object({ call: z.boolean(), email: z.boolean(), whatsapp: z.boolean() }),
});

/** USER-03. */
const userProfile = z.object({ type: z.enum(profileTypes), createdAt: instant });

export const userAnswer = z.object({ user, userProfiles: z.array(userProfile) });

/** A challenge's id as we issue them; anything else is refused before a look-up (C-15). */
const otpId = z.uuid({ error: 'Please request a new OTP' });
const deliveryMedium = z.enum(['SMS', 'VOICE_CALL'], { error: 'Choose SMS or VOICE_CALL' });

export const otpRequest = {
  resend: z._default(z.boolean({ error: 'resend must be true or false' }), false),
  /** A hint only: never widens or ends anything (C-15). */
  previousOtpId: z._default(z.nullable(otpId), null),
  deliveryMedium: z._default(deliveryMedium, 'SMS'),
};

export const otpIssued = z.object({ otpId: z.string() });

/** What every call that sends a code may answer. */
export const otpRequestErrors = [
  'PHONE_INVALID',
  'COUNTRY_NOT_SUPPORTED',
  'OTP_RESEND_TOO_SOON',
  'OTP_SEND_LIMIT',
  'OTP_DELIVERY_FAILED',
  'OTP_DELIVERY_PAUSED',
  'VOICE_NOT_AVAILABLE',
  'ACCOUNT_LOCKED',
] as const satisfies readonly ErrorCode[];

/** An unknown otpId and one that is no id at all answer alike, so it is any text here (C-07). */
export const otpProof = z.object({
  otpId: z.string({ error: 'Please request a new OTP' }).check(z.maxLength(64)),
  otp,
});

/** What every call that takes a code may answer. */
export const otpProofErrors = [
  'OTP_INVALID',
  'OTP_EXPIRED',
  'OTP_ALREADY_USED',
  'OTP_SUPERSEDED',
  'OTP_ATTEMPTS_EXCEEDED',
  'ACCOUNT_LOCKED',
  'ACCOUNT_DISABLED',
] as const satisfies readonly ErrorCode[];

export const userRoutes = {
  'GET /api/v3/user/': endpoint({
    row: 'API-15',
    summary: 'The signed-in person and their profiles',
    access: 'signed-in',
    response: userAnswer,
    errors: ['ACCOUNT_DISABLED'],
  }),

  'PATCH /api/v1/user/update/': endpoint({
    row: 'API-19',
    summary:
      'Change names, e-mail (the old address is told), picture, time zone or notification preferences; what is absent stays',
    access: 'signed-in',
    limits: [{ bucket: 'user-update', max: 60, windowSeconds: 3600 }],
    body: z.object({
      firstName: z.optional(firstName),
      lastName: z.optional(lastNameText),
      email: z.optional(email),
      /** An own public picture, from an upload; null takes it away. */
      avatarMediaId: z.optional(z.nullable(z.uuid({ error: 'Please choose a picture' }))),
      /** IANA. */
      timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'Please choose a time zone'))),
      notificationPreferences: z.optional(
        z.object({
          call: z.optional(z.boolean()),
          email: z.optional(z.boolean()),
          whatsapp: z.optional(z.boolean()),
        }),
      ),
    }),
    response: userAnswer,
    errors: ['EMAIL_ALREADY_REGISTERED'],
  }),

  'PATCH /api/v2/user/change-phone/': endpoint({
    row: 'API-18',
    summary: 'Ask for another number; the old one signs in until the new one is proven',
    access: 'signed-in',
    limits: [{ bucket: 'change-phone', max: 10, windowSeconds: 3600 }],
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
    summary: 'Send a code to the number that the signed-in person has yet to prove',
    access: 'signed-in',
    limits: [{ bucket: 'request-otp', max: 20, windowSeconds: 600 }],
    body: z.object({ ...otpRequest, countryIsoCode: z.optional(countryIsoCode), phone: z.optional(phone) }),
    response: otpIssued,
    errors: [...otpRequestErrors, 'PHONE_MISMATCH', 'PHONE_ALREADY_VERIFIED', 'PHONE_ALREADY_REGISTERED'],
  }),

  'POST /api/v1/user/phone-verification/verify-otp/': endpoint({
    row: 'API-17',
    summary: 'Prove the number with the code',
    access: 'signed-in',
    limits: [{ bucket: 'verify-otp', max: 30, windowSeconds: 300 }],
    body: otpProof,
    response: userAnswer,
    errors: [
      ...otpProofErrors,
      'PHONE_ALREADY_VERIFIED',
      'PHONE_ALREADY_REGISTERED',
      'EMAIL_ALREADY_REGISTERED',
    ],
  }),
};
