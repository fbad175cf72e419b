import type { ColumnType, Generated } from 'kysely';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { Answer } from '#lib/domain/hiring/jobs/question.ts';
import type {
  Language,
  Qualification,
  RegistrationValues,
  Shift,
} from '#lib/domain/hiring/registration/registration.ts';
import type { RegistrationStatus } from '#lib/domain/hiring/registration/registration-flow.ts';
import type { GeneratedJson } from './columns.ts';

/** A candidate's registration for Moonshot, with a column for each of the `RegistrationValues`. */
export interface CandidateRegistrationTable {
  userId: string;
  status: Exclude<RegistrationStatus, 'NOT_REGISTERED'>;
  consentedAt: Generated<Date>;
  /** Which version of the words they saw, see domain/account/consent-texts.ts. */
  consentVersion: Generated<number>;
  submittedAt: ColumnType<Date | null, Date | string | null | undefined>;
  updatedAt: Generated<Date>;
  /** The place of `currentCity` where it is one with jobs. */
  currentLocationId: string | null;
  currentCity: string | null;
  /** State or union territory. */
  currentRegion: string | null;
  preferredLocationIds: GeneratedJson<string[]>;
  willingToRelocate: boolean | null;
  highestQualification: Qualification | null;
  degree: string | null;
  college: string | null;
  graduationYear: number | null;
  totalExperienceMonths: number | null;
  currentCompany: string | null;
  currentRole: string | null;
  /** Whole units of `currency` a year. */
  expectedSalary: number | null;
  currency: string | null;
  noticePeriodDays: number | null;
  languages: GeneratedJson<Language[]>;
  shiftPreference: GeneratedJson<Shift[]>;
  hasLaptopAndInternet: boolean | null;
  resumeMediaId: string | null;
  /** The résumé as it was last submitted, the only one that staff may read. */
  submittedResumeMediaId: string | null;
  linkedinUrl: string | null;
  industries: GeneratedJson<string[]>;
}

/** An event per change, inserted with the change and never updated. */
export interface RegistrationEventTable {
  id: string;
  userId: string;
  at: Generated<Date>;
  fromStatus: RegistrationStatus | null;
  toStatus: RegistrationStatus;
  actorType: ActorType;
  actorId: string | null;
  reasonCode: string | null;
  publicNote: string | null;
  /** Only staff can read it. */
  privateNote: string | null;
  /** When the change was undone; readers of the history leave it out. */
  undoneAt: Generated<Date | null>;
}

/** The details of the candidate that an application stores when it is submitted. */
export interface CandidateSnapshot {
  firstName: string;
  lastName: string;
  email: string;
  /** E.164 */
  phone: string;
  /** `Pune, Maharashtra` */
  currentLocation: string | null;
  preferredLocations: string[];
  /** The place of the job that the candidate chose: `Pune, Maharashtra`. Absent before there was a choice. */
  jobLocation?: string | null;
  values: RegistrationValues;
  answers: (Answer & { label: string })[];
  coverNote: string | null;
  portfolioSlug: string | null;
  resumeMediaId: string | null;
  /** Labels of the job's rules at submission; null where there were no details to check. */
  eligibility: { met: string[]; missing: string[]; unchecked: string[] } | null;
}

export interface RegistrationsTables {
  candidateRegistration: CandidateRegistrationTable;
  registrationEvent: RegistrationEventTable;
}
