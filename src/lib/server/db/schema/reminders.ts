import type { Generated } from 'kysely';
import type { Timestamp } from './columns.ts';

/** A reminder that was sent; it is inserted in the transaction that queues its messages. */
export interface ReminderTable {
  /** What it is about: `interview`. */
  topic: string;
  subjectId: string;
  /** The time that the person was reminded of. */
  startsAt: Timestamp;
  minutesBefore: number;
  sentAt: Generated<Date>;
}

export interface RemindersTables {
  reminder: ReminderTable;
}
