import { describe, expect, test } from 'vitest';
import { type BatchView, describeBatch } from '#lib/domain/catalog/batch-card.ts';

const batch: BatchView = {
  id: 'cap-27',
  programSlug: 'career-accelerator-program',
  name: 'CAP 27',
  programType: 'CAREER_ACCELERATOR_PROGRAM',
  startsOn: '2026-12-08',
  endsOn: '2027-05-20',
  timeZone: 'Asia/Kolkata',
  schedule: ['Tuesday, 8:00 pm to 9:30 pm', 'Half an hour with your coach'],
  mode: 'ONLINE',
  seatsTotal: 30,
  seatsLeft: 12,
  applicationsCloseAt: '2026-12-04T18:29:00.000Z',
  isReservable: true,
  fee: '₹84,000',
  instalments: '6 instalments of ₹14,000',
};
const before = new Date('2026-11-25T06:00:00Z');

describe('[API-50] the texts of the eligible batch’s card', () => {
  test('open, in India', () => {
    expect(describeBatch([batch], before)).toEqual({
      status: 'Seats open',
      look: 'badge-success',
      title: 'CAP 27',
      starts: '8 Dec 2026, until 20 May 2027',
      closes: '4 Dec 2026, 11:59 pm IST',
      seats: '12 of 30 left',
      schedule: 'Online · Tuesday, 8:00 pm to 9:30 pm · Half an hour with your coach',
      fee: '₹84,000',
      instalments: '6 instalments of ₹14,000',
      discount: '',
      brief: 'Starts 8 Dec 2026',
      note: '',
      action: 'Reserve a seat in the December batch',
      href: '/programs/career-accelerator-program/reserve/?batch=cap-27',
    });
  });

  test('a discount stands on it until it ends', () => {
    const until = '2026-11-30T18:29:00.000Z';
    const one = { ...batch, discounts: [{ text: 'Early seat: ₹4,000 less.', until }, { text: 'For all.' }] };
    expect(describeBatch([one], before).discount).toBe('Early seat: ₹4,000 less. For all.');
    expect(describeBatch([one], new Date(until)).discount).toBe('For all.');
  });

  test('a reader in another time zone also sees their own time', () => {
    expect(describeBatch([batch], before, 'America/New_York').closes).toBe(
      '4 Dec 2026, 11:59 pm IST (your time 1:29 pm EST)',
    );
  });

  test('at the closing time it is closed, and the card shows the next batch or the form for interest', () => {
    const closing = new Date(batch.applicationsCloseAt);
    const next = {
      ...batch,
      name: 'CAP 28',
      startsOn: '2027-01-19',
      applicationsCloseAt: '2027-01-15T18:29:00.000Z',
    };
    expect(describeBatch([batch, next], closing).title).toBe('CAP 28');
    expect(describeBatch([batch], closing)).toMatchObject({
      status: 'No batch announced',
      closes: '',
      seats: '',
    });
    expect(describeBatch([], before).action).toBe('Ask for a call');
  });

  test('few seats, no seats, and a planned batch', () => {
    expect(describeBatch([{ ...batch, seatsLeft: 6 }], before).status).toBe('Filling fast');
    const full = describeBatch([{ ...batch, seatsLeft: 0 }], before);
    expect(full).toMatchObject({
      status: 'Full',
      seats: '0 of 30 left',
      action: 'Join the wait-list of the December batch',
      note: 'This batch is full.',
    });
    const planned = describeBatch([{ ...batch, isPlanned: true }], before);
    expect(planned).toMatchObject({ status: 'Planned', seats: '30', action: 'Ask for a call' });
  });

  test('without a count it says how many seats there are, and a batch without seats on the site leads to a call', () => {
    expect(describeBatch([{ ...batch, seatsLeft: undefined }], before)).toMatchObject({
      status: 'Seats open',
      seats: '30',
    });
    expect(describeBatch([{ ...batch, isReservable: false }], before)).toMatchObject({
      action: 'Ask for a seat',
      href: '#callback',
    });
  });

  test('a full batch names the next one', () => {
    const next = { ...batch, startsOn: '2027-01-19', isPlanned: true };
    expect(describeBatch([{ ...batch, seatsLeft: 0 }, next], before).note).toBe(
      'This batch is full. The next batch starts on 19 Jan 2027.',
    );
  });
});
