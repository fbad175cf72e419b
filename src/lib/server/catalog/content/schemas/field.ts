import * as z from 'zod';
import { isCalendarDay, isInstantInBounds, outOfBoundsText } from '#lib/domain/core/calendar.ts';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';

/**
 * Fields that several collections share. An editor reads the texts of `describe` while typing, through the JSON schema that
 * Astro writes to .astro/collections, and in the message of a build error.
 */

/** A text on a page. The limits give cards of one kind the same height. */
export const text = (min: number, max: number, description: string) =>
  z.string().trim().min(min).max(max).describe(description);

/** The name of a file without its extension: `ananya-iyer`. */
export const slug = (description: string) =>
  z
    .string()
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'must be in small letters, digits and single hyphens, such as ananya-iyer',
    )
    .describe(description);

/** A calendar day. It may be unquoted, which YAML reads as a date. */
export const day = (description: string) =>
  z
    .preprocess(
      (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
      z.iso
        .date('must be a day that exists, written as 2026-12-05')
        .refine((value) => isCalendarDay(value), outOfBoundsText),
    )
    .describe(description);

/** A time with its offset: `2026-11-30T23:59:00+05:30`. It is converted to UTC. */
export const instant = (description: string) =>
  z
    .preprocess(
      (value) => (value instanceof Date ? value.toISOString() : value),
      z.iso
        .datetime({
          offset: true,
          error: 'must be a moment with its offset, written as 2026-11-30T23:59:00+05:30',
        })
        .refine((value) => isInstantInBounds(new Date(value)), outOfBoundsText)
        .transform((value) => new Date(value).toISOString()),
    )
    .describe(description);

export const timeZone = z
  .string()
  .refine((name) => isTimeZone(name), 'must be an IANA time zone, such as Asia/Kolkata')
  .default('Asia/Kolkata')
  .describe('The time zone that days and hours here are in, by its IANA name; Asia/Kolkata when left out.');

/** A LinkedIn profile. Other hosts are rejected, because the page calls the link LinkedIn. */
export const linkedinUrl = z
  .url({
    protocol: /^https$/,
    hostname: /(^|\.)linkedin\.com$/,
    error: 'must be an https link to a LinkedIn profile',
  })
  .nullable()
  .default(null)
  .describe('Their LinkedIn profile; leave it out when they did not agree to a link.');

/** A film about a person. Other hosts are rejected, because nobody has checked what they show beside it. */
export const videoUrl = z
  .url({
    protocol: /^https$/,
    hostname: /^(?:(?:www\.)?(?:youtube|vimeo)\.com|youtu\.be)$/,
    error: 'must be an https link to a film at youtube.com, youtu.be or vimeo.com',
  })
  .nullable()
  .default(null)
  .describe(
    'A film in which they speak, at youtube.com, youtu.be or vimeo.com; leave it out when there is none.',
  );

export const requiredPortrait = slug(
  'Their picture: the name, without its ending, of a photo or square drawing in src/assets/portraits.',
);

export const portrait = requiredPortrait
  .nullable()
  .default(null)
  .describe(
    'Their picture: the name, without its ending, of a photo or square drawing in src/assets/portraits. Left out, pages show the first letter of the name.',
  );
