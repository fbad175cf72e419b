import { dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import type { BrochureStatus } from './brochure.ts';

/** The confirmation of a request. The page and the island show the same one. */
export interface Receipt {
  title: string;
  text: string;
  /** The number that the person quotes when writing or calling. */
  reference?: string;
  /** A page that the person can open at once. */
  link?: { href: string; label: string };
}

export interface BrochureReceiptInput {
  email: string;
  status: BrochureStatus;
  isExisting: boolean;
}

export interface CallbackReceiptInput {
  reference: string;
  expectedBy: string;
  isExisting: boolean;
  /** IANA time zone of the person. */
  timeZone: string;
}

/**
 * Returns the receipt of a brochure. After a repeated request it names no address, because the mailbox may
 * have requested the brochure under another spelling, and the reader may be another person. [API-51]
 */
export function brochureReceipt(
  { email, status, isExisting }: BrochureReceiptInput,
  programName: string,
  pdf: string,
): Receipt {
  return {
    title: isExisting ? 'You already asked for this brochure' : 'We are sending the brochure',
    text: isExisting
      ? `You asked for the ${programName} brochure in the last 24 hours. ${status === 'SENT' ? 'We have sent it.' : 'We are sending it.'} Check your spam folder too.`
      : `You get the ${programName} brochure at ${email} within a few minutes. Check your spam folder too.`,
    link: { href: pdf, label: 'Open the brochure now (PDF)' },
  };
}

/** Returns the receipt of a request for a call, with the time in India and in the reader's time zone. [API-53] */
export function callbackReceipt({
  reference,
  expectedBy,
  isExisting,
  timeZone,
}: CallbackReceiptInput): Receipt {
  const by = dateTimeText(new Date(expectedBy), defaultTimeZone, timeZone);
  return {
    title: isExisting ? 'We already have your request' : 'We will call you',
    text: isExisting
      ? `A counsellor calls you by ${by}.`
      : `A counsellor calls you by ${by}. We sent you an SMS. Use its link to move or cancel the call.`,
    reference,
  };
}
