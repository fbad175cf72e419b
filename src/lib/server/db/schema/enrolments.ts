import type { Generated } from 'kysely';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { EnrolmentAction, EnrolmentStatus } from '#lib/domain/enrolment/enrolment-flow.ts';
import type { Fee, PaymentMethod } from '#lib/domain/enrolment/fee.ts';
import type { Json, Timestamp } from './columns.ts';

/** The seats of a batch of src/content that are reserved on this site. */
export interface BatchSeatsTable {
  batchId: string;
  taken: number;
}

/** A seat in a batch that a learner has reserved or waits for. */
export interface EnrolmentTable {
  /** A UUIDv7, so the wait-list is in the order of ids. */
  id: string;
  /** The number that people quote: `EN-26-00042`. */
  reference: string;
  userId: string;
  programSlug: string;
  batchId: string;
  status: EnrolmentStatus;
  /** The price as it was when the seat was requested. */
  fee: Json<Fee>;
  requestedAt: Generated<Date>;
  /** When a reserved or offered seat is released. */
  holdExpiresAt: Date | null;
  /** When the reminder before that was queued. */
  remindedAt: Date | null;
  confirmedAt: Date | null;
  endedAt: Date | null;
}

/** A payment that staff have recorded. There is no card data. */
export interface EnrolmentPaymentTable {
  id: string;
  enrolmentId: string;
  /** Whole units of the fee's currency. */
  amount: number;
  method: PaymentMethod;
  /** The bank's, provider's or receipt book's number. */
  reference: string;
  receivedAt: Timestamp;
  recordedById: string;
  recordedAt: Generated<Date>;
}

/** An event per change, inserted with it and never updated. */
export interface EnrolmentEventTable {
  id: string;
  enrolmentId: string;
  at: Generated<Date>;
  action: EnrolmentAction;
  fromStatus: EnrolmentStatus | null;
  toStatus: EnrolmentStatus;
  actorType: ActorType;
  actorId: string | null;
  reasonCode: string | null;
  publicNote: string | null;
  /** Only staff can read it. */
  privateNote: string | null;
  /** When the change was undone; readers of the history leave it out. */
  undoneAt: Generated<Date | null>;
}

export interface EnrolmentsTables {
  batchSeats: BatchSeatsTable;
  enrolment: EnrolmentTable;
  enrolmentPayment: EnrolmentPaymentTable;
  enrolmentEvent: EnrolmentEventTable;
}
