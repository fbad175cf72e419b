import type { NotificationChannel, NotificationKind } from '#lib/domain/account/notification-preferences.ts';
import type { MessageKind } from '#lib/server/db/schema/messages.ts';

/** What sends messages to people. `notify` sends nothing that is not listed here. */
interface Sender {
  /** `transactional` (codes, what the person just did, and what their seat in an event depends on) is always sent; the preferences decide about the others. */
  kind: 'transactional' | NotificationKind;
  /** The kind whose budget and digest the messages have. [C-41] */
  budget: MessageKind;
  channels: readonly NotificationChannel[];
  /** Whether staff may send a message again as it was: it contains no code and is not only true for a time. */
  isRepeatable?: true;
}

const emailAndSms = ['email', 'sms'] as const;
const allChannels = ['email', 'sms', 'whatsapp'] as const;

/** Every sender of the product. `tests/api/account/senders.test.ts` has a line for each. */
export const senders = {
  'email-code': { kind: 'transactional', budget: 'email-code', channels: ['email'] },
  'email-change-requested': { kind: 'transactional', budget: 'account-notice', channels: ['email'] },
  'email-changed': { kind: 'transactional', budget: 'account-notice', channels: ['email'] },
  'phone-changed': { kind: 'transactional', budget: 'account-notice', channels: emailAndSms },
  'data-export': { kind: 'transactional', budget: 'account-notice', channels: emailAndSms },
  'account-deletion': { kind: 'transactional', budget: 'account-notice', channels: emailAndSms },
  'ended-account': { kind: 'transactional', budget: 'account-notice', channels: ['email'] },
  brochure: { kind: 'transactional', budget: 'brochure', channels: ['email'] },
  'callback-confirmation': {
    kind: 'transactional',
    budget: 'callback',
    channels: emailAndSms,
    isRepeatable: true,
  },
  'application-confirmation': {
    kind: 'transactional',
    budget: 'application-update',
    channels: emailAndSms,
    isRepeatable: true,
  },
  'application-update': {
    kind: 'updates',
    budget: 'application-update',
    channels: allChannels,
    isRepeatable: true,
  },
  'appointment-confirmation': {
    kind: 'transactional',
    budget: 'appointment',
    channels: emailAndSms,
    isRepeatable: true,
  },
  'interviewer-invite': { kind: 'transactional', budget: 'interviewer', channels: ['email'] },
  agenda: { kind: 'agenda', budget: 'agenda', channels: ['email'] },
  'job-alert': { kind: 'alerts', budget: 'job-alert', channels: ['email'] },
  'lead-alert': { kind: 'transactional', budget: 'lead-alert', channels: ['email'] },
  'new-lead': { kind: 'newLeads', budget: 'lead-alert', channels: ['email'] },
  'own-lead': { kind: 'ownLeads', budget: 'lead-alert', channels: ['email'] },
  'appointment-update': { kind: 'updates', budget: 'appointment', channels: allChannels, isRepeatable: true },
  'batch-message': { kind: 'updates', budget: 'appointment', channels: allChannels, isRepeatable: true },
  'mock-interview-confirmation': {
    kind: 'transactional',
    budget: 'appointment',
    channels: emailAndSms,
    isRepeatable: true,
  },
  'mock-interview-update': {
    kind: 'updates',
    budget: 'appointment',
    channels: allChannels,
    isRepeatable: true,
  },
  'mock-interview-reminder': { kind: 'reminders', budget: 'reminder', channels: allChannels },
  'expert-update': { kind: 'updates', budget: 'interviewer', channels: ['sms', 'whatsapp'] },
  'expert-reminder': { kind: 'reminders', budget: 'interviewer', channels: allChannels },
  'expert-cancellation': { kind: 'agenda', budget: 'interviewer', channels: ['email'] },
  'candidate-message': {
    kind: 'updates',
    budget: 'application-update',
    channels: allChannels,
    isRepeatable: true,
  },
  'interview-reminder': { kind: 'reminders', budget: 'reminder', channels: allChannels },
  'training-reminder': { kind: 'reminders', budget: 'reminder', channels: allChannels },
  'offer-reminder': { kind: 'reminders', budget: 'reminder', channels: allChannels },
  'first-day-reminder': { kind: 'reminders', budget: 'reminder', channels: allChannels },
  'registration-confirmation': {
    kind: 'transactional',
    budget: 'registration-update',
    channels: emailAndSms,
    isRepeatable: true,
  },
  'registration-update': {
    kind: 'updates',
    budget: 'registration-update',
    channels: allChannels,
    isRepeatable: true,
  },
  'enrolment-confirmation': {
    kind: 'transactional',
    budget: 'enrolment',
    channels: emailAndSms,
    isRepeatable: true,
  },
  'enrolment-update': { kind: 'updates', budget: 'enrolment', channels: allChannels, isRepeatable: true },
  'event-confirmation': { kind: 'transactional', budget: 'event', channels: emailAndSms, isRepeatable: true },
  'event-change': { kind: 'transactional', budget: 'event', channels: emailAndSms, isRepeatable: true },
  'event-update': { kind: 'updates', budget: 'event', channels: allChannels, isRepeatable: true },
  'event-reminder': { kind: 'reminders', budget: 'event', channels: allChannels },
  'scholarship-confirmation': {
    kind: 'transactional',
    budget: 'enrolment',
    channels: emailAndSms,
    isRepeatable: true,
  },
  'mastery-confirmation': {
    kind: 'transactional',
    budget: 'enrolment',
    channels: emailAndSms,
    isRepeatable: true,
  },
  'mastery-reminder': { kind: 'reminders', budget: 'reminder', channels: allChannels },
  'scholarship-update': { kind: 'updates', budget: 'enrolment', channels: allChannels, isRepeatable: true },
  'scholarship-reminder': { kind: 'reminders', budget: 'reminder', channels: allChannels },
  'certificate-notice': {
    kind: 'transactional',
    budget: 'certificate',
    channels: emailAndSms,
    isRepeatable: true,
  },
  'enrolment-reminder': { kind: 'reminders', budget: 'enrolment', channels: allChannels },
} as const satisfies Record<string, Sender>;

export type SenderName = keyof typeof senders;

/** Returns the line of a sender. */
export const senderOf = (name: SenderName): Sender => senders[name];

/** The senders of codes and of what the person just did. */
export type TransactionalSender = {
  [Name in SenderName]: (typeof senders)[Name]['kind'] extends 'transactional' ? Name : never;
}[SenderName];
