import type { Generated } from 'kysely';
import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { AttemptChannel, AttemptOutcome } from '#lib/domain/leads/lead-attempt.ts';
import type { LeadStatus } from '#lib/domain/leads/lead-flow.ts';
import type { LeadSource } from '#lib/domain/leads/lead-source.ts';
import type { Timestamp } from './columns.ts';

/** One person over all their requests, as staff work on them. */
export interface LeadTable {
  id: string;
  /** The number that staff quote: `LD-00042`. The database counts it. */
  reference: Generated<string>;
  userId: string | null;
  firstName: string;
  lastName: string;
  phoneE164: string | null;
  email: string | null;
  city: string | null;
  /** IANA; null means India's. */
  timeZone: string | null;
  status: Generated<LeadStatus>;
  ownerId: string | null;
  /** When staff have to act next: the promised time, and after a call the time of the next one. */
  dueAt: Timestamp;
  /** The time of the next call; null until somebody has called. */
  nextCallAt: Date | null;
  /** Calls without an answer since the last conversation. */
  missedCalls: Generated<number>;
  /** Why the person does not enrol. */
  reasonCode: string | null;
  /** The enrolment that the lead became. */
  enrolmentId: string | null;
  programSlugs: Generated<string[]>;
  sources: Generated<LeadSource[]>;
  /** What the search finds: names, numbers, mailboxes and references, see `updateLeadWords`. */
  words: Generated<string | null>;
  createdAt: Generated<Date>;
  /** The time of the latest request. */
  askedAt: Generated<Date>;
  /** When staff were told about the new lead. */
  newAlertedAt: Date | null;
  /** The due time that staff were last told to be over. */
  lateAlertedDue: Date | null;
  /** The lead that this one was merged into. */
  mergedIntoId: string | null;
}

/** A phone number or mailbox, which belongs to one lead. */
export interface LeadContactTable {
  /** By which a change is recorded for an undo. */
  id: Generated<string>;
  kind: 'PHONE' | 'EMAIL';
  /** E.164, or the address as `normalizeMailbox` has it. */
  value: string;
  leadId: string;
}

/** A request of a lead, by the id of its own row. */
export interface LeadRequestTable {
  /** By which a change is recorded for an undo. */
  id: Generated<string>;
  kind: LeadSource;
  subjectId: string;
  leadId: string;
  programSlug: string | null;
  at: Generated<Date>;
}

/** A call, WhatsApp message or email of staff to a lead. */
export interface LeadAttemptTable {
  id: string;
  leadId: string;
  at: Generated<Date>;
  byId: string;
  channel: AttemptChannel;
  outcome: AttemptOutcome;
  note: string | null;
}

/** An event per change, inserted with it and never updated. */
export interface LeadEventTable {
  id: string;
  leadId: string;
  at: Generated<Date>;
  action: string;
  fromStatus: LeadStatus | null;
  toStatus: LeadStatus;
  actorType: ActorType;
  actorId: string | null;
  reasonCode: string | null;
  /** Only staff can read it. */
  note: string | null;
  /** When the action that it belongs to was undone. */
  undoneAt: Generated<Date | null>;
}

/** A list of leads that a staff member has saved by its filters. */
export interface LeadFilterTable {
  id: string;
  staffId: string;
  name: string;
  /** The query of the list's address. */
  search: string;
  createdAt: Generated<Date>;
}

export interface LeadRecordsTables {
  lead: LeadTable;
  leadContact: LeadContactTable;
  leadRequest: LeadRequestTable;
  leadAttempt: LeadAttemptTable;
  leadEvent: LeadEventTable;
  leadFilter: LeadFilterTable;
}
