import type { Generated } from 'kysely';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { CurrentStatus } from '#lib/domain/enrolment/registration-person.ts';
import type { PaperQuestion } from '#lib/domain/enrolment/scholarship/question.ts';
import type {
  ScholarshipAction,
  ScholarshipStatus,
} from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';
import type { Json } from './columns.ts';

/** The seats of a time of the scholarship test that are taken. */
export interface ScholarshipSlotTable {
  slotId: string;
  taken: number;
}

/** What a person says about themselves when they register. */
export interface RegistrationPersonColumns {
  firstName: string;
  lastName: string;
  email: string;
  phoneE164: string;
  currentStatus: CurrentStatus;
  yearsOfExperience: number;
  motivation: string;
  timeZone: string;
}

/** A person's registration for the scholarship test of a programme, with its result and its award. */
export interface ScholarshipRegistrationTable extends RegistrationPersonColumns {
  id: string;
  /** The number that people quote: `ST-26-00042`. */
  registrationNumber: string;
  userId: string;
  /** Which version of the words they saw, see domain/account/consent-texts.ts. */
  consentVersion: Generated<number>;
  programSlug: string;
  status: ScholarshipStatus;
  registeredAt: Generated<Date>;
  slotId: string | null;
  slotStartsAt: Date | null;
  slotChanges: Generated<number>;
  /** The number of right answers; null until the test is marked. */
  score: number | null;
  /** The share of the fee; 0 without an award. */
  awardPercent: Generated<number>;
  awardExpiresAt: Date | null;
  awardEnrolmentId: string | null;
}

/** An event per change, inserted with it and never updated. */
export interface ScholarshipEventTable {
  id: string;
  registrationId: string;
  at: Generated<Date>;
  action: ScholarshipAction;
  fromStatus: ScholarshipStatus | null;
  toStatus: ScholarshipStatus;
  actorType: ActorType;
  actorId: string | null;
  publicNote: string | null;
  /** Only staff can read it. */
  privateNote: string | null;
  undoneAt: Generated<Date | null>;
}

/** The test of a registration, from its start. */
export interface ScholarshipTestTable {
  registrationId: string;
  seed: number | string;
  questions: Json<readonly PaperQuestion[]>;
  startedAt: Generated<Date>;
  endsAt: Date;
  submittedAt: Date | null;
  /** The tab that may write. */
  sessionKey: string;
  /** How often a tab has opened the test. */
  sessionCount: Generated<number>;
}

/** The latest answer to a question. */
export interface ScholarshipAnswerTable {
  registrationId: string;
  position: number;
  questionId: string;
  choices: Json<readonly number[]>;
  answerText: string;
  isFlagged: boolean;
  revision: number;
  savedAt: Generated<Date>;
  /** Null until the test is marked. */
  isRight: boolean | null;
}

export interface ScholarshipsTables {
  scholarshipSlot: ScholarshipSlotTable;
  scholarshipRegistration: ScholarshipRegistrationTable;
  scholarshipEvent: ScholarshipEventTable;
  scholarshipTest: ScholarshipTestTable;
  scholarshipAnswer: ScholarshipAnswerTable;
}
