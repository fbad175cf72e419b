import type { ColumnType, Generated } from 'kysely';
import type { WebhookEventType, WebhookStatus } from '#lib/domain/staff/webhooks.ts';
import type { GeneratedTimestamp } from './columns.ts';

/** WEBHOOK is an event for another system; its text is JSON. */
export type Medium = 'SMS' | 'VOICE_CALL' | 'EMAIL' | 'WHATSAPP' | 'WEBHOOK';

/** What a queued message is about; each kind has its own budget. Codes are never queued, so they are no kind. */
export type MessageKind =
  | 'account-notice'
  | 'agenda'
  | 'job-alert'
  | 'application-update'
  | 'appointment'
  | 'brochure'
  | 'callback'
  | 'certificate'
  | 'email-code'
  | 'enrolment'
  | 'event'
  | 'interviewer'
  | 'lead-alert'
  | 'registration-update'
  | 'reminder'
  | 'webhook-event';

/** An attachment by name. It is rendered when the email is delivered, so the database stores no bytes. */
export interface Attachment {
  /** The attachment's file name: `liftoff-embark-pro.pdf`. */
  fileName: string;
  /** The document to render: `brochure/embark-pro`. */
  document: string;
}

/** The files of an email; null where there are none. */
type Attachments = ColumnType<Attachment[] | null, string | null | undefined, string | null>;

/** The newest few hundred messages that were "sent" with MESSAGES=inbox. */
export interface InboxMessageTable {
  id: Generated<number>;
  /** A number in E.164 format or an email address. */
  recipient: string;
  medium: Medium;
  subject: string | null;
  text: string;
  code: string | null;
  /** Email only: the HTML part. */
  html: string | null;
  attachments: Attachments;
  at: Generated<Date>;
}

/**
 * HELD messages are over their budget. When `dueAt` comes, several become one digest and are MERGED. A REPLACED one was not delivered
 * before the one about a later change.
 */
export type OutboxStatus = 'QUEUED' | 'HELD' | 'MERGED' | 'SENT' | 'FAILED' | 'REPLACED';

/** Messages to deliver at least once, inserted in the transaction of the change that they are about. [C-41] */
export interface OutboxTable {
  id: string;
  /** Unique, so that a message that is queued twice is sent once. */
  dedupeKey: string;
  recipient: string;
  medium: Medium;
  kind: MessageKind;
  /** The account that the message is about; null for a visitor. */
  userId: string | null;
  /** What sent it, as `account/notifications/senders.ts` names it; null for a digest. */
  sender: string | null;
  subject: string | null;
  /**
   * Erased once the message is delivered or has failed, unless it is repeatable; the row stays, so that it cannot be queued
   * again.
   */
  text: string | null;
  /** Whether staff may send it again. It contains no code. */
  isRepeatable: Generated<boolean>;
  /** The message that it repeats. */
  repeatOf: Generated<string | null>;
  code: string | null;
  /** Email only: the HTML part, erased with the text. */
  html: string | null;
  attachments: Attachments;
  /** Email only: the link that stops emails of this kind. */
  unsubscribeUrl: string | null;
  /** One or two sentences that stand for the message in a digest, erased with the text. */
  summary: string | null;
  /** The recipient's time zone, for times in a digest; null for India's. */
  timeZone: string | null;
  status: Generated<OutboxStatus>;
  attempts: Generated<number>;
  /** Whether the last attempt is running or has no known outcome. */
  isClaimed: Generated<boolean>;
  /** The number of earlier attempts without a known outcome, which may have delivered the message. */
  uncertainAttempts: Generated<number>;
  /**
   * The time when it can be attempted; during an attempt, the end of the process's lease, and of a held message the end of
   * its budget's window.
   */
  dueAt: GeneratedTimestamp;
  /** Messages of one key can be cancelled together until one of them is claimed. */
  cancelKey: Generated<string | null>;
  /** The keys of messages about later changes. While one of them exists, this one is not tried again. */
  replacedByKeys: Generated<string[] | null>;
  /** The kind of the last failure, without text and recipient. */
  lastError: string | null;
  createdAt: Generated<Date>;
  finishedAt: Date | null;
  /** The provider's id of the message, once it has accepted it. */
  providerId: string | null;
  /** What the provider has reported since; null until then, and for every email. */
  delivery: 'DELIVERED' | 'FAILED' | null;
  /** Why it was not delivered, without a number. */
  deliveryReason: string | null;
  deliveryAt: Date | null;
  /** When staff dealt with a message that failed. */
  dismissedAt: Date | null;
}

/** An address of another system that gets events. */
export interface WebhookTable {
  id: string;
  name: string;
  url: string;
  /** The types of events that it gets. */
  events: WebhookEventType[];
  status: Generated<WebhookStatus>;
  /** Counts the secrets of the webhook, each derived from the secret key. */
  secretNumber: Generated<number>;
  secretHash: string;
  /** Of the secret before it, which signs too until `oldSecretUntil`. */
  oldSecretHash: Generated<string | null>;
  oldSecretUntil: Generated<Date | null>;
  /** Since when no request succeeded; null while the last one succeeded. */
  failingSince: Generated<Date | null>;
  /** The failed requests since then. */
  failures: Generated<number>;
  disabledAt: Generated<Date | null>;
  version: Generated<number>;
  createdById: string;
  createdAt: Generated<Date>;
}

/** Something that happened and is yet to be queued for the webhooks, inserted by a trigger in its transaction. */
export interface WebhookEventTable {
  id: Generated<string>;
  type: WebhookEventType;
  /** The row that it is about: of a history, or an offer. */
  subjectId: string;
  at: Generated<Date>;
}

/** An attempt to deliver an event, deleted with its row of the outbox. */
export interface WebhookAttemptTable {
  id: Generated<number>;
  messageId: string;
  at: Generated<Date>;
  /** The HTTP status; null where nobody answered. */
  status: number | null;
  error: string | null;
  durationMs: number;
  /** The beginning of the answer. */
  answer: string;
}

export interface MessagesTables {
  inboxMessage: InboxMessageTable;
  outbox: OutboxTable;
  webhook: WebhookTable;
  webhookEvent: WebhookEventTable;
  webhookAttempt: WebhookAttemptTable;
}
