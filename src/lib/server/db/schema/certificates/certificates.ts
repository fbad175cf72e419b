import type { Generated } from 'kysely';
import type { CatalogType } from '#lib/domain/catalog/programs.ts';
import type {
  CertificateFacts,
  CertificateKind,
  Signatory,
  StoredStatus,
} from '#lib/domain/certificates/certificate.ts';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { GeneratedJson, Json } from '../columns.ts';

/** A certificate, with the data of the day on which it was issued. Days are `2026-05-31`. */
export interface CertificateTable {
  id: string;
  /** The id that people quote, see domain/certificates/short-id.ts. */
  shortUuid: string;
  /** The holder's account; null until somebody with the holder's phone or email claims it. */
  userId: string | null;
  status: StoredStatus;
  kind: Generated<CertificateKind>;
  title: string;
  programType: Generated<CatalogType | null>;
  programTitle: string;
  batchName: Generated<string | null>;
  holderName: string;
  description: Generated<string>;
  criteria: Generated<string>;
  skills: GeneratedJson<string[]>;
  hours: Generated<number | null>;
  grade: Generated<string | null>;
  completedOn: Generated<string | null>;
  issuedOn: string;
  /** The last day on which it is valid; null for ever. */
  expiresOn: Generated<string | null>;
  issuerName: string;
  signatories: GeneratedJson<Signatory[]>;
  /** Where the holder was reached at issue, by which the holder claims it. Lower case. */
  holderEmail: Generated<string | null>;
  /** E.164. */
  holderPhone: Generated<string | null>;
  /** The same for every repetition of one issue. */
  dedupeKey: Generated<string | null>;
  source: Generated<'SINGLE' | 'CSV' | 'BATCH' | 'EVENT'>;
  /** The event that it confirms; null for everything else. */
  eventId: Generated<string | null>;
  /** The holder shows it to nobody. */
  isHidden: Generated<boolean>;
  /** The holder's portfolio lists it while it is valid and not hidden. */
  isInPortfolio: Generated<boolean>;
  revokedAt: Generated<Date | null>;
  /** Everybody can read it. */
  revocationReason: Generated<string | null>;
  replacedById: Generated<string | null>;
  /** Rises with each correction and change of status. */
  version: Generated<number>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
}

export interface CertificateEventTable {
  id: string;
  certificateId: string;
  at: Generated<Date>;
  action: string;
  fromStatus: StoredStatus | null;
  toStatus: StoredStatus;
  actorType: ActorType;
  actorId: string | null;
  publicNote: string | null;
  privateNote: string | null;
  /** When the change was undone; readers of the history leave it out. */
  undoneAt: Generated<Date | null>;
}

/** What one version has printed. */
export interface CertificateVersionTable {
  id: string;
  certificateId: string;
  version: number;
  facts: Json<CertificateFacts>;
  /** The position in the status lists, which no other version has. */
  statusIndex: Generated<number>;
  createdAt: Generated<Date>;
}

/** A holder's request for another spelling of the name; one open request per certificate. */
export interface CertificateCorrectionTable {
  id: string;
  certificateId: string;
  userId: string;
  requestedName: string;
  note: string | null;
  status: 'OPEN' | 'APPROVED' | 'REJECTED';
  requestedAt: Generated<Date>;
  decidedAt: Generated<Date | null>;
  decidedById: Generated<string | null>;
  /** What staff answered, if they did not approve it. */
  answer: Generated<string | null>;
}

/** How often the link was opened in a month, from pages of one host. */
export interface CertificateVisitTable {
  certificateId: string;
  /** Its first day, in India. */
  month: string;
  /** `www.linkedin.com`; empty without a source, `other` for all beyond the first 20 of a month. */
  host: string;
  visits: number;
}

export interface CertificatesTables {
  certificate: CertificateTable;
  certificateEvent: CertificateEventTable;
  certificateVersion: CertificateVersionTable;
  certificateCorrection: CertificateCorrectionTable;
  certificateVisit: CertificateVisitTable;
}
