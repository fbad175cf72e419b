import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { calendarDay, instant, instantInput } from '#lib/contract/core/instant.ts';
import { sentFile } from '#lib/contract/media/sent-file.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatParagraphs, formatTrimmedText } from '#lib/domain/core/text.ts';
import { workModeLabels } from '#lib/domain/hiring/jobs/job.ts';
import {
  declineReasons,
  maxAnnualPay,
  maxTermsLength,
  offerStatusLabels,
} from '#lib/domain/hiring/offers/offer.ts';
import { ownFile } from './registration-schemas.ts';

/** An offer as its candidate and staff see it. */
export const offer = z.object({
  /** Increases with each change of the offer. An answer names the version that the candidate has read. */
  version: z.number(),
  status: z.enum(keysOf(offerStatusLabels)),
  statusLabel: z.string(),
  /** Whole units of the currency per year. */
  annualPay: z.number(),
  currency: z.string(),
  /** The first day: `2026-12-05`. */
  joiningOn: z.iso.date(),
  location: z.string(),
  workMode: z.enum(keysOf(workModeLabels)),
  /** Markdown; empty without terms. */
  terms: z.string(),
  /** The letter that staff have uploaded, if any. */
  letter: z.nullable(sentFile),
  /** The path of the letter as a PDF: the uploaded one, or one with these terms. */
  awardPdfUrl: z.string(),
  createdAt: instant,
  expiresAt: instant,
  acceptedAt: z.nullable(instant),
  /** The name that the candidate typed to accept it. */
  acceptedName: z.nullable(z.string()),
  declinedAt: z.nullable(instant),
  declineReason: z.nullable(z.enum(keysOf(declineReasons))),
});
export type Offer = z.output<typeof offer>;

const payText = 'Enter yearly pay, for example 3,50,000';

/** An offer that staff make. */
export const newOffer = z.strictObject({
  /** The latest offer as the form showed it; null if there was none. The server returns STALE_WRITE when it has changed. */
  replaces: z.nullable(
    z.object(
      { version: z.int(), status: z.enum(keysOf(offerStatusLabels)) },
      {
        error: 'Please send the offer that it replaces',
      },
    ),
  ),
  /** Whole rupees. */
  annualPay: z
    .int({ error: payText })
    .check(z.minimum(1, payText), z.maximum(maxAnnualPay, 'Enter at most 5 crore a year')),
  joiningOn: calendarDay('Enter the first day'),
  location: z
    .string({ error: 'Enter the place of work' })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, 'Enter the place of work'), maxLength(120)),
  workMode: z.enum(keysOf(workModeLabels), { error: 'Please choose where the work is done' }),
  /** Markdown. */
  terms: z.optional(
    z.string({ error: 'Please enter text' }).check(z.overwrite(formatParagraphs), maxLength(maxTermsLength)),
  ),
  /** A PDF of the staff member’s own; without one, the candidate downloads a letter with these terms. */
  letter: z.optional(ownFile),
  expiresAt: instantInput('Enter the last day to answer'),
});
export type NewOffer = z.output<typeof newOffer>;
