import * as z from 'zod';
import { isTimeZone } from '#lib/domain/core/zoned-time.ts';

/**
 * Fields that several collections share. What `describe` says is what an editor reads: while typing, through the JSON
 * schema that Astro writes to .astro/collections, and in the sentence of a build error.
 */

/** Words on a page. The limits keep cards of one kind alike in height. */
export const text = (least: number, most: number, meaning: string) =>
  z.string().trim().min(least).max(most).describe(meaning);

/** The name of a file without its ending: `ananya-iyer`. */
export const slug = (meaning: string) =>
  z
    .string()
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'must be in small letters, digits and single hyphens, such as ananya-iyer',
    )
    .describe(meaning);

/** A calendar day. YAML reads an unquoted `2026-12-05` as a date: both ways of writing it are right. */
export const day = (meaning: string) =>
  z
    .preprocess(
      (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
      z.iso.date('must be a day that exists, written as 2026-12-05'),
    )
    .describe(meaning);

/** A moment, with its offset: `2026-11-30T23:59:00+05:30`. It comes out in UTC. */
export const moment = (meaning: string) =>
  z
    .preprocess(
      (value) => (value instanceof Date ? value.toISOString() : value),
      z.iso
        .datetime({
          offset: true,
          error: 'must be a moment with its offset, written as 2026-11-30T23:59:00+05:30',
        })
        .transform((value) => new Date(value).toISOString()),
    )
    .describe(meaning);

export const timeZone = z
  .string()
  .refine((name) => isTimeZone(name), 'must be an IANA time zone, such as Asia/Kolkata')
  .default('Asia/Kolkata')
  .describe('The time zone that days and hours here are in, by its IANA name; Asia/Kolkata when left out.');

/** A profile elsewhere. Only the one host, because the page names it. */
export const linkedinUrl = z
  .url({
    protocol: /^https$/,
    hostname: /(^|\.)linkedin\.com$/,
    error: 'must be an https link to a LinkedIn profile',
  })
  .nullable()
  .default(null)
  .describe('Their LinkedIn profile; leave it out when they did not agree to a link.');

export const requiredPortrait = slug(
  'Their picture: the name, without .svg, of a square file in src/assets/portraits.',
);

export const portrait = requiredPortrait
  .nullable()
  .default(null)
  .describe(
    'Their picture: the name, without .svg, of a square file in src/assets/portraits. Left out, pages show the first letter of the name.',
  );
