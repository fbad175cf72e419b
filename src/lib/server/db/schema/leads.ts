import type { ColumnType, Generated } from 'kysely';
import type { ConversionKind, DeviceKind, Touch } from '#lib/domain/core/attribution.ts';
import type { BrochureStatus } from '#lib/domain/leads/brochure.ts';
import type { CallbackStatus, CallbackWindow } from '#lib/domain/leads/callback.ts';
import type { Json, Timestamp } from './columns.ts';

/** The attribution of a conversion, inserted with what it is about and never updated. [TRACK-01] */
export interface ConversionTable {
  id: string;
  kind: ConversionKind;
  /** Id of the user, request or application. */
  subjectId: string;
  /** Not a foreign key: triggers delete rows with their subject. */
  userId: string | null;
  /** The browser's id in the first-touch cookie. */
  anonymousId: string | null;
  firstTouch: ColumnType<Touch | null, string | null, never>;
  sessionTouch: ColumnType<Touch | null, string | null, never>;
  refCode: string | null;
  ogReferer: string | null;
  /** Known where the browser stored its first touch. */
  device: Generated<DeviceKind | null>;
  at: Generated<Date>;
}

/** The consent to offers of a person who sent a form without an account, with the wording that they saw. */
interface OffersConsentColumns {
  offersWording: string | null;
  offersGrantedAt: Date | null;
  offersWithdrawnAt: Date | null;
}

/** A request for a brochure. [API-51] */
export interface BrochureRequestTable extends OffersConsentColumns {
  id: string;
  programSlug: string;
  /** The address as the person typed it. */
  email: string;
  /** The address that all spellings of one mailbox share, see `normalizeMailbox`. Requests are deduplicated by it. */
  mailbox: string;
  userId: string | null;
  /** The email in the outbox; the outbox deletes it after some weeks. */
  messageId: string;
  status: Generated<BrochureStatus>;
  /** Repeated requests reuse the current one, until a day has passed or it has failed. */
  isCurrent: Generated<boolean>;
  requestedAt: Generated<Date>;
  finishedAt: Date | null;
}

/** A request to be called back. [API-53] */
export interface CallbackRequestTable extends OffersConsentColumns {
  id: string;
  /** The number that a person quotes: `CB-7K3F-9Q2M`. */
  reference: string;
  userId: string | null;
  firstName: string;
  lastName: string;
  email: string | null;
  countryIsoCode: string;
  phoneE164: string;
  /** The window that the number's verified owner asked for last, or else the earliest that anybody asked for. */
  preferredWindow: Json<CallbackWindow>;
  /** The IANA time zone of the window. */
  timeZone: string;
  topic: string | null;
  message: string | null;
  consentedAt: Generated<Date>;
  /** Which version of the words they saw, see domain/account/consent-texts.ts. */
  consentVersion: Generated<number>;
  status: Generated<CallbackStatus>;
  /** Repeated requests within 72 hours reuse the current one. */
  isCurrent: Generated<boolean>;
  expectedBy: Timestamp;
  requestedAt: Generated<Date>;
}

/** An event per change or repeat, inserted with it and never updated. */
export interface CallbackEventTable {
  id: string;
  callbackId: string;
  at: Generated<Date>;
  fromStatus: CallbackStatus | null;
  toStatus: CallbackStatus;
  actorType: 'VISITOR' | 'STAFF' | 'SYSTEM';
  actorId: string | null;
  /** `ASKED_AGAIN` for a repeated request. */
  reasonCode: string | null;
  publicNote: string | null;
  /** Only staff can read it. */
  privateNote: string | null;
  /** When the action that it belongs to was undone. */
  undoneAt: Generated<Date | null>;
}

export interface LeadsTables {
  conversion: ConversionTable;
  brochureRequest: BrochureRequestTable;
  callbackRequest: CallbackRequestTable;
  callbackEvent: CallbackEventTable;
}
