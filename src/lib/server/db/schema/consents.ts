import type { Generated } from 'kysely';
import type { NotificationKind } from '#lib/domain/account/notification-preferences.ts';

/**
 * The kinds of messages that a person can agree to or refuse. Codes and receipts are always sent. A row of `moonshot` is a consent that
 * was withdrawn; while it holds, the registration has its date.
 */
type ConsentKind = NotificationKind | 'moonshot';
type ConsentChannel = 'email' | 'sms' | 'whatsapp';

/** What a person agreed to receive. Withdrawing sets a time, and agreeing again inserts a new row. */
export interface ConsentTable {
  id: string;
  userId: string;
  kind: ConsentKind;
  /** Null means every channel. */
  channel: ConsentChannel | null;
  /** The exact text beside the checkbox at that time. */
  wording: string;
  grantedAt: Generated<Date>;
  withdrawnAt: Date | null;
}

export interface ConsentsTables {
  consent: ConsentTable;
}
