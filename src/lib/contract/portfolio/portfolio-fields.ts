import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { isPartialDate } from '#lib/domain/core/partial-date.ts';
import { formatParagraphs, formatTrimmedText } from '#lib/domain/core/text.ts';
import { isPortfolioSlug, portfolioLengths } from '#lib/domain/portfolio/portfolio.ts';

/** What the portfolio's forms check before they send; one source for editor and API. */

/** One line, trimmed; may be empty. */
export const line = (length: number) =>
  z.string({ error: 'Please enter this as text' }).check(z.overwrite(formatTrimmedText), maxLength(length));

/** One line that must not be empty. */
export const requiredLine = (required: string, length: number) =>
  z
    .string({ error: required })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, required), maxLength(length));

/** Several lines, kept as typed but for control characters and the ends; may be empty. Markdown where the page says so. */
export const paragraphs = (length: number) =>
  z.string({ error: 'Please enter this as text' }).check(z.overwrite(formatParagraphs), maxLength(length));

export const slug = z
  .string({ error: 'Please enter an address' })
  .check(z.refine(isPortfolioSlug, 'Use 3 to 60 small letters, digits and single hyphens'));

/** A calendar year, month or day as far as the person knows it: `2024`, `2024-05`, `2024-05-31`. */
export const partialDate = z
  .string({ error: 'Please enter a date' })
  .check(z.refine(isPartialDate, 'Please enter a year and a month'));

export const headline = line(portfolioLengths.headline);
export const about = paragraphs(portfolioLengths.about);
export const location = line(portfolioLengths.location);
export const skill = requiredLine('Please enter a skill', portfolioLengths.skill);

/** As a person pastes it; the server normalises it and refuses what is no http(s) address (C-36, LINK_INVALID). */
export const pastedUrl = z.string({ error: 'Please enter a web address' }).check(
  z.overwrite((text) => text.trim()),
  z.minLength(1, 'Please enter a web address'),
  maxLength(2048),
);

export const projectTitle = requiredLine('Please enter a title', portfolioLengths.title);
export const workTitle = projectTitle;
