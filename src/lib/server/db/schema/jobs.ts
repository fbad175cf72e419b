import type { ColumnType, Generated } from 'kysely';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { ApplicationAction } from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
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
import type { GeneratedJson, Json, Timestamp } from './columns.ts';
import type { CandidateSnapshot } from './registrations.ts';

export interface EmployerTable {
  id: string;
  slug: string;
  name: string;
  /** Path of an image served by us. */
  logo: string | null;
  website: string | null;
  about: string;
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
  /** Rises with every edit. */
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
  openings: number;
  /** Whole units of the currency per period, kept even where it is not public. */
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
  /** What every applicant answers. */
  questions: GeneratedJson<Question[]>;
  training: Json<JobTraining> | null;
  stages: Json<Stage[]>;
  postedAt: Generated<Date>;
  applyBy: Timestamp;
  /** When staff closed it; null where `applyBy` does. */
  closedAt: Date | null;
  replyWithinHours: Generated<number>;
  /** As staff set it; a passed `applyBy` closes it whatever stands here, see `jobStatus`. */
  status: JobStatus;
}

export interface JobJobLocationTable {
  jobId: string;
  jobLocationId: string;
  /** Order shown, from 0. */
  position: number;
}

export interface JobApplicationTable {
  id: string;
  /** `MS-26-00817` */
  number: string;
  userId: string;
  jobId: string;
  /** The ended application that this one follows. */
  previousApplicationId: string | null;
  status: ApplicationStatus;
  /** Key of one of the job's stages. */
  stageKey: string;
  startedAt: Generated<Date>;
  /** When it ends if it is still only started. */
  expiresAt: Timestamp;
  submittedAt: ColumnType<Date | null, Date | string | null | undefined>;
  replyDueAt: ColumnType<Date | null, Date | string | null | undefined>;
  /** When staff first said more than that they are reading it. */
  repliedAt: ColumnType<Date | null, Date | string | null | undefined>;
  /** When the employer said yes or no. */
  decidedAt: ColumnType<Date | null, Date | string | null | undefined>;
  answers: GeneratedJson<Answer[]>;
  coverNote: string | null;
  portfolioSlug: string | null;
  /** Of a draft, the file for this job, if it has one of its own; once sent, the file that was sent. */
  resumeMediaId: string | null;
  /** What the employer was sent, as it was then. */
  candidateSnapshot: ColumnType<CandidateSnapshot | null, string | null | undefined, string>;
  /** Where it stood before it was put on hold; null unless it is. */
  holdFromStatus: ApplicationStatus | null;
}

export type EventSubject = 'APPLICATION' | 'TRAINING' | 'INTERVIEW';

/** One row per change, written with it and never changed. */
export interface ApplicationEventTable {
  id: string;
  applicationId: string;
  at: Generated<Date>;
  /** Which of the application's states changed. */
  subject: Generated<EventSubject>;
  action: ApplicationAction | TrainingAction | InterviewAction | null;
  /** Of the subject. */
  fromStatus: ApplicationStatus | TrainingStatus | InterviewStatus | null;
  toStatus: ApplicationStatus | TrainingStatus | InterviewStatus;
  actorType: ActorType;
  actorId: string | null;
  reasonCode: string | null;
  publicNote: string | null;
  /** Never leaves the staff's pages. */
  privateNote: string | null;
  /** The time that a training or an interview was given, and the one that it had before. */
  startsAt: Date | null;
  previousStartsAt: Date | null;
}

export interface JobsTables {
  employer: EmployerTable;
  jobLocation: JobLocationTable;
  job: JobTable;
  jobJobLocation: JobJobLocationTable;
  jobApplication: JobApplicationTable;
  applicationEvent: ApplicationEventTable;
}
