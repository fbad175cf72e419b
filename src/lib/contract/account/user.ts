import * as z from 'zod/mini';
import { avatar } from '#lib/contract/core/avatar.ts';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { email, firstName, lastNameText } from '#lib/contract/core/fields.ts';
import { instant } from '#lib/contract/core/instant.ts';
import { perAccount } from '#lib/contract/core/limits.ts';
import { profileTypes } from '#lib/domain/account/profiles.ts';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';

const switches = z.object({ email: z.boolean(), sms: z.boolean(), whatsapp: z.boolean() });

/** A person as every page sees them. [USER-01] */
export const user = z.object({
  id: z.string(),
  /** The email that the person entered last. */
  email: z.string(),
  /** Whether the person has proved that email. Until then only an earlier, proved one gets mail. [C-22] */
  isEmailVerified: z.boolean(),
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
  /** A signature of the id for the chat service; null when no chat is configured. */
  intercomHash: z.nullable(z.string()),
  /** An IANA time zone; the country's default until the person chooses one. [APP-13] */
  timeZone: z.string(),
  /** Which kinds of messages come on which channel. Codes and what the person just did always come. */
  notificationPreferences: z.object({ reminders: switches, updates: switches, offers: switches }),
});

/** A person's enrolment in a product. [USER-03] */
export const userProfile = z.object({ type: z.enum(profileTypes), createdAt: instant });

export const userResponse = z.object({ user, userProfiles: z.array(userProfile) });

export const userRoutes = {
  'GET /api/v3/user/': endpoint({
    row: 'API-15',
    summary: 'Get the signed-in person and their profiles',
    access: 'signed-in',
    response: userResponse,
    errors: ['ACCOUNT_DISABLED'],
  }),

  'PATCH /api/v1/user/update/': endpoint({
    row: 'API-19',
    summary:
      'Change names, email, picture, time zone or notification preferences; absent fields stay unchanged. A new email gets a code that verifies it, and a verified one stays until then',
    access: 'signed-in',
    limits: [perAccount('user-update', 60, 3600)],
    body: z.object({
      firstName: z.optional(firstName),
      lastName: z.optional(lastNameText),
      email: z.optional(email),
      /** A public picture that the person uploaded; null removes it. */
      avatarMediaId: z.optional(z.nullable(z.uuid({ error: 'Please choose a picture' }))),
      /** An IANA time zone. */
      timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'Please choose a time zone'))),
      notificationPreferences: z.optional(
        z.object({
          reminders: z.optional(z.partial(switches)),
          updates: z.optional(z.partial(switches)),
          offers: z.optional(z.partial(switches)),
        }),
      ),
    }),
    response: userResponse,
  }),
};
