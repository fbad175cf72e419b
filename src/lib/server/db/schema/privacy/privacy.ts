import type { Generated } from 'kysely';
import type { Timestamp } from '../columns.ts';

/** A copy of their data that a person asked for. The file is in the media store under this id until it expires. */
export interface DataExportTable {
  /** Changes with each attempt to make the copy, so no attempt can replace or delete the file of another one. */
  id: string;
  userId: string;
  requestedAt: Generated<Date>;
  /** Null until the job has made the file. */
  readyAt: Generated<Date | null>;
  expiresAt: Generated<Date | null>;
  hasFile: Generated<boolean>;
  attempts: Generated<number>;
  nextAttemptAt: Generated<Date>;
}

/** An account that will be deleted, unless the person keeps it before. */
export interface AccountDeletionTable {
  userId: string;
  requestedAt: Generated<Date>;
  dueAt: Timestamp;
}

/** A number or an address that was a person's until a day. */
export interface FormerContactTable {
  userId: string;
  kind: 'PHONE' | 'EMAIL';
  /** E.164, or the address in lower case. */
  value: string;
  until: Generated<Date>;
}

export interface PrivacyTables {
  dataExport: DataExportTable;
  accountDeletion: AccountDeletionTable;
  formerContact: FormerContactTable;
}
