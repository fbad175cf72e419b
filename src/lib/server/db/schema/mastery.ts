import type { Generated } from 'kysely';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { MasteryAction, MasteryStatus } from '#lib/domain/enrolment/mastery/mastery-flow.ts';
import type { RegistrationPersonColumns } from './scholarships.ts';

/** The seats of a session that are taken. */
export interface MasterySeatsTable {
  sessionId: string;
  taken: number;
}

/** A person's registration for a session of PM Mastery. */
export interface MasteryRegistrationTable extends RegistrationPersonColumns {
  /** A UUIDv7, so the wait-list is in the order of ids. */
  id: string;
  /** The number that people quote: `PM-26-00042`. */
  registrationNumber: string;
  userId: string;
  /** Which version of the words they saw, see domain/account/consent-texts.ts. */
  consentVersion: Generated<number>;
  programSlug: string;
  sessionId: string;
  status: MasteryStatus;
  registeredAt: Generated<Date>;
}

/** An event per change, inserted with it and never updated. */
export interface MasteryEventTable {
  id: string;
  registrationId: string;
  at: Generated<Date>;
  action: MasteryAction;
  fromStatus: MasteryStatus | null;
  toStatus: MasteryStatus;
  actorType: ActorType;
  actorId: string | null;
  undoneAt: Generated<Date | null>;
}

export interface MasteryTables {
  masterySeats: MasterySeatsTable;
  masteryRegistration: MasteryRegistrationTable;
  masteryEvent: MasteryEventTable;
}
