import * as z from 'zod/mini';
import { email, firstName, lastNameText, maxLength, phone } from '#lib/contract/core/fields.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedLines } from '#lib/domain/core/text.ts';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';
import {
  currentStatusLabels,
  maxMotivation,
  maxYearsOfExperience,
} from '#lib/domain/enrolment/registration-person.ts';

const years = `Enter your years of experience as a whole number from 0 to ${maxYearsOfExperience}`;

/** The body of a registration for the scholarship test and for PM Mastery. [API-21] */
export const registrationPerson = {
  /** Name, email and number are the account's unless given. */
  firstName: z.optional(firstName),
  lastName: z.optional(lastNameText),
  email: z.optional(email),
  countryIsoCode: z.optional(z.string()),
  phone: z.optional(phone),
  programSlug: z
    .string({ error: 'Please choose a programme' })
    .check(z.regex(/^[a-z0-9-]{1,80}$/, 'Please choose a programme')),
  currentStatus: z.enum(keysOf(currentStatusLabels), { error: 'Please choose what you do now' }),
  yearsOfExperience: z
    .int({ error: years })
    .check(z.minimum(0, years), z.maximum(maxYearsOfExperience, years)),
  motivation: z.optional(
    z
      .string({ error: 'Please enter your text' })
      .check(z.overwrite(formatTrimmedLines), maxLength(maxMotivation)),
  ),
  /** IANA; the account's unless given. */
  timeZone: z.optional(
    z.string({ error: 'Please choose a time zone' }).check(z.refine(isTimeZone, 'Please choose a time zone')),
  ),
  consent: z.literal(true, { error: 'Please agree to the rules' }),
};
