import type { Generated } from 'kysely';
import type { AttendanceStatus } from '#lib/domain/hiring/appointments/attendance.ts';
import type { InterviewMode, InterviewStatus } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { Recommendation, ScorecardCriterion } from '#lib/domain/hiring/appointments/scorecard.ts';
import type { TrainingStatus } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { TrainingMode } from '#lib/domain/hiring/jobs/job.ts';
import type { GeneratedTimestamp, Json, Timestamp } from './columns.ts';

export interface TrainingBatchTable {
  id: string;
  jobId: string;
  title: string;
  startsAt: Timestamp;
  endsAt: Timestamp;
  /** IANA. */
  timeZone: string;
  mode: TrainingMode;
  joinUrl: string | null;
  address: string | null;
  /** What to bring or prepare. */
  instructions: string | null;
  capacity: number;
  /** Reserved seats. One conditional update reserves each. */
  taken: Generated<number>;
  cancelledAt: Date | null;
  /** The message to those who had a seat. */
  cancelNote: string | null;
  /** Increases when its time or place changes. */
  version: Generated<number>;
}

/** The training of one application at one stage of its job. */
export interface TrainingTable {
  id: string;
  applicationId: string;
  stageKey: string;
  status: Exclude<TrainingStatus, 'NOT_REQUIRED'>;
  /** Null until a batch is chosen. */
  batchId: string | null;
  missedCount: Generated<number>;
  agreedToTermsAt: Date | null;
  /** The batch's version of which the candidate was last notified. */
  toldVersion: Generated<number>;
  toldStartsAt: Timestamp | null;
  /** Increases with each change of the calendar entry (RFC 5545, 3.8.7.4). */
  sequence: Generated<number>;
}

/** Whether somebody attended on one day of a batch. */
export interface TrainingAttendanceTable {
  trainingId: string;
  batchId: string;
  /** A day in the batch's time zone: `2026-12-05`. */
  day: string;
  status: AttendanceStatus;
  markedById: string;
  markedAt: GeneratedTimestamp;
}

/** A message by staff to everybody in a batch. */
export interface BatchMessageTable {
  id: string;
  batchId: string;
  subject: string;
  text: string;
  /** The number of people who got it. */
  people: number;
  sentById: string;
  sentAt: GeneratedTimestamp;
}

/** A slot belongs to a job or to an expert. */
export interface InterviewSlotTable {
  id: string;
  jobId: string | null;
  expertId: string | null;
  /** Null for slots of every interview of the job. */
  stageKey: string | null;
  startsAt: Timestamp;
  endsAt: Timestamp;
  /** IANA. */
  timeZone: string;
  mode: InterviewMode;
  joinUrl: string | null;
  address: string | null;
  instructions: string | null;
  interviewerId: string | null;
  /** When the role of its interviewer ended, until it has another one. */
  interviewerLeftAt: Generated<Date | null>;
  capacity: number;
  /** Reserved seats. One conditional update reserves each. */
  taken: Generated<number>;
  cancelledAt: Date | null;
  /** The message to those who had a seat. */
  cancelNote: string | null;
}

/** The interview of one application at one stage of its job. */
export interface InterviewTable {
  id: string;
  applicationId: string;
  stageKey: string;
  status: Exclude<InterviewStatus, 'NOT_REQUIRED'>;
  /** Its slot, also after it was cancelled; only an interview in `seatedInterviews` holds a seat. */
  slotId: string | null;
  reschedulesUsed: Generated<number>;
  /** The permanent UID of the calendar entry; `sequence` increases with each of its changes (RFC 5545, 3.8.7.4). */
  uid: string;
  sequence: Generated<number>;
}

/** A person who holds interviews: a member of staff, or a guest without an account. */
export interface InterviewerTable {
  id: string;
  name: string;
  email: string;
  /** Null for a guest. */
  userId: string | null;
  /** Only active interviewers get new slots. */
  isActive: Generated<boolean>;
  createdAt: GeneratedTimestamp;
}

/** A calendar file that an interviewer got by email. */
export interface InterviewerInviteTable {
  id: string;
  interviewerId: string;
  /** The interview of an application, or else a mock interview. */
  interviewId: string | null;
  mockInterviewId: string | null;
  slotId: string;
  method: 'REQUEST' | 'CANCEL';
  /** Increases with every row. */
  sequence: Generated<number>;
  createdAt: GeneratedTimestamp;
}

/** What an interviewer thinks of an interview. Only staff can read it. */
export interface ScorecardTable {
  id: string;
  interviewId: string;
  authorId: string;
  interviewerName: string;
  criteria: Json<ScorecardCriterion[]>;
  recommendation: Recommendation;
  summary: string;
  version: Generated<number>;
  createdAt: GeneratedTimestamp;
  updatedAt: GeneratedTimestamp;
}

/** A scorecard before a change. Rows are never updated. */
export interface ScorecardRevisionTable {
  id: string;
  scorecardId: string;
  version: number;
  changedById: string;
  changedAt: GeneratedTimestamp;
  card: Json<{
    interviewerName: string;
    criteria: ScorecardCriterion[];
    recommendation: Recommendation;
    summary: string;
  }>;
}

/** That somebody came to a training or an interview, or did not. A trigger adds it with the event, for the report on hiring. */
export interface AppointmentOutcomeTable {
  eventId: string;
  applicationId: string;
  jobId: string;
  subject: 'TRAINING' | 'INTERVIEW';
  at: Timestamp;
  missed: boolean;
  /** Of interviews: the booked time, and who was invited to it. */
  startsAt: Timestamp | null;
  interviewerId: string | null;
}

export interface AppointmentsTables {
  appointmentOutcome: AppointmentOutcomeTable;
  scorecard: ScorecardTable;
  scorecardRevision: ScorecardRevisionTable;
  interviewer: InterviewerTable;
  interviewerInvite: InterviewerInviteTable;
  trainingBatch: TrainingBatchTable;
  training: TrainingTable;
  trainingAttendance: TrainingAttendanceTable;
  batchMessage: BatchMessageTable;
  interviewSlot: InterviewSlotTable;
  interview: InterviewTable;
}
