import type { Generated } from 'kysely';
import type { EmployerAnswer } from '#lib/domain/hiring/employer-links/employer-link.ts';
import type { GeneratedTimestamp, Timestamp } from './columns.ts';

/** A link with which one person of an employer sees candidates of one job. */
export interface EmployerLinkTable {
  id: string;
  /** Of the form that made it. A form that is sent twice makes one link. */
  requestId: string;
  jobId: string;
  /** SHA-256 of the key in the address. */
  keyHash: string;
  personName: string;
  personEmail: string;
  createdById: string;
  createdAt: GeneratedTimestamp;
  expiresAt: Timestamp;
  revokedAt: Generated<Date | null>;
  /** When it was first seen to be expired. */
  expiredAt: Generated<Date | null>;
  openedCount: Generated<number>;
  lastOpenedAt: Generated<Date | null>;
}

/** A candidate of a link, with the employer's latest answer. */
export interface EmployerReviewTable {
  id: string;
  linkId: string;
  applicationId: string;
  /** Position on the page, from 0. */
  position: number;
  answer: Generated<EmployerAnswer | null>;
  note: Generated<string | null>;
  answeredAt: Generated<Date | null>;
  /** Increases with every answer. */
  version: Generated<number>;
  /** When staff marked this answer as read. */
  readAt: Generated<Date | null>;
}

/** An employer's first answer for a candidate and the latest ones, inserted with the change and never updated. */
export interface EmployerAnswerTable {
  reviewId: string;
  version: number;
  answer: EmployerAnswer;
  note: string | null;
  at: Generated<Date>;
}

export interface EmployerLinksTables {
  employerLink: EmployerLinkTable;
  employerReview: EmployerReviewTable;
  employerAnswer: EmployerAnswerTable;
}
