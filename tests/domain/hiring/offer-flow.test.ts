import { describe, expect, test } from 'vitest';
import { type ActorType, checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type ApplicationAction,
  applicationFlow,
  stageKeyAfter,
} from '#lib/domain/hiring/applications/application-flow.ts';
import {
  type ApplicationGuardContext,
  noApplicationContext,
  type OfferGuardContext,
} from '#lib/domain/hiring/applications/application-guards.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';

const openOffer: OfferGuardContext = {
  status: 'OPEN',
  hasRunOut: false,
  acceptedAt: null,
  fromStatus: 'INTERVIEW',
  fromStageKey: 'interview',
};

function check(
  action: ApplicationAction,
  actor: ActorType,
  status: ApplicationStatus,
  offer: OfferGuardContext | null,
  more: Partial<ApplicationGuardContext> = {},
) {
  const context = { ...noApplicationContext, stageKey: 'offer', offer, reasonCode: 'OTHER', ...more };
  const result = checkTransition(applicationFlow, action, actor, status, context);
  return result.isAllowed ? result.to : result.reason;
}

describe('an offer', () => {
  test('[API-42] is accepted or declined by the candidate only, while it is open', () => {
    expect(check('ACCEPT_OFFER', 'CANDIDATE', 'OFFERED', openOffer)).toBe('OFFER_ACCEPTED');
    expect(check('DECLINE_OFFER', 'CANDIDATE', 'OFFERED', openOffer)).toBe('OFFER_DECLINED');
    expect(check('ACCEPT_OFFER', 'STAFF', 'OFFERED', openOffer)).toBe('Only the candidate can do this.');
    expect(check('ACCEPT_OFFER', 'CANDIDATE', 'OFFERED', null)).toBe('The employer is preparing your offer.');
    const late = { ...openOffer, hasRunOut: true };
    expect(check('ACCEPT_OFFER', 'CANDIDATE', 'OFFERED', late)).toBe(
      'The time to answer this offer is over.',
    );
    expect(check('DECLINE_OFFER', 'CANDIDATE', 'OFFERED', openOffer, { reasonCode: null })).toBe(
      'Choose a reason first.',
    );
  });

  test('[API-42] expires by itself, and only after its time', () => {
    expect(check('EXPIRE_OFFER', 'SYSTEM', 'OFFERED', openOffer)).toBe(
      'There is still time to answer this offer.',
    );
    const late = { ...openOffer, hasRunOut: true };
    expect(check('EXPIRE_OFFER', 'SYSTEM', 'OFFERED', late)).toBe('OFFER_EXPIRED');
    expect(check('EXPIRE_OFFER', 'SYSTEM', 'OFFER_ACCEPTED', late)).toContain('cannot be ended');
  });

  test('[API-42] that staff withdraw leads back to where the application was', () => {
    for (const status of ['OFFERED', 'OFFER_ACCEPTED'] as const)
      expect(check('WITHDRAW_OFFER', 'STAFF', status, openOffer)).toBe('INTERVIEW');
    const context = { ...noApplicationContext, stageKey: 'offer', offer: openOffer };
    expect(stageKeyAfter('WITHDRAW_OFFER', 'OFFERED', context)).toBe('interview');
    expect(check('WITHDRAW_OFFER', 'STAFF', 'OFFERED', null)).toBe('There is no offer to withdraw.');
  });

  test('[API-42] can be replaced until the candidate has joined, and then needs a new answer', () => {
    expect(check('REPLACE_OFFER', 'STAFF', 'OFFERED', openOffer)).toBe('OFFERED');
    expect(check('REPLACE_OFFER', 'STAFF', 'OFFER_ACCEPTED', openOffer)).toBe('OFFERED');
    expect(check('REPLACE_OFFER', 'STAFF', 'HIRED', openOffer)).toContain('cannot be given another offer');
  });
});

describe('an application that was at its offer returns', () => {
  const accepted = { ...openOffer, status: 'ACCEPTED', acceptedAt: new Date(0), hasRunOut: true } as const;
  const late = { ...openOffer, hasRunOut: true };

  test.each([
    ['an open offer', 'OFFERED', openOffer, 'OFFERED'],
    ['one that a rejection withdrew', 'OFFERED', { ...openOffer, status: 'WITHDRAWN' }, 'OFFERED'],
    ['an accepted one', 'OFFER_ACCEPTED', accepted, 'OFFER_ACCEPTED'],
    ['an accepted one, withdrawn', 'OFFER_ACCEPTED', { ...accepted, status: 'WITHDRAWN' }, 'OFFER_ACCEPTED'],
    ['one whose time has passed', 'OFFERED', late, 'INTERVIEW'],
    ['one whose time has passed, withdrawn', 'OFFERED', { ...late, status: 'WITHDRAWN' }, 'INTERVIEW'],
    ['one that expired', 'OFFERED', { ...late, status: 'EXPIRED' }, 'INTERVIEW'],
    ['one that the candidate declined', 'OFFERED', { ...openOffer, status: 'DECLINED' }, 'INTERVIEW'],
    ['none', 'OFFERED', null, 'OFFERED'],
  ] as const)('[API-42] with %s', (_, before, offer, to) => {
    expect(check('RESUME', 'STAFF', 'ON_HOLD', offer, { heldFrom: before })).toBe(to);
    expect(check('REOPEN', 'STAFF', 'NOT_SELECTED', offer, { endedFrom: before })).toBe(to);
    const context = { ...noApplicationContext, stageKey: 'offer', offer, heldFrom: before };
    expect(stageKeyAfter('RESUME', 'ON_HOLD', context)).toBe(to === 'INTERVIEW' ? 'interview' : 'offer');
  });

  test('[API-42] to its hold first, whatever became of the offer', () => {
    expect(check('REOPEN', 'STAFF', 'NOT_SELECTED', late, { endedFrom: 'ON_HOLD' })).toBe('ON_HOLD');
  });
});
