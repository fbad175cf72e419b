import { describe, expect, it } from 'vitest';
import { allowedActions, checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type EnrolmentAction,
  type EnrolmentGuardContext,
  type EnrolmentStatus,
  enrolmentFlow,
  enrolmentTable,
} from '#lib/domain/enrolment/enrolment-flow.ts';
import { describeNextStep, type EnrolmentFacts } from '#lib/domain/enrolment/enrolment-text.ts';

const context: EnrolmentGuardContext = {
  startsOn: '2026-12-08',
  closedReason: null,
  seatsLeft: 3,
  isTimeUp: false,
  hasBatchEnded: false,
  paidAmount: 0,
  firstAmount: 14_000,
  currency: 'INR',
  reasonCode: null,
  contactEmail: 'support@liftoff.example',
};

/** Lists `ACTION > STATUS` of the table that begin in a status. */
const movesFrom = (status: EnrolmentStatus | null) =>
  enrolmentTable
    .filter(({ from }) => (from as readonly (EnrolmentStatus | null)[]).includes(status))
    .map(({ action, to }) => `${action} > ${to}`);

describe('[API-50] the transitions of an enrolment', () => {
  it.each([
    [null, ['REQUEST > REQUESTED']],
    ['REQUESTED', ['HOLD_SEAT > HELD', 'JOIN_WAITLIST > WAITLISTED']],
    ['WAITLISTED', ['OFFER_SEAT > OFFERED', 'CANCEL > RELEASED', 'RELEASE > RELEASED', 'EXPIRE > RELEASED']],
    ['OFFERED', ['ACCEPT_OFFER > HELD', 'CANCEL > RELEASED', 'RELEASE > RELEASED', 'EXPIRE > RELEASED']],
    [
      'HELD',
      [
        'RECORD_PAYMENT > HELD',
        'CONFIRM > CONFIRMED',
        'CANCEL > RELEASED',
        'RELEASE > RELEASED',
        'EXPIRE > RELEASED',
      ],
    ],
    ['CONFIRMED', ['RECORD_PAYMENT > CONFIRMED', 'COMPLETE > COMPLETED', 'DROP > DROPPED']],
    ['COMPLETED', []],
    ['DROPPED', []],
    ['RELEASED', ['RECORD_PAYMENT > HELD']],
  ] as const)('from %s', (status, moves) => {
    expect(movesFrom(status)).toEqual(moves);
  });

  it.each<
    [string, EnrolmentAction, 'CANDIDATE' | 'STAFF' | 'SYSTEM', EnrolmentStatus | null, object, RegExp]
  >([
    ['a closed batch', 'REQUEST', 'CANDIDATE', null, { closedReason: 'Closed.' }, /^Closed\.$/],
    ['a full batch', 'HOLD_SEAT', 'SYSTEM', 'REQUESTED', { seatsLeft: 0 }, /December batch is full/],
    ['a batch with seats has no wait-list', 'JOIN_WAITLIST', 'CANDIDATE', 'REQUESTED', {}, /has free seats/],
    ['an offer that has ended', 'ACCEPT_OFFER', 'CANDIDATE', 'OFFERED', { isTimeUp: true }, /has ended/],
    ['a payment that is missing', 'CONFIRM', 'STAFF', 'HELD', { paidAmount: 4000 }, /₹10,000 is missing/],
    ['a paid seat', 'CANCEL', 'CANDIDATE', 'HELD', { paidAmount: 1 }, /write to support@liftoff\.example\./],
    ['a paid seat', 'EXPIRE', 'SYSTEM', 'HELD', { isTimeUp: true, paidAmount: 1 }, /payment is recorded/],
    ['a seat in its time', 'EXPIRE', 'SYSTEM', 'HELD', {}, /time has not come/],
    ['a batch that goes on', 'COMPLETE', 'STAFF', 'CONFIRMED', {}, /not ended/],
    ['no reason', 'DROP', 'STAFF', 'CONFIRMED', {}, /choose a reason/],
    ['the learner', 'CONFIRM', 'CANDIDATE', 'HELD', { paidAmount: 14_000 }, /Only our staff/],
    ['no free seat', 'RECORD_PAYMENT', 'STAFF', 'RELEASED', { seatsLeft: 0 }, /all the money back/],
    ['a batch that is over', 'RECORD_PAYMENT', 'STAFF', 'RELEASED', { hasBatchEnded: true }, /money back/],
    ['a released seat', 'CONFIRM', 'STAFF', 'RELEASED', {}, /“Released”/],
  ])('%s prevents %s', (_, action, actor, status, change, reason) => {
    const result = checkTransition(enrolmentFlow, action, actor, status, { ...context, ...change });
    expect(result).toMatchObject({ isAllowed: false, reason: expect.stringMatching(reason) });
  });

  it('a learner sees only what learners can do', () => {
    expect(allowedActions(enrolmentFlow, 'CANDIDATE', 'HELD', context)).toEqual([
      { action: 'CANCEL', enabled: true, reason: null },
    ]);
  });
});

it('[API-50] a paid seat promises a call before the first day, and not after it', () => {
  const facts: EnrolmentFacts = {
    ...{ reference: 'EN-26-00001', programName: 'Embark Pro', startsOn: '2026-12-08', hasBegun: false },
    ...{
      firstOpen: '₹0',
      open: '₹0',
      isPaid: true,
      hasPayments: true,
      until: null,
      waitlistPosition: null,
      contactEmail: 'help@liftoff.example',
    },
  };
  expect(describeNextStep('CONFIRMED', facts)).toContain('We call you in the week before');
  expect(describeNextStep('CONFIRMED', { ...facts, hasBegun: true })).toBe(
    'Your seat is confirmed and paid. Your programme began on 8 Dec 2026.',
  );
});
