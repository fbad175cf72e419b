import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';

/** The registration of a person for an event. The registrant is the actor CANDIDATE. */
export const registrationStatusLabels = {
  REGISTERED: 'Registered',
  WAITLISTED: 'On the wait-list',
  OFFERED: 'Seat offered',
  OFFER_EXPIRED: 'Offer expired',
  CANCELLED: 'Cancelled',
  ATTENDED: 'Attended',
  NO_SHOW: 'Did not come',
} as const;
export type RegistrationStatus = keyof typeof registrationStatusLabels;

/** Statuses in which a registration has a seat. */
const seatStatuses = ['REGISTERED', 'OFFERED', 'ATTENDED', 'NO_SHOW'] as const;
export const hasSeat = (status: RegistrationStatus | null): boolean =>
  seatStatuses.some((one) => one === status);

/** Returns whether a person has a seat for good: an offered one is still to be taken. */
export const keepsSeat = (status: RegistrationStatus): boolean => hasSeat(status) && status !== 'OFFERED';

/** Statuses of people who are told about changes of the event. Attendance may be marked before an event moves. */
export const informedStatuses = ['REGISTERED', 'WAITLISTED', 'OFFERED', 'ATTENDED', 'NO_SHOW'] as const;
/** Statuses of people who had a seat to the end, whether or not staff marked who came. */
export const seatedStatuses = ['REGISTERED', 'ATTENDED', 'NO_SHOW'] as const;
/** Statuses that staff set at the door. */
export const markedStatuses = ['ATTENDED', 'NO_SHOW'] as const;

/** Returns the classes of the badge that shows a status. */
export function registrationBadge(status: RegistrationStatus): string {
  if (status === 'OFFERED') return 'badge badge-warning';
  if (status === 'REGISTERED' || status === 'ATTENDED') return 'badge badge-success';
  return status === 'WAITLISTED' ? 'badge badge-accent' : 'badge';
}

/** Every transition of a registration, see "Live event" in the payloads. */
const registrationTable = [
  {
    action: 'REGISTER',
    from: [null, 'CANCELLED', 'OFFER_EXPIRED'],
    to: 'REGISTERED',
    by: ['CANDIDATE'],
    needs: ['isOpen', 'seatIsFree'],
  },
  {
    action: 'JOIN_WAITLIST',
    from: [null, 'CANCELLED', 'OFFER_EXPIRED'],
    to: 'WAITLISTED',
    by: ['CANDIDATE'],
    needs: ['isOpen', 'hasWaitlist'],
  },
  {
    action: 'OFFER_SEAT',
    from: ['WAITLISTED'],
    to: 'OFFERED',
    by: ['SYSTEM'],
    needs: ['isOpen', 'seatIsFree'],
  },
  { action: 'ACCEPT_OFFER', from: ['OFFERED'], to: 'REGISTERED', by: ['CANDIDATE'], needs: ['isInTime'] },
  { action: 'EXPIRE_OFFER', from: ['OFFERED'], to: 'OFFER_EXPIRED', by: ['SYSTEM'], needs: ['timeIsUp'] },
  {
    action: 'CANCEL',
    from: ['REGISTERED', 'WAITLISTED', 'OFFERED'],
    to: 'CANCELLED',
    by: ['CANDIDATE'],
    needs: ['hasNotBegun'],
  },
  {
    action: 'MARK_ATTENDED',
    from: ['REGISTERED', 'NO_SHOW'],
    to: 'ATTENDED',
    by: ['STAFF'],
    needs: ['isAtTheDoor'],
  },
  {
    action: 'MARK_NO_SHOW',
    from: ['REGISTERED', 'ATTENDED'],
    to: 'NO_SHOW',
    by: ['STAFF'],
    needs: ['hasBegun'],
  },
  { action: 'CLEAR_ATTENDANCE', from: ['ATTENDED', 'NO_SHOW'], to: 'REGISTERED', by: ['STAFF'] },
] as const satisfies readonly Transition<RegistrationStatus, string, RegistrationNeed>[];

export type RegistrationAction = (typeof registrationTable)[number]['action'];

export type RegistrationNeed =
  | 'isOpen'
  | 'seatIsFree'
  | 'hasWaitlist'
  | 'isInTime'
  | 'timeIsUp'
  | 'hasNotBegun'
  | 'hasBegun'
  | 'isAtTheDoor';

export interface RegistrationGuardContext {
  /** Why nobody can register now; null while it is possible. */
  closedReason: string | null;
  /** Why nobody can take part any more; null also where the registration is closed, because offers outlive that. */
  offReason: string | null;
  /** Null for an event without a limit. */
  seatsLeft: number | null;
  waitlistEnabled: boolean;
  isOfferOver: boolean;
  hasBegun: boolean;
  /** Whether registrants can join or could have joined. */
  isDoorOpen: boolean;
}

export const registrationFlow: Flow<
  RegistrationStatus,
  RegistrationAction,
  RegistrationNeed,
  RegistrationGuardContext
> = {
  table: registrationTable,
  guards: {
    isOpen: ({ closedReason }) => closedReason,
    seatIsFree: ({ seatsLeft }) => (seatsLeft === 0 ? 'This event is full.' : null),
    hasWaitlist: ({ waitlistEnabled }) =>
      waitlistEnabled ? null : 'This event is full and has no wait-list.',
    isInTime: ({ isOfferOver, offReason }) =>
      isOfferOver ? 'The time to take this seat has ended.' : offReason,
    timeIsUp: ({ isOfferOver }) => (isOfferOver ? null : 'Its time has not come yet.'),
    hasNotBegun: ({ hasBegun }) => (hasBegun ? 'The event has begun.' : null),
    hasBegun: ({ hasBegun }) =>
      hasBegun ? null : 'Nobody has missed it yet. You can mark this when the event has begun.',
    isAtTheDoor: ({ isDoorOpen }) => (isDoorOpen ? null : 'You can mark attendance from 15 minutes before.'),
  },
  wrongStatus: (_, status) =>
    status === null
      ? 'You are not registered for this event.'
      : `The status is “${registrationStatusLabels[status]}”, so this cannot be done.`,
};
