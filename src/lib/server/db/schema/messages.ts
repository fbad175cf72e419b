import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTimestamp } from './columns.ts';

export type Medium = 'SMS' | 'VOICE_CALL' | 'EMAIL';

/** A file of an email, by name: it is rendered when the email is delivered, so no bytes wait in the database. */
export interface Attachment {
  /** The name that the reader saves it by: `liftoff-embark-pro.pdf`. */
  fileName: string;
  /** Which document to render: `brochure/embark-pro`. */
  document: string;
}

/** The files of an email; null where there are none. */
type Attachments = ColumnType<Attachment[] | null, string | null | undefined, string | null>;

/** What was "sent" with MESSAGES=inbox; the newest few hundred rows. */
export interface InboxMessageTable {
  id: Generated<number>;
  /** E.164 or an e-mail address. */
  recipient: string;
  medium: Medium;
  subject: string | null;
  text: string;
  code: string | null;
  /** E-mail only: the same in HTML. */
  html: string | null;
  attachments: Attachments;
  at: Generated<Date>;
}

export type OutboxStatus = 'QUEUED' | 'SENT' | 'FAILED';

/** Messages that wait for delivery: written with what they tell of, delivered at least once (C-41). */
export interface OutboxTable {
  id: string;
  /** Unique: the same event queued twice is one message. */
  dedupeKey: string;
  recipient: string;
  medium: Medium;
  subject: string | null;
  /** Emptied once delivered or given up: the row stays to refuse a repeat, the words do not. */
  text: string | null;
  code: string | null;
  /** E-mail only: the same in HTML. Emptied with the text. */
  html: string | null;
  attachments: Attachments;
  status: Generated<OutboxStatus>;
  attempts: Generated<number>;
  /** The last attempt has no known outcome, or not yet. */
  isClaimed: Generated<boolean>;
  /** Attempts before it that may have arrived: nobody ever said. */
  uncertainAttempts: Generated<number>;
  /** When it may be tried; while one process delivers it, the end of that process's lease. */
  dueAt: GeneratedTimestamp;
  /** Class of the last failure, never a text or a recipient. */
  lastError: string | null;
  createdAt: Generated<Date>;
  finishedAt: Date | null;
}

export interface MessagesTables {
  inboxMessage: InboxMessageTable;
  outbox: OutboxTable;
}
