import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { formatParagraphs, formatTrimmedText } from '#lib/domain/core/text.ts';
import { isPortfolioSlug, portfolioLengths } from '#lib/domain/portfolio/portfolio.ts';

/** Field schemas of a portfolio, shared by the editor and the API. */

/** Accepts one line, trimmed; may be empty. */
export const line = (length: number) =>
  z.string({ error: 'Please enter this as text' }).check(z.overwrite(formatTrimmedText), maxLength(length));

/** Accepts one line that must not be empty. */
export const requiredLine = (required: string, length: number) =>
  z
    .string({ error: required })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, required), maxLength(length));

/** Accepts several lines, trimmed and without control characters; may be empty. */
export const paragraphs = (length: number) =>
  z.string({ error: 'Please enter this as text' }).check(z.overwrite(formatParagraphs), maxLength(length));

export const slug = z
  .string({ error: 'Please enter an address' })
  .check(z.refine(isPortfolioSlug, 'Use 3 to 60 small letters, digits and single hyphens'));

export { partialDate } from '#lib/contract/core/instant.ts';

export const headline = line(portfolioLengths.headline);
export const about = paragraphs(portfolioLengths.about);
export const location = line(portfolioLengths.location);
export const skill = requiredLine('Please enter a skill', portfolioLengths.skill);

/** A public picture that the caller has uploaded; null removes it. */
export const coverMediaId = z.optional(z.nullable(z.uuid({ error: 'Please choose a picture' })));

/** Accepts the height of a picture that its band shows: 0 is its top, 100 its bottom. */
export const coverPosition = z
  .number({ error: 'Please choose a position' })
  .check(
    z.int('Please choose a whole percentage'),
    z.gte(0, 'Please choose 0 or more'),
    z.lte(100, 'Please choose 100 or less'),
  );

/** Accepts an address as pasted. The server normalises it and rejects all but http(s) addresses (C-36, LINK_INVALID). */
export const pastedUrl = z.string({ error: 'Please enter a web address' }).check(
  z.overwrite((text) => text.trim()),
  z.minLength(1, 'Please enter a web address'),
  maxLength(2048),
);

export const projectTitle = requiredLine('Please enter a title', portfolioLengths.title);
export const workTitle = projectTitle;
