import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import { eventStatusLabels, type StoredEventStatus } from './event.ts';

/** The changes of an event that staff make. LIVE and ENDED follow from the clock. */
const eventTable = [
  { action: 'PUBLISH', from: ['DRAFT'], to: 'SCHEDULED', by: ['STAFF'], needs: ['isAhead', 'hasWayIn'] },
  { action: 'POSTPONE', from: ['SCHEDULED'], to: 'POSTPONED', by: ['STAFF'], needs: ['hasNotBegun'] },
  {
    action: 'RESCHEDULE',
    from: ['SCHEDULED', 'POSTPONED'],
    to: 'SCHEDULED',
    by: ['STAFF'],
    needs: ['isAhead', 'isNewTime', 'hasNotEnded', 'hasWayIn'],
  },
  {
    action: 'CANCEL',
    from: ['SCHEDULED', 'POSTPONED'],
    to: 'CANCELLED',
    by: ['STAFF'],
    needs: ['hasNotEnded', 'hasReason'],
  },
] as const satisfies readonly Transition<StoredEventStatus, string, EventNeed>[];

export type EventAction = (typeof eventTable)[number]['action'];
export const eventActions = {
  PUBLISH: 'Publish',
  POSTPONE: 'Postpone without a date',
  RESCHEDULE: 'Move to another time',
  CANCEL: 'Cancel event',
} as const satisfies Record<EventAction, string>;

export type EventNeed = 'isAhead' | 'isNewTime' | 'hasWayIn' | 'hasNotBegun' | 'hasNotEnded' | 'hasReason';

export interface EventGuardContext {
  /** Whether the begin, after the change, lies ahead. */
  isAhead: boolean;
  /** Whether the times change. A postponed event has no time, so any is new. */
  isNewTime: boolean;
  /** Whether people know where it is: a link online, a place in person. */
  hasWayIn: boolean;
  hasBegun: boolean;
  hasEnded: boolean;
  publicNote: string | null;
}

export const missingWayIn = 'Add the link to join, if it is online, and the place, if it is in person.';

export const eventFlow: Flow<StoredEventStatus, EventAction, EventNeed, EventGuardContext> = {
  table: eventTable,
  guards: {
    isAhead: ({ isAhead }) => (isAhead ? null : 'Choose a time that lies ahead.'),
    isNewTime: ({ isNewTime }) => (isNewTime ? null : 'The event is at this time already.'),
    hasWayIn: ({ hasWayIn }) => (hasWayIn ? null : missingWayIn),
    hasNotBegun: ({ hasBegun }) => (hasBegun ? 'The event has begun.' : null),
    hasNotEnded: ({ hasEnded }) => (hasEnded ? 'The event is over.' : null),
    hasReason: ({ publicNote }) => (publicNote ? null : 'Please write why it is cancelled'),
  },
  wrongStatus: (_, status) =>
    `The status is “${eventStatusLabels[status ?? 'DRAFT']}”, so this cannot be done.`,
};
