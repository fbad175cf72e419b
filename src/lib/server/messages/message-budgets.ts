import { normalizeMailbox } from '#lib/server/core/normalize-mailbox.ts';
import type { RateLimit } from '#lib/server/core/rate-limit.ts';
import type { Message, MessageKind } from './message.ts';

/** The text of the message that replaces several of one kind. */
interface DigestText {
  /** What is counted: `updates about your applications`. */
  subject: string;
  /** The page that shows everything. */
  link: { label: string; path: string };
  /** Why the reader gets this email: `you take part in Moonshot`. */
  reason: string;
}

interface MessageBudget {
  maxPerHour: number;
  maxPerDay: number;
  digest: DigestText;
}

interface BudgetedMessage extends Pick<Message, 'medium' | 'to'> {
  kind: MessageKind;
  userId: string | null;
}

/**
 * How many messages of a kind one person, and one address or number, get one by one; each medium counts for itself. What
 * is over it is held until the window ends and arrives as one digest. A kind without a budget is limited where it is
 * requested, because a digest of it would be useless: brochures (C-37) and the codes that prove an email (C-22) are 3 an hour
 * and 6 a day to a mailbox. [C-41]
 */
export const messageBudgets: Record<MessageKind, MessageBudget | null> = {
  'application-update': {
    maxPerHour: 6,
    maxPerDay: 20,
    digest: {
      subject: 'updates about your applications',
      link: { label: 'See your applications', path: '/moonshot/applications/' },
      reason: 'you take part in Moonshot',
    },
  },
  appointment: {
    maxPerHour: 10,
    maxPerDay: 30,
    digest: {
      subject: 'updates about your trainings and interviews',
      link: { label: 'See your applications', path: '/moonshot/applications/' },
      reason: 'you take part in Moonshot',
    },
  },
  'registration-update': {
    maxPerHour: 4,
    maxPerDay: 10,
    digest: {
      subject: 'updates about your candidate details',
      link: { label: 'See your details', path: '/moonshot/registration/' },
      reason: 'you take part in Moonshot',
    },
  },
  'account-notice': {
    maxPerHour: 5,
    maxPerDay: 10,
    digest: {
      subject: 'changes to your account',
      link: { label: 'See your account', path: '/account/' },
      reason: 'you have an account',
    },
  },
  enrolment: {
    maxPerHour: 10,
    maxPerDay: 30,
    digest: {
      subject: 'updates about your enrolments',
      link: { label: 'See your enrolments', path: '/account/enrolments/' },
      reason: 'you reserved a seat',
    },
  },
  event: {
    maxPerHour: 15,
    maxPerDay: 40,
    digest: {
      subject: 'updates about your events',
      link: { label: 'See the events', path: '/events/' },
      reason: 'you registered for an event',
    },
  },
  certificate: {
    maxPerHour: 6,
    maxPerDay: 20,
    digest: {
      subject: 'updates about your certificates',
      link: { label: 'See your certificates', path: '/account/certificates/' },
      reason: 'your name is on a certificate',
    },
  },
  'job-alert': {
    maxPerHour: 2,
    maxPerDay: 2,
    digest: {
      subject: 'lists of new jobs',
      link: { label: 'See your searches', path: '/moonshot/saved/' },
      reason: 'you asked for new jobs of a search',
    },
  },
  callback: {
    maxPerHour: 4,
    maxPerDay: 8,
    digest: {
      subject: 'updates about your call',
      link: { label: 'Ask for another call', path: '/callback/' },
      reason: 'you asked us to call you',
    },
  },
  interviewer: {
    maxPerHour: 60,
    maxPerDay: 200,
    digest: {
      subject: 'updates about your interviews',
      link: { label: 'Open Liftoff', path: '/' },
      reason: 'you interview candidates',
    },
  },
  reminder: {
    maxPerHour: 20,
    maxPerDay: 60,
    digest: {
      subject: 'reminders of your appointments',
      link: { label: 'See your applications', path: '/moonshot/applications/' },
      reason: 'you take part in Moonshot',
    },
  },
  // A lead is known within a minute; only a flood of them becomes a list.
  'lead-alert': {
    maxPerHour: 120,
    maxPerDay: 1000,
    digest: {
      subject: 'new and late leads',
      link: { label: 'See the leads', path: '/staff/leads/' },
      reason: 'this address is told about leads',
    },
  },
  // One a day.
  agenda: null,
  // Another system gets each event.
  'webhook-event': null,
  brochure: null,
  'email-code': null,
};

/**
 * Returns the limits that a message counts against, first the hour's and then the day's: each of the person and of the
 * address. A message that is over the hour's does not count against the day's.
 */
export function budgetLimits({ kind, medium, to, userId }: BudgetedMessage): RateLimit[][] {
  const budget = messageBudgets[kind];
  // Another system gets each event: a list in words would be lost on it.
  if (!budget || medium === 'WEBHOOK') return [];
  const address = medium === 'EMAIL' ? normalizeMailbox(to) : to;
  const holders = [...(userId ? [`person:${userId}`] : []), `to:${address}`];
  const limitsFor = (window: string, max: number, windowSeconds: number) =>
    holders.map((holder) => ({ key: `message:${kind}:${medium}:${window}:${holder}`, max, windowSeconds }));
  return [limitsFor('hour', budget.maxPerHour, 3600), limitsFor('day', budget.maxPerDay, 86_400)];
}
