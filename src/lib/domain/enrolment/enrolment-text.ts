import { batchMonthName } from '#lib/domain/catalog/batch.ts';
import { dateTimeText, dayText } from '#lib/domain/core/time-text.ts';
import type { EnrolmentAction, EnrolmentStatus } from './enrolment-flow.ts';
import { enrolmentPolicy } from './enrolment-flow.ts';

/** Formats the number that a person quotes on the phone: `EN-26-00042`, with the year of the request, in India. */
export function enrolmentReference(sequence: number, requestedAt: Date): string {
  const year = new Intl.DateTimeFormat('en', { year: '2-digit', timeZone: 'Asia/Kolkata' }).format(
    requestedAt,
  );
  return `EN-${year}-${String(sequence).padStart(5, '0')}`;
}

/** Parses the number as people type it, also without its dashes. Returns null for any other text. */
export function parseEnrolmentReference(search = ''): string | null {
  const [, year, serial] = /^\s*en[\s-]?(\d{2})[\s-]?(\d{1,9})\s*$/i.exec(search) ?? [];
  return year && serial ? `EN-${year}-${serial.padStart(5, '0')}` : null;
}

/** The facts of an enrolment that its texts name. Money and times are formatted. */
export interface EnrolmentFacts {
  reference: string;
  programName: string;
  startsOn: string;
  /** Whether the first day has come, in the batch's time zone. */
  hasBegun: boolean;
  /** What is left of the first payment, and of the whole fee. */
  firstOpen: string;
  open: string;
  isPaid: boolean;
  hasPayments: boolean;
  /** When the hold or the offer ends. */
  until: string | null;
  waitlistPosition: number | null;
  /** Where learners write to us. */
  contactEmail: string;
}

/** Returns the date and time at which a seat is released, in India and for a reader elsewhere. */
export const releaseTimeText = (at: Date, viewerTimeZone: string): string =>
  dateTimeText(at, 'Asia/Kolkata', viewerTimeZone);

const seatOf = ({ programName, startsOn }: EnrolmentFacts): string =>
  `the ${batchMonthName(startsOn)} of ${programName}`;

/** Returns the status in one or two sentences to the learner, with what to do next. */
export function describeNextStep(status: EnrolmentStatus, facts: EnrolmentFacts): string {
  const { firstOpen, open, reference, until, waitlistPosition } = facts;
  switch (status) {
    case 'REQUESTED':
      return 'We are looking for a free seat.';
    case 'WAITLISTED':
      return `You are number ${waitlistPosition ?? 1} on the wait-list. When a seat is free, we write to you and keep it for ${enrolmentPolicy.offerHours} hours.`;
    case 'OFFERED':
      return `A seat is free for you until ${until}. Take it, or it goes to the next person.`;
    case 'HELD':
      return facts.hasPayments
        ? 'We have received a payment and are checking it. Your seat stays yours meanwhile.'
        : `Pay ${firstOpen} by ${until}. Write ${reference} in the transfer. Then we confirm your seat.`;
    case 'CONFIRMED':
      if (!facts.isPaid) return `Your seat is confirmed. ${open} is left to pay by the dates below.`;
      return facts.hasBegun
        ? `Your seat is confirmed and paid. Your programme began on ${dayText(facts.startsOn)}.`
        : 'Your seat is confirmed and paid. We call you in the week before the first class.';
    case 'COMPLETED':
      return 'You have completed this programme.';
    case 'DROPPED':
      return 'You have left this programme.';
    case 'RELEASED':
      return 'This seat was released. You can reserve another one.';
  }
}

export interface EnrolmentNotification {
  subject: string;
  /** The whole SMS and the beginning of the email. */
  text: string;
  /** Whether the email also says how to pay. */
  hasPaymentDetails?: boolean;
}

export type EnrolmentNotice = EnrolmentAction | 'REMIND';

/** Returns the message to the learner about a change, or null for one that needs none. */
export function formatEnrolmentNotification(
  notice: EnrolmentNotice,
  facts: EnrolmentFacts,
  { from, reasonCode }: { from: EnrolmentStatus | null; reasonCode: string | null },
): EnrolmentNotification | null {
  const { reference, firstOpen, until } = facts;
  const seat = seatOf(facts);
  switch (notice) {
    case 'HOLD_SEAT':
    case 'ACCEPT_OFFER':
      return {
        subject: `Your seat is reserved until ${until}`,
        text: `${reference}: we keep a seat for you in ${seat} until ${until}. Pay ${firstOpen} by then to confirm it.`,
        hasPaymentDetails: true,
      };
    case 'JOIN_WAITLIST':
      return {
        subject: 'You are on the wait-list',
        text: `${reference}: you are on the wait-list for ${seat}. We write to you when a seat is free.`,
      };
    case 'OFFER_SEAT':
      return {
        subject: `A seat is free for you until ${until}`,
        text: `${reference}: a seat in ${seat} is free for you. Take it by ${until}. After that it goes to the next person.`,
      };
    case 'REMIND':
      return {
        subject: `Pay by ${until} to keep your seat`,
        text: `${reference}: we have no payment yet for your seat in ${seat}. Pay ${firstOpen} by ${until}, or the seat is released.`,
        hasPaymentDetails: true,
      };
    case 'RECORD_PAYMENT':
      return from === 'RELEASED'
        ? formatSeatRestored(facts)
        : {
            subject: 'We have received your payment',
            text: `${reference}: we have received your payment for ${seat}. ${facts.isPaid ? 'Everything is paid.' : `${facts.open} is left to pay.`}`,
          };
    case 'CONFIRM':
      return {
        subject: `Your seat is confirmed: ${facts.programName}`,
        text: `${reference}: your seat in ${seat} is confirmed. Your receipt is on the page of your enrolment.`,
      };
    case 'EXPIRE':
      return {
        subject: from === 'WAITLISTED' ? 'No seat became free' : 'Your seat was released',
        text:
          from === 'WAITLISTED'
            ? `${reference}: ${seat} has closed, and no seat became free. You can reserve one in a later batch.`
            : `${reference}: the time for your seat in ${seat} has ended, and we released it.${from === 'HELD' ? ` Did you pay already? Write to ${facts.contactEmail}.` : ''} You can reserve again after ${enrolmentPolicy.retryHours} hours, or choose another batch now.`,
      };
    case 'CANCEL':
      return {
        subject: 'You cancelled your enrolment',
        text: `${reference}: you cancelled your enrolment in ${seat}. Nothing is left to do.`,
      };
    case 'RELEASE':
      return {
        subject: 'Your seat was released',
        text:
          reasonCode === 'LEARNER_ASKED'
            ? `${reference}: as you asked, we released your seat in ${seat}.`
            : `${reference}: we released your seat in ${seat}. Ask for a call if that is a mistake.`,
      };
    case 'DROP':
      return {
        subject: 'You have left the programme',
        text: `${reference}: you have left ${seat}. The refund policy on our site says what you get back.`,
      };
    case 'COMPLETE':
    case 'REQUEST':
      return null;
  }
}

/** Returns the message about a payment that gave a released seat back. */
const formatSeatRestored = (facts: EnrolmentFacts): EnrolmentNotification => ({
  subject: 'You have your seat again',
  text: `${facts.reference}: we have found your payment for ${seatOf(facts)}, so you have your seat again. ${facts.isPaid ? 'Everything is paid.' : `${facts.open} is left to pay.`}`,
});

/** Lines of an email that say how to pay by bank transfer. */
export function describeBankTransfer(
  account: { accountName: string; accountNumber: string; ifsc: string; bank: string; notice: string | null },
  { reference, firstOpen }: Pick<EnrolmentFacts, 'reference' | 'firstOpen'>,
): string[] {
  return [
    `Pay ${firstOpen} by bank transfer to ${account.accountName}. Account number ${account.accountNumber}, IFSC ${account.ifsc}, ${account.bank}. Write ${reference} in the transfer.`,
    ...(account.notice ? [account.notice] : []),
  ];
}
