import type { Generated } from 'kysely';

/** The three kinds of messages that a person can agree to or refuse. Codes and receipts are always sent. */
type ConsentKind = 'reminders' | 'updates' | 'offers' | 'agenda' | 'alerts';
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
