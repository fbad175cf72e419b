import type { Generated } from 'kysely';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { PaymentMethod } from '#lib/domain/enrolment/fee.ts';
import type { Recommendation, ScorecardCriterion } from '#lib/domain/hiring/appointments/scorecard.ts';
import type { NextStep } from '#lib/domain/hiring/mock-interviews/feedback.ts';
import type {
  MockInterviewAction,
  MockInterviewStatus,
} from '#lib/domain/hiring/mock-interviews/mock-interview-flow.ts';
import type { FocusArea } from '#lib/domain/hiring/mock-interviews/mock-interview-text.ts';
import type { GeneratedJson, GeneratedTimestamp, Json, Timestamp } from './columns.ts';

/** A coach with the profile PREPPA_EXPERT. */
export interface ExpertTable {
  id: string;
  userId: string;
  /** Names a file of src/content/coaches. */
  coachSlug: string;
  /** The same person as an interviewer, whose slots never overlap. */
  interviewerId: string;
  /** False after staff removed the profile. */
  isActive: Generated<boolean>;
  createdAt: GeneratedTimestamp;
}

/** Mock interviews that a person pays for at once. */
export interface InterviewPassTable {
  id: string;
  /** The number that people write into the transfer: `IP-26-00042`. */
  reference: string;
  userId: string;
  programSlug: string;
  /** Whole units of the currency, with tax. */
  amount: number;
  currency: string;
  /** How many mock interviews it is for. */
  interviews: number;
  /** Booked and held ones. One at most before the payment. */
  taken: Generated<number>;
  createdAt: GeneratedTimestamp;
  /** Null until staff recorded the payment. */
  paidAt: Date | null;
  method: PaymentMethod | null;
  /** The bank's, provider's or receipt book's number. */
  paymentReference: string | null;
  recordedById: string | null;
  /** When a booking ended without a payment; nothing can be booked until it arrives. */
  lapsedAt: Date | null;
}

/** A mock interview of a person with an expert. */
export interface MockInterviewTable {
  id: string;
  userId: string;
  expertId: string;
  programSlug: string;
  status: MockInterviewStatus;
  /** Its slot, also after it was cancelled. */
  slotId: string;
  /** The role that the person prepares for. */
  role: string;
  focus: Json<FocusArea[]>;
  resumeMediaId: string | null;
  portfolioSlug: string | null;
  note: string | null;
  /** What it is paid with; null for bookings from before there were passes. */
  passId: string | null;
  /** The permanent UID of the calendar entry; `sequence` increases with each of its changes (RFC 5545, 3.8.7.4). */
  uid: string;
  sequence: Generated<number>;
  bookedAt: GeneratedTimestamp;
}

/** One change of a mock interview. Rows are never updated, except by an undo. */
export interface MockInterviewEventTable {
  id: string;
  mockInterviewId: string;
  at: GeneratedTimestamp;
  action: MockInterviewAction;
  fromStatus: MockInterviewStatus | null;
  toStatus: MockInterviewStatus;
  /** The time that it had after the change. */
  startsAt: Timestamp;
  actorType: ActorType;
  actorId: string | null;
  publicNote: string | null;
  undoneAt: Date | null;
}

/** What the expert thinks of a mock interview. A draft until `sharedAt`. */
export interface MockInterviewFeedbackTable {
  mockInterviewId: string;
  criteria: GeneratedJson<ScorecardCriterion[]>;
  recommendation: Recommendation | null;
  summary: Generated<string>;
  nextSteps: GeneratedJson<NextStep[]>;
  version: Generated<number>;
  updatedAt: GeneratedTimestamp;
  sharedAt: Date | null;
}

export interface MockInterviewsTables {
  expert: ExpertTable;
  interviewPass: InterviewPassTable;
  mockInterview: MockInterviewTable;
  mockInterviewEvent: MockInterviewEventTable;
  mockInterviewFeedback: MockInterviewFeedbackTable;
}
