import type { ColumnType, Generated } from 'kysely';
import type { Actor, ApplicationStatus } from '../../../domain/application-flow.ts';
import type { EmploymentType, JobFamily, JobLevel, JobStatus, Stage, WorkMode } from '../../../domain/job.ts';
import type { SalaryPeriod } from '../../../domain/salary-text.ts';

type Instant = ColumnType<Date, Date | string, Date | string>;
/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;

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

/** What an applicant must bring; `rule` is the sentence a person reads. */
export interface EligibilityItem {
  key: string;
  label: string;
  rule: string;
}

export interface JobTraining {
  required: boolean;
  title: string;
  durationDays: number;
  mode: 'ONLINE' | 'IN_PERSON' | 'HYBRID';
}

export interface JobTable {
  id: string;
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
  training: Json<JobTraining> | null;
  stages: Json<Stage[]>;
  postedAt: Generated<Date>;
  applyBy: Instant;
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
  expiresAt: Instant;
  submittedAt: Date | null;
  replyDueAt: Date | null;
  decidedAt: Date | null;
}

/** One row per change, written with it and never changed. */
export interface ApplicationEventTable {
  id: string;
  applicationId: string;
  at: Generated<Date>;
  fromStatus: ApplicationStatus | null;
  toStatus: ApplicationStatus;
  actorType: Actor;
  actorId: string | null;
  reasonCode: string | null;
  publicNote: string | null;
  /** Never leaves the staff's pages. */
  privateNote: string | null;
}

export interface JobsTables {
  employer: EmployerTable;
  jobLocation: JobLocationTable;
  job: JobTable;
  jobJobLocation: JobJobLocationTable;
  jobApplication: JobApplicationTable;
  applicationEvent: ApplicationEventTable;
}
