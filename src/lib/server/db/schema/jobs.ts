import type { ColumnType, Generated } from 'kysely';
import type { JobAlertFilters } from '#lib/contract/hiring/saved-jobs.ts';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { ApplicationAction } from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { EventSubject } from '#lib/domain/hiring/applications/history-text.ts';
import type { InterviewAction, InterviewStatus } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { TrainingAction, TrainingStatus } from '#lib/domain/hiring/appointments/training-flow.ts';
import type { EligibilityItem } from '#lib/domain/hiring/jobs/eligibility.ts';
import type {
  EmploymentType,
  JobFamily,
  JobLevel,
  JobStatus,
  Stage,
  TrainingMode,
  WorkMode,
} from '#lib/domain/hiring/jobs/job.ts';
import type { Answer, Question } from '#lib/domain/hiring/jobs/question.ts';
import type { SalaryPeriod } from '#lib/domain/hiring/jobs/salary-text.ts';
import type { ApplicationProgressTable } from './analytics/application-progress.ts';
import type { GeneratedJson, Json, Timestamp } from './columns.ts';
import type { CandidateSnapshot } from './registrations.ts';

export interface EmployerTable {
  id: string;
  slug: string;
  name: string;
  /** A public picture. */
  logoMediaId: Generated<string | null>;
  /** Normalised (C-36). */
  website: string | null;
  /** Markdown. */
  about: string;
  /** Increases with every edit. */
  version: Generated<number>;
  archivedAt: Generated<Date | null>;
  /** The employer that this one was merged into; its address leads there. */
  mergedIntoId: Generated<string | null>;
}

/** A person at an employer, whom only staff see. */
export interface EmployerContactTable {
  id: string;
  employerId: string;
  name: string;
  role: string | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  /** One contact of an employer at most. */
  isMain: Generated<boolean>;
  version: Generated<number>;
}

export interface JobLocationTable {
  id: string;
  city: string;
  region: string;
  /** ISO 3166-1 alpha-2. */
  countryIsoCode: string;
  /** IANA. */
  timeZone: string;
}

export interface JobTraining {
  required: boolean;
  title: string;
  durationDays: number;
  mode: TrainingMode;
}

export interface JobTable {
  id: string;
  /** Increases with every edit. */
  version: Generated<number>;
  slug: string;
  code: string;
  title: string;
  family: JobFamily;
  level: JobLevel;
  employerId: string;
  employmentType: EmploymentType;
  workMode: WorkMode;
  shift: string;
  /** Whole units of the currency per period, stored even where they are not public. */
  salaryMin: number;
  salaryMax: number;
  salaryCurrency: string;
  salaryPeriod: SalaryPeriod;
  salaryIsPublic: Generated<boolean>;
  summary: string;
  /** Markdown. */
  description: string;
  responsibilities: Json<string[]>;
  requirements: Json<string[]>;
  benefits: Json<string[]>;
  eligibility: Json<EligibilityItem[]>;
  /** Questions to every applicant. */
  questions: GeneratedJson<Question[]>;
  training: Json<JobTraining> | null;
  stages: Json<Stage[]>;
  postedAt: Generated<Date>;
  applyBy: Timestamp;
  /** The time when staff closed it; null if `applyBy` closes it. */
  closedAt: Date | null;
  replyWithinHours: Generated<number>;
  /**
   * The status that staff set. After `applyBy` the job is closed regardless of this value, see `jobStatus`.
   */
  status: JobStatus;
}

export interface JobJobLocationTable {
  jobId: string;
  jobLocationId: string;
  /** Position in lists, from 0. */
  position: number;
  /** How many people are hired there. The openings of the job are the sum. */
  openings: number;
}

export interface JobApplicationTable {
  id: string;
  /** `MS-26-00817` */
  number: string;
  userId: string;
  jobId: string;
  /** The place of the job that it is for; see `findApplicationLocation`. */
  jobLocationId: string | null;
  /** The person's previous application for this job, which has ended. */
  previousApplicationId: string | null;
  status: ApplicationStatus;
  /** Key of one of the job's stages. */
  stageKey: string;
  startedAt: Generated<Date>;
  /** The time when it expires if it is still a draft. */
  expiresAt: Timestamp;
  submittedAt: ColumnType<Date | null, Date | string | null | undefined>;
  replyDueAt: ColumnType<Date | null, Date | string | null | undefined>;
  /**
   * The time of the first reply to the candidate after submission; the start of the review does not count.
   */
  repliedAt: ColumnType<Date | null, Date | string | null | undefined>;
  /** The time when an offer or a rejection was recorded. */
  decidedAt: ColumnType<Date | null, Date | string | null | undefined>;
  answers: GeneratedJson<Answer[]>;
  coverNote: string | null;
  portfolioSlug: string | null;
  /** The résumé: of a draft, the one for this job only, if any; afterwards, the one that was submitted. */
  resumeMediaId: string | null;
  /** The candidate's details at submission. */
  candidateSnapshot: ColumnType<CandidateSnapshot | null, string | null | undefined, string>;
  /** The status before a hold; null unless it is on hold. */
  holdFromStatus: ApplicationStatus | null;
  /** The member of staff who is responsible for it. */
  ownerId: Generated<string | null>;
}

/** An event per change, inserted with the change and never updated. */
export interface ApplicationEventTable {
  id: string;
  applicationId: string;
  at: Generated<Date>;
  /** Which of the application's states changed. */
  subject: Generated<EventSubject>;
  action: ApplicationAction | TrainingAction | InterviewAction | 'CHANGE_CITY' | null;
  /** Statuses of the subject. */
  fromStatus: ApplicationStatus | TrainingStatus | InterviewStatus | null;
  toStatus: ApplicationStatus | TrainingStatus | InterviewStatus;
  actorType: ActorType;
  actorId: string | null;
  reasonCode: string | null;
  publicNote: string | null;
  /** Only staff can read it. */
  privateNote: string | null;
  /** The new time of a training or an interview, and the previous one. */
  startsAt: Date | null;
  previousStartsAt: Date | null;
  /** The city that the application is for since a change of it, and the one before. */
  city: Generated<string | null>;
  previousCity: Generated<string | null>;
  /** When the change was undone; readers of the history leave it out. */
  undoneAt: Generated<Date | null>;
  /** The later event whose message has taken the place of this one's, which was not sent by email. */
  replacedById: Generated<string | null>;
  /** Whether no message about it was sent, because a later one has taken its place. */
  isUnheard: Generated<boolean>;
}

/** A job that a person has saved for later. */
export interface SavedJobTable {
  userId: string;
  jobId: string;
  savedAt: Generated<Date>;
}

/** A search whose new jobs a person gets by email. */
export interface JobAlertTable {
  id: string;
  userId: string;
  /** Address of the list with these filters in lower case; unique for the person. */
  address: string;
  filters: Json<JobAlertFilters>;
  createdAt: Generated<Date>;
}

/** When new jobs for a person were last looked for. */
export interface JobAlertRoundTable {
  userId: string;
  checkedAt: Generated<Date>;
  /** When looking for new jobs last failed. */
  failedAt: Generated<Date | null>;
}

/** A posting of a job that a person was told about. */
export interface JobAlertReportTable {
  userId: string;
  jobId: string;
  postedAt: Timestamp;
}

export interface JobsTables {
  savedJob: SavedJobTable;
  jobAlert: JobAlertTable;
  jobAlertRound: JobAlertRoundTable;
  jobAlertReport: JobAlertReportTable;
  employer: EmployerTable;
  employerContact: EmployerContactTable;
  jobLocation: JobLocationTable;
  job: JobTable;
  jobJobLocation: JobJobLocationTable;
  jobApplication: JobApplicationTable;
  applicationEvent: ApplicationEventTable;
  applicationProgress: ApplicationProgressTable;
}
