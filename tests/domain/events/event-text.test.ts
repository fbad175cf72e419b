import { describe, expect, it } from 'vitest';
import {
  canJoin,
  type EventMode,
  hasWayIn,
  offerExpiry,
  type StoredEventStatus,
} from '#lib/domain/events/event.ts';
import { type EventFacts, formatEventNotification } from '#lib/domain/events/event-notifications.ts';
import { describeNextStep, parseRegistrationNumber, takenText } from '#lib/domain/events/event-text.ts';
import type { RegistrationStatus } from '#lib/domain/events/registration-flow.ts';

const at = (minutes: number) => new Date(Date.UTC(2036, 0, 10, 12, minutes));
const status: StoredEventStatus = 'SCHEDULED';
const mode: EventMode = 'ONLINE';
const event = {
  ...{ status, startsAt: at(0), endsAt: at(60), registrationClosesAt: at(0) },
  ...{ timeZone: 'Asia/Kolkata', mode, venue: null },
};

it.each([
  [-16, false],
  [-15, true],
  [59, true],
  [60, false],
])('[API-20] the link to join at minute %i is shown: %s', (minute, isShown) => {
  expect(canJoin(event, at(minute))).toBe(isShown);
  expect(canJoin({ ...event, status: 'CANCELLED' }, at(minute))).toBe(false);
});

it('[API-20] an offer is kept for half of the time that is left, and never after registration has closed', () => {
  expect(offerExpiry(at(0), at(-100 * 60))).toEqual(at(-76 * 60));
  expect(offerExpiry(at(0), at(-4 * 60))).toEqual(at(-2 * 60));
  expect(offerExpiry(at(0), at(-40))).toEqual(at(-10));
  expect(offerExpiry(at(0), at(-5))).toEqual(at(0));
});

it('[API-20] people can get in by a link online, at a place in person, and by both where it is both', () => {
  const [joinUrl, venue] = ['https://meet.example.com', 'Room 1'];
  expect(hasWayIn({ mode: 'ONLINE', joinUrl, venue: null })).toBe(true);
  expect(hasWayIn({ mode: 'IN_PERSON', joinUrl: null, venue })).toBe(true);
  expect(hasWayIn({ mode: 'HYBRID', joinUrl, venue: null })).toBe(false);
  expect(hasWayIn({ mode: 'HYBRID', joinUrl: null, venue })).toBe(false);
});

describe('[API-20] what comes next', () => {
  const next = (status: RegistrationStatus, minute: number, more: object = {}) =>
    describeNextStep({
      event: { ...event, now: at(minute), ...more },
      registration: { status, place: 2, offerExpiresAt: at(-30) },
      viewerTimeZone: 'Asia/Kolkata',
    });

  it.each([
    ['CANCELLED', -60, 'You cancelled. You can register again while seats are free.'],
    ['CANCELLED', 90, 'You cancelled.'],
    [
      'WAITLISTED',
      -60,
      'You are number 2 on the wait-list. When a seat is free, we offer it to you and write to you.',
    ],
    ['WAITLISTED', 1, 'Registration is closed, and no seat became free.'],
    ['OFFERED', -60, 'A seat is free for you. Take it by 10 Jan 2036, 5:00 pm IST.'],
    ['OFFER_EXPIRED', 1, 'The time to take your seat has ended.'],
    ['REGISTERED', 1, 'The event has begun. Join with the link on this page.'],
    ['REGISTERED', 61, 'This event is over.'],
  ] as const)('for %s at minute %i: %s', (status, minute, text) => {
    expect(next(status, minute)).toBe(text);
  });

  it('promises no email to people who may have none', () => {
    expect(next('REGISTERED', -60, { status: 'POSTPONED' })).toBe(
      'This event is postponed. We write to you when the new date is set. You keep your place.',
    );
  });
});

it.each([
  ['LE-26-00042', 'LE-26-00042'],
  [' le 26 42 ', 'LE-26-00042'],
  ['LE2600042', 'LE-26-00042'],
  ['LE-26', null],
  ['MS-26-00042', null],
  ['26-00042', null],
])('[API-20] the number “%s” is read as %s', (text, number) => {
  expect(parseRegistrationNumber(text)).toBe(number);
});

it('[API-20] the text of a change is the same for everybody in the same state', () => {
  const facts: EventFacts = {
    ...{
      title: 'A talk',
      number: 'LE-26-00042',
      time: '10 Jan 2036, 5:30 pm IST',
      period: '10 Jan 2036, 5:30 – 6:30 pm IST',
      previousTime: null,
      previousTitle: null,
    },
    ...{ mode: 'IN_PERSON', venue: 'Room 2', place: null, offerUntil: null, reminders: null },
    ...{ replacement: null, isWaiting: false, isPostponed: false, isOpen: true },
  };
  expect(formatEventNotification('CHANGE_PLACE', facts).text).toBe(
    'The place of “A talk” on 10 Jan 2036, 5:30 pm IST has changed. Place: Room 2. You keep your seat. If the place does not suit you, cancel on the page of the event.',
  );
  for (const notice of [
    'POSTPONE_EVENT',
    'RESCHEDULE_EVENT',
    'CANCEL_EVENT',
    'CHANGE_LINK',
    'RECORDING_READY',
  ] as const)
    expect(formatEventNotification(notice, facts).text).not.toContain(facts.number);
});

it.each([
  [4, 4, 1, '4 of 4 seats taken, 1 waiting'],
  [2, 40, 0, '2 of 40 seats taken'],
  [7, null, 0, '7 registered, no limit'],
])('[API-20] staff read %i of %s with %i waiting as “%s”', (taken, capacity, waiting, text) => {
  expect(takenText({ taken, capacity, waiting })).toBe(text);
});
