import { findOwn } from '#lib/domain/core/record.ts';
import { explainFailure } from './delivery-failure.ts';

/** Texts of the list of messages that a person was sent. */

/** What a message is about, where its own words are not shown. */
export const messageKindLabels: Record<string, string> = {
  'account-notice': 'Change of the account',
  agenda: 'List of the day',
  'application-update': 'Update about an application',
  appointment: 'Training or interview',
  brochure: 'Brochure',
  callback: 'Call',
  certificate: 'Certificate',
  'email-code': 'Code to confirm the email',
  enrolment: 'Enrolment',
  event: 'Event',
  interviewer: 'Message to an interviewer',
  'job-alert': 'New jobs',
  'lead-alert': 'Alert about leads',
  'registration-update': 'Candidate details',
  reminder: 'Reminder',
};

/** Returns what a kind of message is about, or the kind itself where it has no label. */
export const findMessageKindLabel = (kind: string): string => findOwn(messageKindLabels, kind) ?? kind;

export const mediumLabels = {
  EMAIL: 'Email',
  SMS: 'SMS',
  VOICE_CALL: 'Call',
  WHATSAPP: 'WhatsApp',
  WEBHOOK: 'Event',
} as const;

const messageStatusLabels = {
  QUEUED: 'Waiting',
  HELD: 'Held, too many in a short time',
  MERGED: 'Sent in one message with others',
  SENT: 'Sent',
  FAILED: 'Failed',
  REPLACED: 'Replaced by a later message',
} as const;

interface LoggedMessage {
  kind: string;
  subject: string | null;
  summary: string | null;
  isRepeatable: boolean;
}

/**
 * Returns the subject or the first words of a message. Only a repeatable one shows its words, because others may contain a
 * code or a link with a key.
 */
export function formatMessageTitle({ kind, subject, summary, isRepeatable }: LoggedMessage): string {
  const words = isRepeatable ? (subject ?? summary) : kind === 'email-code' ? null : subject;
  return words ?? findMessageKindLabel(kind);
}

interface MessageState {
  medium: keyof typeof mediumLabels;
  status: keyof typeof messageStatusLabels;
  lastError: string | null;
  /** What the provider has reported since. */
  delivery: 'DELIVERED' | 'FAILED' | null;
  deliveryReason: string | null;
}

/** Returns whether a message did not arrive, as far as we know. What was delivered in the end has not failed. */
export const hasMessageFailed = ({ status, delivery }: Pick<MessageState, 'status' | 'delivery'>): boolean =>
  delivery === 'FAILED' || (status === 'FAILED' && delivery === null);

/**
 * Returns the state of a message: `Delivered`, `Sent`, or `Failed: the provider answered 500. Send it again.` A code that we know
 * is explained. No mail server says whether an email reached the inbox.
 */
export function formatMessageStatus(message: MessageState): string {
  const { medium, status, lastError, delivery, deliveryReason } = message;
  if (delivery === 'DELIVERED') return 'Delivered';
  if (delivery === 'FAILED')
    return `Not delivered${withExplanation(deliveryReason ?? 'the provider gives no reason')}`;
  if (status === 'SENT' && medium === 'EMAIL') return 'Sent, the mail server accepted it';
  if (status === 'QUEUED' && lastError !== null)
    return `Not sent yet${withExplanation(lastError, { isTriedAgain: true })}`;
  return status === 'FAILED' && lastError !== null
    ? `${messageStatusLabels[status]}${withExplanation(lastError)}`
    : messageStatusLabels[status];
}

/** Returns the state without the code of the provider where we know what it means: `Not delivered. The number has no WhatsApp …`. */
export function explainMessageStatus(message: MessageState): string {
  const explanation = explainFailure(message.deliveryReason ?? message.lastError ?? '');
  if (!explanation) return formatMessageStatus(message);
  return `${message.delivery === 'FAILED' ? 'Not delivered' : 'Failed'}. ${explanation}`;
}

/** Returns what the reason means and then the words of the provider, which the operator needs: `. The mailbox is full. … (the mail server: 552)` */
function withExplanation(reason: string, { isTriedAgain = false } = {}): string {
  const words = reason.replace(/[.\s]+$/, '');
  const explanation = explainFailure(reason);
  if (!isTriedAgain) return explanation ? `. ${explanation} (${words})` : `: ${reason}`;
  // What the person should do comes after the first sentence, and here they should wait.
  const meaning = explanation?.split(/(?<=\.) /)[0];
  return `${meaning ? `. ${meaning}` : `: ${words}.`} We try again by ourselves.${meaning ? ` (${words})` : ''}`;
}
