import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import type { CallbackStatus } from './callback.ts';

/** The statuses and transitions of a lead, see "Lead" in the payloads. The person is the actor CANDIDATE. */

export const leadStatusLabels = {
  NEW: 'New',
  ASSIGNED: 'Assigned',
  ATTEMPTED: 'Not reached yet',
  CONNECTED: 'Spoken to',
  FOLLOW_UP: 'Follow up',
  CONVERTED: 'Enrolled',
  NOT_INTERESTED: 'Not interested',
  UNREACHABLE: 'Could not be reached',
  CANCELLED: 'Cancelled by the person',
} as const satisfies Record<CallbackStatus, string>;
export type LeadStatus = keyof typeof leadStatusLabels;

/** Statuses of a lead that somebody has to work on. */
export const openLeadStatuses = ['NEW', 'ASSIGNED', 'ATTEMPTED', 'CONNECTED', 'FOLLOW_UP'] as const;
const closedLeadStatuses = ['CONVERTED', 'NOT_INTERESTED', 'UNREACHABLE', 'CANCELLED'] as const;

export const isOpenLead = (status: LeadStatus): boolean =>
  (openLeadStatuses as readonly LeadStatus[]).includes(status);

/** After so many calls without an answer a lead may be closed as unreachable. */
const maxMissedCalls = 3;

export const leadTable = [
  { action: 'ASSIGN', from: ['NEW', 'ASSIGNED'], to: 'ASSIGNED', by: ['STAFF'] },
  { action: 'ASSIGN', from: ['ATTEMPTED'], to: 'ATTEMPTED', by: ['STAFF'] },
  { action: 'ASSIGN', from: ['CONNECTED'], to: 'CONNECTED', by: ['STAFF'] },
  { action: 'ASSIGN', from: ['FOLLOW_UP'], to: 'FOLLOW_UP', by: ['STAFF'] },
  { action: 'CONNECT', from: openLeadStatuses, to: 'CONNECTED', by: ['STAFF'] },
  { action: 'MISS', from: ['NEW', 'ASSIGNED', 'ATTEMPTED'], to: 'ATTEMPTED', by: ['STAFF'] },
  { action: 'MISS', from: ['CONNECTED', 'FOLLOW_UP'], to: 'FOLLOW_UP', by: ['STAFF'] },
  { action: 'CALL_AGAIN', from: openLeadStatuses, to: 'FOLLOW_UP', by: ['STAFF'], needs: ['timeIsAhead'] },
  { action: 'PLAN_CALL', from: ['NEW', 'ASSIGNED'], to: 'ASSIGNED', by: ['STAFF'], needs: ['timeIsAhead'] },
  { action: 'PLAN_CALL', from: ['ATTEMPTED'], to: 'ATTEMPTED', by: ['STAFF'], needs: ['timeIsAhead'] },
  {
    action: 'PLAN_CALL',
    from: ['CONNECTED', 'FOLLOW_UP'],
    to: 'FOLLOW_UP',
    by: ['STAFF'],
    needs: ['timeIsAhead'],
  },
  {
    action: 'CONVERT',
    from: openLeadStatuses,
    to: 'CONVERTED',
    by: ['STAFF', 'SYSTEM'],
    needs: ['hasEnrolment'],
  },
  { action: 'LOSE', from: openLeadStatuses, to: 'NOT_INTERESTED', by: ['STAFF'], needs: ['hasReason'] },
  { action: 'GIVE_UP', from: openLeadStatuses, to: 'UNREACHABLE', by: ['STAFF'], needs: ['wasCalledOften'] },
  { action: 'REOPEN', from: closedLeadStatuses, to: 'FOLLOW_UP', by: ['STAFF'] },
  { action: 'ASK_AGAIN', from: closedLeadStatuses, to: 'NEW', by: ['CANDIDATE'] },
  { action: 'CANCEL', from: openLeadStatuses, to: 'CANCELLED', by: ['CANDIDATE'] },
] as const satisfies readonly Transition<LeadStatus, string, LeadNeed>[];

export type LeadAction = (typeof leadTable)[number]['action'];
type LeadNeed = 'timeIsAhead' | 'hasEnrolment' | 'hasReason' | 'wasCalledOften';

export interface LeadGuardContext {
  missedCalls: number;
  /** True when the time of the next call is in the future. */
  isNextCallAhead: boolean;
  /** True when one of the person's enrolments was chosen. */
  hasEnrolment: boolean;
  reasonCode: string | null;
}

export const leadFlow: Flow<LeadStatus, LeadAction, LeadNeed, LeadGuardContext> = {
  table: leadTable,
  guards: {
    timeIsAhead: ({ isNextCallAhead }) =>
      isNextCallAhead ? null : 'Enter a time in the future for the next call.',
    hasEnrolment: ({ hasEnrolment }) => (hasEnrolment ? null : 'Choose the enrolment of this person.'),
    hasReason: ({ reasonCode }) => (reasonCode ? null : 'Please choose a reason'),
    wasCalledOften: ({ missedCalls }) =>
      missedCalls >= maxMissedCalls
        ? null
        : `Call at least ${maxMissedCalls} times first. Calls without an answer so far: ${missedCalls}.`,
  },
  wrongStatus: (_, status) =>
    status === null
      ? 'There is no lead yet.'
      : `The status is “${leadStatusLabels[status]}”, so this cannot be done.`,
};

/** Returns the classes of the badge that shows a status. */
export function leadBadge(status: LeadStatus): string {
  if (status === 'NEW') return 'badge badge-accent';
  if (status === 'CONVERTED') return 'badge badge-success';
  return status === 'FOLLOW_UP' || status === 'ATTEMPTED' ? 'badge badge-warning' : 'badge';
}
