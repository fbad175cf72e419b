import type { ColumnType, Generated } from 'kysely';
import type { BrochureProgram } from '#lib/domain/catalog/programs.ts';
import type { ConversionKind, Touch } from '#lib/domain/core/attribution.ts';
import type { BrochureStatus } from '#lib/domain/leads/brochure.ts';
import type { CallbackStatus, CallbackWindow } from '#lib/domain/leads/callback.ts';
import type { Json, Timestamp } from './columns.ts';

/** Where somebody who did something came from (TRACK-01). Written with what it tells of and never changed. */
export interface ConversionTable {
  id: string;
  kind: ConversionKind;
  /** Id of the user, request or application. */
  subjectId: string;
  /** No reference: rows go with their subject, see `deleteOldLeads`. */
  userId: string | null;
  /** The browser, as the first-touch cookie names it. */
  anonymousId: string | null;
  firstTouch: ColumnType<Touch | null, string | null, never>;
  sessionTouch: ColumnType<Touch | null, string | null, never>;
  refCode: string | null;
  ogReferer: string | null;
  at: Generated<Date>;
}

/** Somebody who asked for a brochure (API-51). */
export interface BrochureRequestTable {
  id: string;
  programSlug: BrochureProgram;
  /** As typed. */
  email: string;
  /** The address that all spellings of one mailbox share, see `normalizeMailbox`: what the one request is told by. */
  mailbox: string;
  userId: string | null;
  /** The mail in the outbox, for as long as the outbox keeps it. */
  messageId: string;
  status: Generated<BrochureStatus>;
  /** A repeat folds into the current one; the next one takes its place after a day, or once it failed. */
  isCurrent: Generated<boolean>;
  requestedAt: Generated<Date>;
  finishedAt: Date | null;
}

/** Somebody who asked to be called (API-53). */
export interface CallbackRequestTable {
  id: string;
  /** What a person quotes: `CB-7K3F-9Q2M`. */
  reference: string;
  userId: string | null;
  firstName: string;
  lastName: string;
  email: string | null;
  countryIsoCode: string;
  phoneE164: string;
  /** As asked for last by whoever proved the number, or soonest by anybody. */
  preferredWindow: Json<CallbackWindow>;
  /** IANA: the zone that the window is in. */
  timeZone: string;
  topic: string | null;
  message: string | null;
  consentedAt: Generated<Date>;
  status: Generated<CallbackStatus>;
  /** A repeat within 72 hours folds into the current one. */
  isCurrent: Generated<boolean>;
  expectedBy: Timestamp;
  requestedAt: Generated<Date>;
}

/** One row per change or repeat, written with it and never changed. */
export interface CallbackEventTable {
  id: string;
  callbackId: string;
  at: Generated<Date>;
  fromStatus: CallbackStatus | null;
  toStatus: CallbackStatus;
  actorType: 'VISITOR' | 'STAFF' | 'SYSTEM';
  actorId: string | null;
  /** `ASKED_AGAIN` where nothing but the wish changed. */
  reasonCode: string | null;
  publicNote: string | null;
  /** Never leaves the staff's pages. */
  privateNote: string | null;
}

export interface LeadsTables {
  conversion: ConversionTable;
  brochureRequest: BrochureRequestTable;
  callbackRequest: CallbackRequestTable;
  callbackEvent: CallbackEventTable;
}
