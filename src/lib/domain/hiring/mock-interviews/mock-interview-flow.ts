import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { interviewPolicy, rescheduleDeadline } from '../appointments/interview-flow.ts';

/** Mock interviews with experts. They use the slots, the seats and the deadline of interviews. [APP-14] */

export const mockInterviewStatusLabels = {
  BOOKED: 'Booked',
  COMPLETED: 'Completed',
  NO_SHOW: 'Missed',
  CANCELLED: 'Cancelled',
} as const;
export type MockInterviewStatus = keyof typeof mockInterviewStatusLabels;

export const mockInterviewTable = [
  { action: 'BOOK', from: [null], to: 'BOOKED', by: ['CANDIDATE'] },
  {
    action: 'MOVE',
    from: ['BOOKED'],
    to: 'BOOKED',
    by: ['CANDIDATE', 'STAFF'],
    needs: ['isAhead', 'beforeDeadline'],
  },
  {
    action: 'CANCEL',
    from: ['BOOKED'],
    to: 'CANCELLED',
    by: ['CANDIDATE', 'EXPERT', 'STAFF', 'SYSTEM'],
    needs: ['isAhead', 'beforeDeadline'],
  },
  {
    action: 'COMPLETE',
    from: ['BOOKED', 'NO_SHOW'],
    to: 'COMPLETED',
    by: ['EXPERT', 'STAFF'],
    needs: ['hasBegun'],
  },
  { action: 'MISS', from: ['BOOKED'], to: 'NO_SHOW', by: ['EXPERT', 'STAFF'], needs: ['hasBegun'] },
] as const satisfies readonly Transition<MockInterviewStatus, string, MockInterviewNeed>[];

export type MockInterviewAction = (typeof mockInterviewTable)[number]['action'];
export type MockInterviewNeed = 'isAhead' | 'beforeDeadline' | 'hasBegun';

export interface MockInterviewContext {
  startsAt: Date;
  /** The candidate's time zone, IANA. */
  timeZone: string;
  now: Date;
}

const hasBegun = ({ startsAt, now }: MockInterviewContext) => startsAt <= now;

export const mockInterviewFlow: Flow<
  MockInterviewStatus,
  MockInterviewAction,
  MockInterviewNeed,
  MockInterviewContext
> = {
  table: mockInterviewTable,
  guards: {
    isAhead: (context) => (hasBegun(context) ? 'This interview has begun.' : null),
    beforeDeadline: ({ startsAt, timeZone, now }, { actor }) => {
      const deadline = rescheduleDeadline(startsAt);
      if (actor !== 'CANDIDATE' || now < deadline) return null;
      return `You could move or cancel this interview until ${dateTimeText(deadline, timeZone)}, ${interviewPolicy.deadlineHours} hours before it begins.`;
    },
    hasBegun: (context) => (hasBegun(context) ? null : 'This interview has not begun yet.'),
  },
  wrongStatus: (action, status) =>
    `The status of this interview is “${mockInterviewStatusLabels[status ?? 'BOOKED']}”, so it cannot be ${participles[action]}.`,
};

const participles: Record<MockInterviewAction, string> = {
  BOOK: 'booked again',
  MOVE: 'moved',
  CANCEL: 'cancelled',
  COMPLETE: 'marked as completed',
  MISS: 'marked as missed',
};
