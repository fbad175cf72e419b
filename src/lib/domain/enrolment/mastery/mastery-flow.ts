import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import { dateTimeText } from '#lib/domain/core/time-text.ts';
import { type MasterySession, masteryPolicy } from './mastery-sessions.ts';

/** Statuses of a registration for PM Mastery. REGISTERED exists only within the transaction that registers. */
export const masteryStatusLabels = {
  REGISTERED: 'Registered',
  CONFIRMED: 'Confirmed',
  COMPLETED: 'Attended',
  NO_SHOW: 'Missed',
  WAITLISTED: 'On the wait-list',
  CANCELLED: 'Cancelled',
} as const;
export type MasteryStatus = keyof typeof masteryStatusLabels;

/** Returns the classes of the badge that shows a status. */
export function masteryBadge(status: MasteryStatus): string {
  if (status === 'CONFIRMED' || status === 'COMPLETED') return 'badge badge-success';
  return status === 'WAITLISTED' ? 'badge badge-accent' : 'badge';
}

/** Every transition, see "Scholarship test and PM mastery" in the payloads. */
export const masteryTable = [
  { action: 'REGISTER', from: [null], to: 'REGISTERED', by: ['CANDIDATE'] },
  // A free seat goes to the first person on the wait-list.
  { action: 'CONFIRM', from: ['REGISTERED', 'WAITLISTED'], to: 'CONFIRMED', by: ['SYSTEM'] },
  { action: 'WAITLIST', from: ['REGISTERED'], to: 'WAITLISTED', by: ['SYSTEM'] },
  {
    action: 'CANCEL',
    from: ['CONFIRMED', 'WAITLISTED'],
    to: 'CANCELLED',
    by: ['CANDIDATE'],
    needs: ['isAhead'],
  },
  // Staff may correct a mistake in the attendance.
  {
    action: 'COMPLETE',
    from: ['CONFIRMED', 'NO_SHOW'],
    to: 'COMPLETED',
    by: ['STAFF'],
    needs: ['hasBegun'],
  },
  { action: 'MISS', from: ['CONFIRMED', 'COMPLETED'], to: 'NO_SHOW', by: ['STAFF'], needs: ['hasEnded'] },
] as const satisfies readonly Transition<MasteryStatus, string, MasteryNeed>[];

export type MasteryAction = (typeof masteryTable)[number]['action'];
export type MasteryNeed = 'isAhead' | 'hasBegun' | 'hasEnded';

export interface MasteryGuardContext {
  hasBegun: boolean;
  hasEnded: boolean;
}

export const masteryFlow: Flow<MasteryStatus, MasteryAction, MasteryNeed, MasteryGuardContext> = {
  table: masteryTable,
  guards: {
    isAhead: ({ hasBegun }) => (hasBegun ? 'The session has begun.' : null),
    hasBegun: ({ hasBegun }) => (hasBegun ? null : 'The session has not begun yet.'),
    hasEnded: ({ hasEnded }) => (hasEnded ? null : 'The session has not ended yet.'),
  },
  wrongStatus: (_, status) =>
    status === null
      ? 'There is no registration yet.'
      : `The status is “${masteryStatusLabels[status]}”, so this cannot be done.`,
};

/** Collects the input of the guards at a moment. */
export const masteryGuardContext = (
  { startsAt, endsAt }: MasterySession,
  now: Date,
): MasteryGuardContext => ({
  hasBegun: startsAt <= now,
  hasEnded: endsAt <= now,
});

/** Returns the status at a moment in one or two sentences, with what to do next. */
export function describeMasteryStep(
  status: MasteryStatus,
  { startsAt, endsAt }: MasterySession,
  timeZone: string,
  now: Date,
): string {
  const at = dateTimeText(startsAt, masteryPolicy.timeZone, timeZone);
  const isOver = now >= endsAt;
  switch (status) {
    case 'CONFIRMED':
      if (isOver) return `The session on ${at} is over. You can register for the next one.`;
      if (now >= startsAt) return 'The session is on now. Use the link to join.';
      if (now.getTime() >= startsAt.getTime() - masteryPolicy.joinMinutes * 60_000)
        return `You have a seat: ${at}. You can join now.`;
      return `You have a seat: ${at}. The link to join appears on this page ${masteryPolicy.joinMinutes} minutes before.`;
    case 'WAITLISTED':
      if (isOver) return `The session on ${at} is over, and no seat became free. You can register again.`;
      return `The session on ${at} is full. When a seat becomes free, we write to you.`;
    case 'COMPLETED':
      return 'You attended this session. Choose a programme to go on.';
    case 'NO_SHOW':
      return `You missed the session on ${at}. You can register for the next one.`;
    case 'CANCELLED':
      return 'You cancelled. You can register again.';
    default:
      return 'You are registered.';
  }
}

export type MasteryNotice = 'CONFIRM' | 'WAITLIST' | 'CANCEL' | 'REMIND';

/** Formats the message about a change: the subject of its email, and its text. */
export function formatMasteryNotification(
  notice: MasteryNotice,
  registrationNumber: string,
  step: string,
): { subject: string; text: string } {
  const subjects = {
    CONFIRM: 'Your seat in PM Mastery',
    WAITLIST: 'PM Mastery: you are on the wait-list',
    CANCEL: 'PM Mastery: cancelled',
    REMIND: 'PM Mastery is soon',
  };
  return { subject: subjects[notice], text: `PM Mastery, ${registrationNumber}: ${step}` };
}
