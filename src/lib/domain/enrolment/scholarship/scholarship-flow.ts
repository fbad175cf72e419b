import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import { scholarshipPolicy } from './scholarship-policy.ts';

/** Statuses of a registration for the scholarship test. Its person is the actor CANDIDATE. */
export const scholarshipStatusLabels = {
  REGISTERED: 'Registered',
  SLOT_BOOKED: 'Time booked',
  SUBMITTED: 'Submitted',
  EVALUATED: 'Marked',
  AWARDED: 'Awarded',
  NOT_AWARDED: 'No award',
} as const;
export type ScholarshipStatus = keyof typeof scholarshipStatusLabels;

/** Returns the classes of the badge that shows a status. */
export function scholarshipBadge(status: ScholarshipStatus): string {
  if (status === 'AWARDED') return 'badge badge-success';
  return status === 'SLOT_BOOKED' || status === 'SUBMITTED' ? 'badge badge-accent' : 'badge';
}

/** Every transition, see "Scholarship test" in the payloads. A submitted test is marked in the same transaction. */
export const scholarshipTable = [
  { action: 'REGISTER', from: [null], to: 'REGISTERED', by: ['CANDIDATE'] },
  { action: 'BOOK_SLOT', from: ['REGISTERED'], to: 'SLOT_BOOKED', by: ['CANDIDATE'] },
  {
    action: 'CHANGE_SLOT',
    from: ['SLOT_BOOKED'],
    to: 'SLOT_BOOKED',
    by: ['CANDIDATE'],
    needs: ['testNotStarted', 'hasChangesLeft'],
  },
  {
    action: 'START_TEST',
    from: ['SLOT_BOOKED'],
    to: 'SLOT_BOOKED',
    by: ['CANDIDATE'],
    needs: ['isTestTime'],
  },
  {
    action: 'SUBMIT',
    from: ['SLOT_BOOKED'],
    to: 'SUBMITTED',
    by: ['CANDIDATE', 'SYSTEM'],
    needs: ['testIsStarted'],
  },
  { action: 'EVALUATE', from: ['SUBMITTED'], to: 'EVALUATED', by: ['SYSTEM'] },
  { action: 'DECIDE', from: ['EVALUATED'], to: ['AWARDED', 'NOT_AWARDED'], by: ['SYSTEM'] },
  {
    action: 'OVERRIDE',
    from: ['AWARDED', 'NOT_AWARDED'],
    to: ['AWARDED', 'NOT_AWARDED'],
    by: ['STAFF'],
    needs: ['awardIsUnused', 'hasReason'],
  },
] as const satisfies readonly Transition<ScholarshipStatus, string, ScholarshipNeed>[];

export type ScholarshipAction = (typeof scholarshipTable)[number]['action'];

export type ScholarshipNeed =
  | 'testNotStarted'
  | 'hasChangesLeft'
  | 'isTestTime'
  | 'testIsStarted'
  | 'awardIsUnused'
  | 'hasReason';

export interface ScholarshipGuardContext {
  isStarted: boolean;
  slotChanges: number;
  /** Whether the booked time has come, and has not passed. */
  timing: 'EARLY' | 'NOW' | 'MISSED';
  isAwardUsed: boolean;
  reason: string | null;
  /** The share of the fee after the change. */
  sharePercent: number;
}

export const scholarshipFlow: Flow<
  ScholarshipStatus,
  ScholarshipAction,
  ScholarshipNeed,
  ScholarshipGuardContext
> = {
  table: scholarshipTable,
  guards: {
    testNotStarted: ({ isStarted }) => (isStarted ? 'Your test has begun.' : null),
    // Somebody who missed the time can choose again, or they could never take the test.
    hasChangesLeft: ({ slotChanges, timing }) =>
      timing === 'MISSED' || slotChanges < scholarshipPolicy.slotChanges
        ? null
        : 'You have changed your time twice already.',
    isTestTime: ({ isStarted, timing }) => {
      if (isStarted || timing === 'NOW') return null;
      return timing === 'EARLY' ? 'Your test has not begun yet.' : 'The time of your test has passed.';
    },
    testIsStarted: ({ isStarted }) => (isStarted ? null : 'The test was not started.'),
    awardIsUnused: ({ isAwardUsed }) =>
      isAwardUsed ? 'The award is used in an enrolment, so it cannot be changed.' : null,
    hasReason: ({ reason }) => (reason ? null : 'Enter the reason'),
  },
  target: ({ sharePercent }) => (sharePercent > 0 ? 'AWARDED' : 'NOT_AWARDED'),
  wrongStatus: (_, status) =>
    status === null
      ? 'There is no registration yet.'
      : `The status is “${scholarshipStatusLabels[status]}”, so this cannot be done.`,
};
