import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import type { BrochureStatus } from './brochure.ts';

/** What a person is told once a request has been taken: the same by the page and by the island. */
export interface Receipt {
  title: string;
  text: string;
  /** To be quoted when writing or calling. */
  reference?: string;
  /** What can be had at once. */
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
  /** IANA; the one in which the person asked. */
  timeZone: string;
}

/** API-51. The same mailbox may have asked under another spelling, which is not said: whoever reads this may be another. */
export function brochureReceipt(taken: BrochureReceiptInput, programName: string, pdf: string): Receipt {
  const { email, status, isExisting } = taken;
  return {
    title: isExisting ? 'You have asked for this one already' : 'The brochure is on its way',
    text: isExisting
      ? `The ${programName} brochure ${status === 'SENT' ? 'went' : 'is on its way'} to your mailbox: you asked within the last day. Look among unwanted mail too.`
      : `The ${programName} brochure goes to ${email} within a few minutes. If it is not there, look among unwanted mail.`,
    link: { href: pdf, label: 'Open the brochure now (PDF)' },
  };
}

/** API-53; times as in India, with the reader's own beside them. */
export function callbackReceipt(taken: CallbackReceiptInput): Receipt {
  const by = dateTimeText(new Date(taken.expectedBy), defaultTimeZone, taken.timeZone);
  return {
    title: taken.isExisting ? 'We already have your request' : 'We will call you',
    text: `A counsellor calls by ${by}. It is a conversation, not a sales script: bring your questions.`,
    reference: taken.reference,
  };
}
