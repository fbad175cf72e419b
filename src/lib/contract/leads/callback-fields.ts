import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';

/**
 * The rules that the callback form checks in the browser. lead-schemas.ts has those that only the server
 * needs.
 */

export const callbackMessage = z
  .string({ error: 'Please enter your message as text' })
  .check(z.overwrite(formatTrimmedText), maxLength(500));

export const dayRequired = 'Please choose a day';
/** The text beside the box of the consent to be called. */
export const callbackConsent = 'Yes, call me and write to me on WhatsApp or by SMS about this request.';
export const consentRequired = 'Please agree to be called';
