import { defaultTimeZone } from './countries.ts';
import { dateTimeText } from './time-text.ts';

/** What a person is told once a request has been taken: the same by the page and by the island. */
export interface Receipt {
  title: string;
  text: string;
  /** To be quoted when writing or calling. */
  reference?: string;
  /** What can be had at once. */
  link?: { href: string; label: string };
}

export interface BrochureTaken {
  email: string;
  isExisting: boolean;
}

export interface CallbackTaken {
  reference: string;
  expectedBy: string;
  isExisting: boolean;
}

/** API-51 */
export function brochureReceipt(taken: BrochureTaken, programName: string, pdf: string): Receipt {
  return {
    title: taken.isExisting ? 'You have asked for this one already' : 'The brochure is on its way',
    text: taken.isExisting
      ? `We sent the ${programName} brochure to ${taken.email} a short while ago. Look among unwanted mail too.`
      : `The ${programName} brochure goes to ${taken.email} within a few minutes. If it is not there, look among unwanted mail.`,
    link: { href: pdf, label: 'Open the brochure now (PDF)' },
  };
}

/** API-53; times as in India, with the reader's own beside them. */
export function callbackReceipt(taken: CallbackTaken, viewerTimeZone: string = defaultTimeZone): Receipt {
  const by = dateTimeText(new Date(taken.expectedBy), defaultTimeZone, viewerTimeZone);
  return {
    title: taken.isExisting ? 'We already have your request' : 'We will call you',
    text: `A counsellor calls by ${by}. It is a conversation, not a sales script: bring your questions.`,
    reference: taken.reference,
  };
}
