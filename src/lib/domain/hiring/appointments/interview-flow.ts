import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import type { ApplicationStatus } from '../applications/application-status.ts';

/** An interview of one application (API-43). NOT_REQUIRED: the application is at no interview. */
export const interviewStatusLabels = {
  NOT_REQUIRED: 'Not needed',
  TO_SCHEDULE: 'To schedule',
  SCHEDULED: 'Scheduled',
  COMPLETED: 'Completed',
  NO_SHOW: 'Missed',
  CANCELLED: 'Cancelled',
} as const;
export type InterviewStatus = keyof typeof interviewStatusLabels;

export const interviewModes = ['VIDEO', 'PHONE', 'IN_PERSON'] as const;
export type InterviewMode = (typeof interviewModes)[number];

/** While it stands here, the interview holds a seat of its slot. */
const seatedInterviews = ['SCHEDULED', 'COMPLETED', 'NO_SHOW'] as const;

/** A calendar shows it as long as this is so. */
export const isSeatedInterview = (status: InterviewStatus): boolean =>
  (seatedInterviews as readonly InterviewStatus[]).includes(status);

export const interviewPolicy = {
  /** How often a candidate may move an interview. */
  reschedules: 2,
  /** Until when before it begins. */
  deadlineHours: 4,
  /** From when before it begins the link to join is shown. */
  joinMinutes: 15,
};

export const interviewTable = [
  { action: 'INVITE', from: [null], to: 'TO_SCHEDULE', by: ['STAFF'] },
  // Not in the chain of the design: without it a missed or cancelled interview would leave only a rejection.
  {
    action: 'INVITE_AGAIN',
    from: ['NO_SHOW', 'CANCELLED'],
    to: 'TO_SCHEDULE',
    by: ['STAFF', 'SYSTEM'],
    needs: ['isInInterview'],
  },
  {
    action: 'SCHEDULE_INTERVIEW',
    from: ['TO_SCHEDULE'],
    to: 'SCHEDULED',
    by: ['CANDIDATE', 'STAFF'],
    needs: ['isInInterview', 'hasSlot'],
  },
  {
    action: 'RESCHEDULE_INTERVIEW',
    from: ['SCHEDULED'],
    to: 'SCHEDULED',
    by: ['CANDIDATE', 'STAFF'],
    needs: ['isInInterview', 'movesLeft', 'beforeDeadline', 'hasSlot'],
  },
  {
    action: 'COMPLETE_INTERVIEW',
    from: ['SCHEDULED'],
    to: 'COMPLETED',
    by: ['STAFF'],
    needs: ['isInInterview', 'hasBegun'],
  },
  {
    action: 'MISS_INTERVIEW',
    from: ['SCHEDULED'],
    to: 'NO_SHOW',
    by: ['STAFF'],
    needs: ['isInInterview', 'hasBegun'],
  },
  {
    action: 'CANCEL_INTERVIEW',
    from: ['TO_SCHEDULE', 'SCHEDULED'],
    to: 'CANCELLED',
    by: ['STAFF', 'SYSTEM'],
    needs: ['isInInterview'],
  },
] as const satisfies readonly Transition<InterviewStatus, string, InterviewNeed>[];

export type InterviewAction = (typeof interviewTable)[number]['action'];
export type InterviewNeed = 'isInInterview' | 'hasSlot' | 'movesLeft' | 'beforeDeadline' | 'hasBegun';

export interface InterviewGuardContext {
  applicationStatus: ApplicationStatus;
  /** Free seats of the slot that is asked for; of all that are still to come, while none is. */
  seatsLeft: number;
  /** How often the candidate has moved it. */
  reschedulesUsed: number;
  /** Of the slot that it has; null without one. */
  startsAt: Date | null;
  /** Of that slot, IANA. */
  timeZone: string;
  /** The reader's, IANA. */
  viewerTimeZone: string;
  now: Date;
}

export const interviewFlow: Flow<InterviewStatus, InterviewAction, InterviewNeed, InterviewGuardContext> = {
  table: interviewTable,
  guards: {
    isInInterview: ({ applicationStatus }) =>
      applicationStatus === 'INTERVIEW' ? null : 'This application is at no interview just now.',
    hasSlot: ({ seatsLeft }) =>
      seatsLeft > 0 ? null : 'No interview times are free just now. Look again in a few hours.',
    movesLeft: ({ reschedulesUsed }, { actor }) =>
      actor !== 'CANDIDATE' || reschedulesUsed < interviewPolicy.reschedules
        ? null
        : `An interview can be moved ${interviewPolicy.reschedules} times, and you have used both.`,
    beforeDeadline: whyTooLate,
    hasBegun: ({ startsAt, now }) =>
      startsAt && startsAt <= now ? null : 'This interview has not begun yet.',
  },
  wrongStatus: (action, status) =>
    `This interview stands at “${interviewStatusLabels[status ?? 'NOT_REQUIRED']}” and cannot be ${participles[action]}.`,
};

const participles: Record<InterviewAction, string> = {
  INVITE: 'asked for again',
  INVITE_AGAIN: 'offered again',
  SCHEDULE_INTERVIEW: 'scheduled',
  RESCHEDULE_INTERVIEW: 'moved',
  COMPLETE_INTERVIEW: 'marked as completed',
  MISS_INTERVIEW: 'marked as missed',
  CANCEL_INTERVIEW: 'cancelled',
};

/** Until when a candidate may move the interview. */
export const rescheduleDeadline = (startsAt: Date): Date =>
  new Date(startsAt.getTime() - interviewPolicy.deadlineHours * 3_600_000);

function whyTooLate(
  { startsAt, timeZone, viewerTimeZone, now }: InterviewGuardContext,
  { actor }: { actor: string },
): string | null {
  if (actor !== 'CANDIDATE' || !startsAt) return null;
  const deadline = rescheduleDeadline(startsAt);
  if (now < deadline) return null;
  return `This interview could be moved until ${dateTimeText(deadline, timeZone, viewerTimeZone)}.`;
}

/** Whether the link to join is shown: from 15 minutes before until the end. */
export function isJoinTime({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): boolean {
  return startsAt.getTime() - interviewPolicy.joinMinutes * 60_000 <= now.getTime() && now < endsAt;
}
