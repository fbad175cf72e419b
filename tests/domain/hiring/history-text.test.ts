import { expect, test } from 'vitest';
import {
  happenedText,
  noteLabel,
  ownerText,
  reasonText,
  timesText,
} from '#lib/domain/hiring/applications/history-text.ts';

const booked = {
  subject: 'INTERVIEW' as const,
  action: 'SCHEDULE_INTERVIEW',
  from: 'TO_SCHEDULE',
  to: 'SCHEDULED',
  toLabel: 'Scheduled',
  startsAt: '2026-11-23T14:48:00.000Z',
  previousStartsAt: null,
};
const zone = 'Asia/Kolkata';

test('[API-43] a moved interview has another text than a booked one, and both times', () => {
  expect([happenedText(booked), timesText(booked, zone)]).toEqual([
    'Interview: Scheduled',
    'for 23 Nov 2026, 8:18 pm IST',
  ]);
  const moved = {
    ...booked,
    action: 'RESCHEDULE_INTERVIEW',
    from: 'SCHEDULED',
    startsAt: '2026-11-24T14:48:00.000Z',
    previousStartsAt: booked.startsAt,
  };
  expect([happenedText(moved), timesText(moved, zone)]).toEqual([
    'Interview: Moved to another time',
    'from 23 Nov 2026, 8:18 pm IST to 24 Nov 2026, 8:18 pm IST',
  ]);
});

test('[API-42] an event without a new time shows none, and resuming has another text than reaching a stage', () => {
  const elsewhere = {
    ...booked,
    subject: 'TRAINING' as const,
    action: 'MOVE_BATCH',
    from: 'SCHEDULED',
    startsAt: null,
  };
  expect([happenedText(elsewhere), timesText(elsewhere, zone)]).toEqual(['Training: Details changed', '']);
  const resumed = {
    ...elsewhere,
    subject: 'APPLICATION' as const,
    action: 'RESUME',
    from: 'ON_HOLD',
    to: 'INTERVIEW',
  };
  expect(happenedText({ ...resumed, toLabel: 'Interview' })).toBe('Taken off hold');
});

test('[API-42] [API-43] a cancelled interview and a changed batch say what happened, not the status after it', () => {
  const cancelled = { ...booked, action: 'CANCEL_INTERVIEW', from: 'SCHEDULED', to: 'TO_SCHEDULE' };
  expect(happenedText({ ...cancelled, toLabel: 'To schedule', startsAt: null })).toBe('Interview: Cancelled');
  const changed = { ...booked, subject: 'TRAINING' as const, action: 'CHANGE_BATCH', from: 'SCHEDULED' };
  expect(happenedText(changed)).toBe('Training: Changed to another batch');
});

test('[API-42] [API-43] an invitation does not read as a task of the employer, and a second interview says so', () => {
  const invited = { ...booked, action: 'INVITE', from: null, to: 'TO_SCHEDULE', startsAt: null };
  expect(happenedText({ ...invited, toLabel: 'To schedule' })).toBe('Interview: Invited to choose a time');
  const required = { ...invited, subject: 'TRAINING' as const, action: 'REQUIRE_TRAINING', to: 'TO_SET_UP' };
  expect(happenedText({ ...required, toLabel: 'To set up' })).toBe('Training: Invited to choose a batch');
  const moved = { ...invited, subject: 'APPLICATION' as const, action: 'MOVE_TO_INTERVIEW', to: 'INTERVIEW' };
  const texts = [null, 'INTERVIEW'].map((from) => happenedText({ ...moved, from, toLabel: 'Interview' }));
  expect(texts).toEqual(['Interview', 'Moved to the next interview']);
});

test('[API-43] a candidate’s reason for moving an interview is labelled as theirs', () => {
  expect([noteLabel('CANDIDATE'), noteLabel('STAFF')]).toEqual(['The candidate’s reason', 'For staff']);
});

test('[API-42] a change of city or owner says from what to what', () => {
  const change = { ...booked, subject: 'APPLICATION' as const, action: 'CHANGE_CITY', startsAt: null };
  const cities = [{ city: 'Jaipur', previousCity: 'Pune' }, { city: 'Jaipur', previousCity: null }, {}];
  expect(cities.map((one) => happenedText({ ...change, ...one }))).toEqual([
    'City changed from Pune to Jaipur',
    'City set to Jaipur',
    'City changed',
  ]);
  expect([
    ownerText({ from: null, to: 'Vikram Rao' }),
    ownerText({ from: 'Kavita Menon', to: 'Vikram Rao' }),
    ownerText({ from: 'Vikram Rao', to: null }),
  ]).toEqual([
    'Vikram Rao became the owner',
    'Owner changed from Kavita Menon to Vikram Rao',
    'Vikram Rao is not the owner any more',
  ]);
});

test('[API-42] a reason is told by who gave it: a code stands for several', () => {
  const cases: [action: string, actorType: 'CANDIDATE' | 'STAFF' | 'SYSTEM', code: string, text: string][] = [
    ['WITHDRAW', 'CANDIDATE', 'PAY', '“The pay”'],
    ['WITHDRAW', 'STAFF', 'OTHER_JOB', '“I took another job”'],
    ['DECLINE_OFFER', 'CANDIDATE', 'JOINING_DATE', '“The joining date”'],
    ['WITHDRAW', 'CANDIDATE', 'OTHER', 'Another reason'],
    ['REOPEN', 'STAFF', 'MISTAKE', 'Ended by mistake'],
    ['CANCEL_INTERVIEW', 'SYSTEM', 'REJECT', 'because the application has ended'],
    ['EXPIRE', 'SYSTEM', 'JOB_CLOSED', 'The job closed'],
    ['REJECT', 'STAFF', 'SKILLS', 'Skills'],
    ['REJECT', 'STAFF', 'FORMER_CODE', 'FORMER_CODE'],
  ];
  for (const [action, actorType, reasonCode, text] of cases)
    expect(reasonText({ action, actorType, reasonCode }), `${action} ${reasonCode}`).toBe(text);
  expect(reasonText({ action: 'SHORTLIST', actorType: 'STAFF', reasonCode: null })).toBeNull();
});
