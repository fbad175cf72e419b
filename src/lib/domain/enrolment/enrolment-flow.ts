import { batchMonthName } from '#lib/domain/catalog/batch.ts';
import type { Flow, Transition } from '#lib/domain/core/state-machine.ts';
import { formatMoney } from './fee.ts';

/**
 * Statuses of an enrolment. REQUESTED exists only within the transaction that reserves a seat or joins the wait-list. The
 * learner is the actor CANDIDATE.
 */
export const enrolmentStatusLabels = {
  REQUESTED: 'Requested',
  WAITLISTED: 'On the wait-list',
  OFFERED: 'Seat offered',
  HELD: 'Seat reserved',
  CONFIRMED: 'Confirmed',
  COMPLETED: 'Completed',
  DROPPED: 'Left',
  RELEASED: 'Released',
} as const;
export type EnrolmentStatus = keyof typeof enrolmentStatusLabels;

/** Statuses of an enrolment that has not ended. A person has one of them per programme. */
export const openEnrolmentStatuses = ['REQUESTED', 'WAITLISTED', 'OFFERED', 'HELD', 'CONFIRMED'] as const;

/** Statuses in which an enrolment has a seat. */
const seatStatuses: readonly EnrolmentStatus[] = ['OFFERED', 'HELD', 'CONFIRMED', 'COMPLETED'];
export const hasSeat = (status: EnrolmentStatus): boolean => seatStatuses.includes(status);

/** Returns the classes of the badge that shows a status. */
export function enrolmentBadge(status: EnrolmentStatus): string {
  if (status === 'HELD' || status === 'OFFERED') return 'badge badge-warning';
  if (status === 'CONFIRMED' || status === 'COMPLETED') return 'badge badge-success';
  return status === 'WAITLISTED' ? 'badge badge-accent' : 'badge';
}

export const enrolmentPolicy = {
  /** How long a seat is kept without a payment. */
  holdHours: 48,
  /** How long a seat that is offered to somebody on the wait-list is kept. */
  offerHours: 24,
  /** How long before the release of a seat the reminder is sent. */
  reminderHours: 24,
  /** How long a person waits for another seat in a batch after one expired, or after cancelling this often within the time. */
  retryHours: 24,
  cancellationsPerDay: 2,
};

/** Every transition of an enrolment, see "Enrolment" in the payloads. */
export const enrolmentTable = [
  { action: 'REQUEST', from: [null], to: 'REQUESTED', by: ['CANDIDATE'], needs: ['batchIsOpen'] },
  { action: 'HOLD_SEAT', from: ['REQUESTED'], to: 'HELD', by: ['SYSTEM'], needs: ['seatIsFree'] },
  {
    action: 'JOIN_WAITLIST',
    from: ['REQUESTED'],
    to: 'WAITLISTED',
    by: ['CANDIDATE'],
    needs: ['batchIsFull'],
  },
  {
    action: 'OFFER_SEAT',
    from: ['WAITLISTED'],
    to: 'OFFERED',
    by: ['SYSTEM'],
    needs: ['batchIsOpen', 'seatIsFree'],
  },
  { action: 'ACCEPT_OFFER', from: ['OFFERED'], to: 'HELD', by: ['CANDIDATE'], needs: ['isInTime'] },
  { action: 'RECORD_PAYMENT', from: ['HELD'], to: 'HELD', by: ['STAFF'] },
  { action: 'RECORD_PAYMENT', from: ['CONFIRMED'], to: 'CONFIRMED', by: ['STAFF'] },
  // A payment that was made in time may be found after the seat was released.
  {
    action: 'RECORD_PAYMENT',
    from: ['RELEASED'],
    to: 'HELD',
    by: ['STAFF'],
    needs: ['batchGoesOn', 'seatIsFreeAgain'],
  },
  { action: 'CONFIRM', from: ['HELD'], to: 'CONFIRMED', by: ['STAFF'], needs: ['firstPaymentIsRecorded'] },
  {
    action: 'CANCEL',
    from: ['WAITLISTED', 'OFFERED', 'HELD'],
    to: 'RELEASED',
    by: ['CANDIDATE'],
    needs: ['isUnpaid'],
  },
  {
    action: 'RELEASE',
    from: ['WAITLISTED', 'OFFERED', 'HELD'],
    to: 'RELEASED',
    by: ['STAFF'],
    needs: ['hasReason'],
  },
  // A seat with a recorded payment waits for staff.
  {
    action: 'EXPIRE',
    from: ['WAITLISTED', 'OFFERED', 'HELD'],
    to: 'RELEASED',
    by: ['SYSTEM'],
    needs: ['timeIsUp', 'isUnpaid'],
  },
  { action: 'COMPLETE', from: ['CONFIRMED'], to: 'COMPLETED', by: ['STAFF'], needs: ['batchHasEnded'] },
  { action: 'DROP', from: ['CONFIRMED'], to: 'DROPPED', by: ['STAFF'], needs: ['hasReason'] },
] as const satisfies readonly Transition<EnrolmentStatus, string, EnrolmentNeed>[];

export type EnrolmentAction = (typeof enrolmentTable)[number]['action'];

export type EnrolmentNeed =
  | 'batchIsOpen'
  | 'seatIsFree'
  | 'batchIsFull'
  | 'batchGoesOn'
  | 'seatIsFreeAgain'
  | 'isInTime'
  | 'timeIsUp'
  | 'isUnpaid'
  | 'firstPaymentIsRecorded'
  | 'batchHasEnded'
  | 'hasReason';

export interface EnrolmentGuardContext {
  /** The first day of the batch, `2026-12-08`. */
  startsOn: string;
  /** Why nobody can join the batch now; null while it takes people. */
  closedReason: string | null;
  seatsLeft: number;
  /** The hold or the offer has ended, or the batch of the wait-list has closed. */
  isTimeUp: boolean;
  hasBatchEnded: boolean;
  paidAmount: number;
  /** What must be paid before the seat is confirmed. */
  firstAmount: number;
  currency: string;
  reasonCode: string | null;
  /** Where a learner writes who wants to cancel a paid seat. */
  contactEmail: string;
}

export const enrolmentFlow: Flow<EnrolmentStatus, EnrolmentAction, EnrolmentNeed, EnrolmentGuardContext> = {
  table: enrolmentTable,
  guards: {
    batchIsOpen: ({ closedReason }) => closedReason,
    seatIsFree: ({ seatsLeft, startsOn }) =>
      seatsLeft > 0 ? null : `The ${batchMonthName(startsOn)} is full.`,
    batchIsFull: ({ seatsLeft, startsOn }) =>
      seatsLeft > 0 ? `The ${batchMonthName(startsOn)} has free seats. Reserve one.` : null,
    batchGoesOn: ({ hasBatchEnded }) =>
      hasBatchEnded ? 'This batch is over. Send all the money back to the learner.' : null,
    seatIsFreeAgain: ({ seatsLeft, startsOn }) => (seatsLeft > 0 ? null : noSeatFreeText(startsOn)),
    isInTime: ({ isTimeUp }) => (isTimeUp ? 'The time to take this seat has ended.' : null),
    timeIsUp: ({ isTimeUp }) => (isTimeUp ? null : 'Its time has not come yet.'),
    isUnpaid: ({ paidAmount, contactEmail }, { actor }) =>
      paidAmount === 0
        ? null
        : actor === 'CANDIDATE'
          ? `You have paid for this seat. To cancel it, write to ${contactEmail}. The refund policy says what you get back.`
          : 'A payment is recorded.',
    firstPaymentIsRecorded: ({ paidAmount, firstAmount, currency }) =>
      paidAmount >= firstAmount
        ? null
        : `First record a payment: ${formatMoney(firstAmount - paidAmount, currency)} is missing.`,
    batchHasEnded: ({ hasBatchEnded }) => (hasBatchEnded ? null : 'The batch has not ended yet.'),
    hasReason: ({ reasonCode }) => (reasonCode ? null : 'Please choose a reason'),
  },
  wrongStatus: (_, status) =>
    status === null
      ? 'There is no enrolment yet.'
      : `The status is “${enrolmentStatusLabels[status]}”, so this cannot be done.`,
};

/** Returns what staff do when a released seat was paid and none is free. */
export const noSeatFreeText = (startsOn: string): string =>
  `No seat is free in the ${batchMonthName(startsOn)}. Send all the money back to the learner, or reserve a seat in another batch with them.`;

/** The reason in the history and the audit log when a payment gives a released seat back. */
export const seatRestoredReasons = {
  PAID_BEFORE_RELEASE: 'The learner paid for the seat that was released',
} as const;

/** Reasons of staff for a seat that is given up. */
export const enrolmentReasons = {
  LEARNER_ASKED: 'The learner asked for it',
  NOT_PAID: 'No payment arrived',
  OTHER_BATCH: 'The learner takes another batch',
  OTHER: 'Another reason',
} as const;

/** Actions of staff on one enrolment, with the texts of their buttons. */
export const enrolmentMoves = {
  CONFIRM: 'Confirm seat',
  RELEASE: 'Release seat',
  COMPLETE: 'Mark as completed',
  DROP: 'Learner has left',
} as const satisfies Partial<Record<EnrolmentAction, string>>;
export type EnrolmentMove = keyof typeof enrolmentMoves;

export const isEnrolmentMove = (action: string): action is EnrolmentMove =>
  Object.hasOwn(enrolmentMoves, action);
