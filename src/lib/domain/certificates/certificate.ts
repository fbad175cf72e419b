/** Certificates: what they are, and the status that the public sees. */

export const certificateKindLabels = {
  COMPLETION: 'Certificate of completion',
  ACHIEVEMENT: 'Certificate of achievement',
  PARTICIPATION: 'Certificate of participation',
} as const;
export type CertificateKind = keyof typeof certificateKindLabels;

/** What the holder did, between the name and the title. */
export const certificateVerbs: Record<CertificateKind, string> = {
  COMPLETION: 'has completed',
  ACHIEVEMENT: 'has achieved',
  PARTICIPATION: 'took part in',
};

/** What is stored. That a certificate expired follows from its date; that it is hidden is the holder's own choice. */
export const storedStatuses = ['DRAFT', 'ISSUED', 'REVOKED', 'REPLACED'] as const;
export type StoredStatus = (typeof storedStatuses)[number];

/** What the public sees of a known certificate. */
export const certificateStatusLabels = {
  ISSUED: 'Valid',
  EXPIRED: 'Expired',
  REVOKED: 'Revoked',
  REPLACED: 'Replaced',
  HIDDEN: 'Hidden by its holder',
} as const;
export type CertificateStatus = keyof typeof certificateStatusLabels;

export interface StatusFacts {
  status: StoredStatus;
  isHidden: boolean;
  /** The last day on which it is valid; null for ever. */
  expiresOn: string | null;
}

/**
 * Returns the status that the public sees on a day; null for a draft, which is not public. A hidden certificate confirms
 * nothing, so it hides too that it was revoked. [API-52]
 */
export function certificateStatusOn(facts: StatusFacts, today: string): CertificateStatus | null {
  if (facts.status === 'DRAFT') return null;
  if (facts.isHidden) return 'HIDDEN';
  if (facts.status !== 'ISSUED') return facts.status;
  return facts.expiresOn !== null && facts.expiresOn < today ? 'EXPIRED' : 'ISSUED';
}

/** Returns the classes of the badge that shows a status. */
export function certificateBadge(status: CertificateStatus | 'DRAFT'): string {
  if (status === 'ISSUED') return 'badge badge-success';
  if (status === 'REVOKED') return 'badge badge-danger';
  return status === 'EXPIRED' || status === 'REPLACED' ? 'badge badge-warning' : 'badge';
}

export interface Signatory {
  name: string;
  role: string;
}

/** The facts that are printed. The public page shows the same. Days are `2026-05-31`. */
export interface CertificateFacts {
  kind: CertificateKind;
  /** The name as it was at issue. */
  holderName: string;
  title: string;
  programTitle: string;
  batchName: string | null;
  description: string;
  /** What the holder had to do. */
  criteria: string;
  skills: readonly string[];
  hours: number | null;
  grade: string | null;
  completedOn: string | null;
  issuedOn: string;
  expiresOn: string | null;
  signatories: readonly Signatory[];
}
