import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import type { ApplicationStatus } from '../applications/application-status.ts';

/** Statuses of an application's interview. NOT_REQUIRED: its current stage is no interview. [API-43] */
export const interviewStatusLabels = {
  NOT_REQUIRED: 'Not needed',
  TO_SCHEDULE: 'To schedule',
  SCHEDULED: 'Scheduled',
  COMPLETED: 'Completed',
  NO_SHOW: 'Missed',
  CANCELLED: 'Cancelled',
} as const;
export type InterviewStatus = keyof typeof interviewStatusLabels;

/** The ways to hold an interview. */
export const interviewModeLabels = {
  VIDEO: 'Video call',
  PHONE: 'Phone call',
  IN_PERSON: 'In person',
} as const;
export type InterviewMode = keyof typeof interviewModeLabels;

/** In these statuses the interview holds a seat of its slot. */
export const seatedInterviews = ['SCHEDULED', 'COMPLETED', 'NO_SHOW'] as const;

/** Returns whether the interview holds a seat, and so belongs into a calendar. */
export const isSeatedInterview = (status: InterviewStatus): boolean =>
  (seatedInterviews as readonly InterviewStatus[]).includes(status);

export const interviewPolicy = {
  /** The number of times that a candidate may move or cancel an interview. */
  reschedules: 2,
  /** Hours before the start until which a candidate may move or cancel it. */
  deadlineHours: 4,
  /** Minutes before the start from which the link to join is shown. */
  joinMinutes: 15,
};

export const interviewTable = [
  { action: 'INVITE', from: [null], to: 'TO_SCHEDULE', by: ['STAFF'] },
  // Without this transition, staff could only reject after a missed or cancelled interview.
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
  // A candidate who cancels chooses another time later; it counts as one of their moves.
  {
    action: 'CANCEL_INTERVIEW',
    from: ['SCHEDULED'],
    to: 'TO_SCHEDULE',
    by: ['CANDIDATE'],
    needs: ['isInInterview', 'movesLeft', 'beforeDeadline'],
  },
] as const satisfies readonly Transition<InterviewStatus, string, InterviewNeed>[];

export type InterviewAction = (typeof interviewTable)[number]['action'];
export type InterviewNeed = 'isInInterview' | 'hasSlot' | 'movesLeft' | 'beforeDeadline' | 'hasBegun';

export interface InterviewGuardContext {
  applicationStatus: ApplicationStatus;
  /** Free seats of the requested slot, or of all future slots where none is requested. */
  seatsLeft: number;
  /** The number of times that the candidate has moved or cancelled it. */
  reschedulesUsed: number;
  /** Start of the interview's slot; null without one. */
  startsAt: Date | null;
  /** Time zone of that slot, IANA. */
  timeZone: string;
  /** Time zone of the reader, IANA. */
  viewerTimeZone: string;
  now: Date;
}

export const interviewFlow: Flow<InterviewStatus, InterviewAction, InterviewNeed, InterviewGuardContext> = {
  table: interviewTable,
  guards: {
    isInInterview: ({ applicationStatus }) =>
      applicationStatus === 'INTERVIEW' ? null : 'This application has no interview at the moment.',
    hasSlot: ({ seatsLeft }) =>
      seatsLeft > 0 ? null : 'No interview times are free at the moment. Look again in a few hours.',
    movesLeft: ({ reschedulesUsed }, { actor }) =>
      actor !== 'CANDIDATE' || reschedulesUsed < interviewPolicy.reschedules
        ? null
        : `You can move or cancel an interview ${interviewPolicy.reschedules} times, and you have done so.`,
    beforeDeadline: findLateReason,
    hasBegun: ({ startsAt, now }) =>
      startsAt && startsAt <= now ? null : 'This interview has not begun yet.',
  },
  wrongStatus: (action, status) =>
    `The status of this interview is “${interviewStatusLabels[status ?? 'NOT_REQUIRED']}”, so it cannot be ${participles[action]}.`,
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

/** Returns until when a candidate may move or cancel the interview. */
export const rescheduleDeadline = (startsAt: Date): Date =>
  new Date(startsAt.getTime() - interviewPolicy.deadlineHours * 3_600_000);

function findLateReason(
  { startsAt, timeZone, viewerTimeZone, now }: InterviewGuardContext,
  { actor }: { actor: string },
): string | null {
  if (actor !== 'CANDIDATE' || !startsAt) return null;
  const deadline = rescheduleDeadline(startsAt);
  if (now < deadline) return null;
  return `This interview could be moved or cancelled until ${dateTimeText(deadline, timeZone, viewerTimeZone)}.`;
}

/** Returns whether the link to join is shown: from 15 minutes before the start until the end. */
export function isJoinTime({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }, now: Date): boolean {
  return startsAt.getTime() - interviewPolicy.joinMinutes * 60_000 <= now.getTime() && now < endsAt;
}
