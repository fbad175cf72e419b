import * as z from 'zod/mini';
import { email, maxLength } from '#lib/contract/core/fields.ts';
import { calendarDay } from '#lib/contract/core/instant.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';
import { callbackPolicy, minutesBetween } from '#lib/domain/leads/callback.ts';
import { consentRequired, dayRequired } from './callback-fields.ts';

/** Schemas of lead forms, for the server alone, which keeps the sign-in modal small. */

/** An email address or an empty text. */
export const optionalEmail = z.string({ error: 'Please enter a valid email address' }).check(
  z.overwrite(formatTrimmedText),
  z.refine((text) => text === '' || z.safeParse(email, text).success, 'Please enter a valid email address'),
);

/** An IANA time zone. */
export const timeZone = z
  .string({ error: 'Please choose a time zone' })
  .check(z.refine(isTimeZone, 'Please choose a time zone'));

const timeOfDay = z
  .string({ error: 'Please choose a time' })
  .check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'Please choose a time'));

/** When a person would like to be called. `findWindowProblem` checks whether the time is in the future. */
export const callbackWindow = z.union(
  [
    z.literal('ASAP'),
    z
      .object({
        /** A calendar day: `2026-12-05`. */
        date: calendarDay(dayRequired),
        from: timeOfDay,
        to: timeOfDay,
      })
      .check(
        z.refine(({ from, to }) => minutesBetween(from, to) >= callbackPolicy.shortestMinutes, {
          error: `Please leave at least ${callbackPolicy.shortestMinutes} minutes`,
          path: ['to'],
        }),
      ),
  ],
  { error: 'Please choose when we should call' },
);

export const callbackTopicLength = 80;
export const callbackTopic = z
  .string({ error: 'Please enter a topic as text' })
  .check(z.overwrite(formatTrimmedText), maxLength(callbackTopicLength));

/** Consent must be given explicitly. */
export const consent = z.literal(true, { error: consentRequired });
