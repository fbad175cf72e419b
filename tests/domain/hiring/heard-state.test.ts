import { describe, expect, it } from 'vitest';
import {
  isReplacedBy,
  listCarriedNotes,
  readHeardTimes,
  rewordChange,
} from '#lib/domain/hiring/applications/heard-state.ts';

const [ten, three] = [new Date('2027-01-04T04:30:00Z'), new Date('2027-01-04T09:30:00Z')];
const nothing = { interviewAt: null, trainingAt: null };

describe('[API-42] which waiting message a later change replaces', () => {
  it.each([
    ['SHORTLIST', 'MOVE_TO_INTERVIEW', true],
    ['MOVE_TO_INTERVIEW', 'COMPLETE_INTERVIEW', true],
    ['SCHEDULE_INTERVIEW', 'REJECT', true],
    ['CHANGE_CITY', 'CHANGE_CITY', true],
    ['CHANGE_CITY', 'REJECT', false],
    ['SHORTLIST', 'CHANGE_CITY', false],
    ['SUBMIT', 'SHORTLIST', false],
    ['ACCEPT_OFFER', 'HIRE', false],
  ] as const)('%s, then %s: %s', (waiting, later, isReplaced) => {
    expect(isReplacedBy(waiting, later)).toBe(isReplaced);
  });
});

describe('[API-42] what the candidate knows', () => {
  it('is the last time of which they have heard', () => {
    const booked = { action: 'SCHEDULE_INTERVIEW', startsAt: ten } as const;
    const moved = { action: 'RESCHEDULE_INTERVIEW', startsAt: three } as const;
    expect(readHeardTimes([booked, moved])).toEqual({ interviewAt: three, trainingAt: null });
    expect(readHeardTimes([booked, { action: 'HOLD', startsAt: null }])).toEqual(nothing);
    expect(readHeardTimes([booked, { action: 'CANCEL_INTERVIEW', startsAt: null }])).toEqual(nothing);
  });

  it('keeps the time of a batch whose place alone has changed', () => {
    const booked = { action: 'SETUP_TRAINING', startsAt: ten } as const;
    const moved = { action: 'MOVE_BATCH', startsAt: null } as const;
    expect(readHeardTimes([booked, moved])).toEqual({ interviewAt: null, trainingAt: ten });
    expect(readHeardTimes([booked, { action: 'GIVE_UP_SEAT', startsAt: null }])).toEqual(nothing);
  });
});

describe('[API-42] the words for a change', () => {
  const unheard = (...actions: Parameters<typeof rewordChange>[0][]) => ({ ...nothing, unheard: actions });

  it.each([
    ['RESCHEDULE_INTERVIEW', ['SCHEDULE_INTERVIEW'], 'SCHEDULE_INTERVIEW'],
    ['CHANGE_BATCH', ['SETUP_TRAINING'], 'SETUP_TRAINING'],
    ['MOVE_BATCH', ['SETUP_TRAINING'], 'SETUP_TRAINING'],
    ['INVITE_AGAIN', ['SCHEDULE_INTERVIEW'], 'MOVE_TO_INTERVIEW'],
    ['GIVE_UP_SEAT', ['SETUP_TRAINING'], 'MOVE_TO_TRAINING'],
    ['REPLACE_OFFER', ['MAKE_OFFER'], 'MAKE_OFFER'],
    ['WITHDRAW_OFFER', ['MAKE_OFFER'], 'CONTINUE'],
    ['RESUME', ['HOLD'], 'CONTINUE'],
    ['REOPEN', ['REJECT'], 'CONTINUE'],
    ['REOPEN', ['SHORTLIST'], 'REOPEN'],
    ['REPLACE_OFFER', ['REPLACE_OFFER'], 'REPLACE_OFFER'],
    ['SHORTLIST', ['START_REVIEW'], 'SHORTLIST'],
  ] as const)('%s after an unheard %s are those of %s', (action, before, words) => {
    expect(rewordChange(action, null, unheard(...before)).action).toBe(words);
  });

  it('name the time that the candidate knows, not one of which they never heard', () => {
    const heard = { ...unheard('RESCHEDULE_INTERVIEW'), interviewAt: ten };
    expect(rewordChange('RESCHEDULE_INTERVIEW', null, heard)).toEqual({
      ...{ action: 'RESCHEDULE_INTERVIEW', previousTime: ten },
    });
    expect(rewordChange('REJECT', 'INTERVIEW', heard)).toEqual({ action: 'REJECT', lostTime: ten });
    expect(rewordChange('REJECT', 'INTERVIEW', unheard('SCHEDULE_INTERVIEW'))).toEqual({
      ...{ action: 'REJECT', lostTime: null },
    });
  });

  it('say that a known time is moved where it was cancelled and booked again unheard', () => {
    const heard = { ...unheard('CANCEL_INTERVIEW', 'INVITE_AGAIN'), interviewAt: ten };
    expect(rewordChange('SCHEDULE_INTERVIEW', null, heard)).toEqual({
      ...{ action: 'RESCHEDULE_INTERVIEW', previousTime: ten },
    });
    expect(rewordChange('SETUP_TRAINING', null, { ...unheard('GIVE_UP_SEAT'), trainingAt: ten })).toEqual({
      ...{ action: 'CHANGE_BATCH', previousTime: ten },
    });
  });
});

describe('[API-42] the notes that a message takes over', () => {
  const note = (action: 'SHORTLIST' | 'REJECT' | 'REOPEN' | 'MAKE_OFFER', publicNote: string) => ({
    ...{ action, publicNote },
  });

  it('are those of all that was not sent, the oldest first', () => {
    const notes = [note('SHORTLIST', 'Bring a laptop.'), note('REOPEN', 'Sorry for the wait.')];
    expect(listCarriedNotes(notes, 'MOVE_TO_INTERVIEW')).toEqual(['Bring a laptop.', 'Sorry for the wait.']);
  });

  it('are without that of a change that was taken back', () => {
    expect(listCarriedNotes([note('REJECT', 'You lack English.')], 'REOPEN')).toEqual([]);
    const taken = [note('REJECT', 'You lack English.'), { action: 'REOPEN', publicNote: null } as const];
    expect(listCarriedNotes(taken, 'SHORTLIST')).toEqual([]);
    expect(listCarriedNotes([note('MAKE_OFFER', 'Congratulations')], 'WITHDRAW_OFFER')).toEqual([]);
    expect(listCarriedNotes([note('MAKE_OFFER', 'Congratulations')], 'REPLACE_OFFER')).toEqual([
      'Congratulations',
    ]);
  });
});
