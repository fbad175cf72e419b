import type { ColumnType, Generated } from 'kysely';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { WorkMode } from '#lib/domain/hiring/jobs/job.ts';
import type { DeclineReason, OfferStatus } from '#lib/domain/hiring/offers/offer.ts';
import type { LeaveReason } from '#lib/domain/hiring/offers/placement.ts';
import type { GeneratedTimestamp, Timestamp } from './columns.ts';

/** An offer to the candidate of an application. A changed offer is a new row with the next version. */
export interface JobOfferTable {
  id: string;
  applicationId: string;
  version: number;
  status: OfferStatus;
  /** Whole units of the currency. */
  annualPay: number;
  /** ISO 4217. */
  currency: string;
  /** The first day: `2026-12-05`. */
  joiningOn: string;
  location: string;
  workMode: WorkMode;
  /** Markdown; empty without terms. */
  terms: string;
  letterMediaId: string | null;
  expiresAt: Timestamp;
  /** Where the application was before its first offer. A withdrawn offer leads back there. */
  fromStatus: ApplicationStatus;
  fromStageKey: string;
  createdById: string;
  createdAt: GeneratedTimestamp;
  /** The time of the answer, the withdrawal or the expiry. */
  endedAt: Timestamp | null;
  /** Null until it is accepted; it stays after a withdrawal. */
  acceptedAt: ColumnType<Date | null, undefined, Date | null>;
  /** The name that the candidate typed to accept it, and the network that they did so from. */
  acceptedName: Generated<string | null>;
  acceptedNetwork: Generated<string | null>;
  declineReason: Generated<DeclineReason | null>;
  declineNote: Generated<string | null>;
  /** When staff marked its answer as done. */
  answerReadAt: Generated<Date | null>;
}

/** A hired candidate at work. Its status follows from the days, see domain/hiring/offers/placement.ts. */
export interface PlacementTable {
  id: string;
  applicationId: string;
  /** Increases with every change. */
  version: Generated<number>;
  /** `2026-12-05` */
  joinedOn: string;
  leftOn: Generated<string | null>;
  leaveReason: Generated<LeaveReason | null>;
  note: Generated<string | null>;
  invoicedOn: Generated<string | null>;
  invoiceReference: Generated<string | null>;
  /** What the employer owes, in the currency of the offer. */
  feeAmount: Generated<number | null>;
  recordedById: string;
  createdAt: GeneratedTimestamp;
}

export interface OffersTables {
  placement: PlacementTable;
  jobOffer: JobOfferTable;
}
