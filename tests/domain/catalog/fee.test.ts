import { expect, test } from 'vitest';
import { countWeeks, formatHours, numberWeeks } from '#lib/domain/catalog/curriculum.ts';
import { formatDiscount, formatFee, formatInstalments } from '#lib/domain/catalog/fee.ts';

const currency = 'INR';

test('a fee is written with its currency, and nothing to pay is free', () => {
  expect(formatFee({ amount: 84_000, currency })).toBe('₹84,000');
  expect(formatFee({ amount: 0, currency })).toBe('Free');
});

test('instalments are equal parts, rounded up; a fee that is paid at once has none', () => {
  expect(formatInstalments({ amount: 84_000, currency, instalments: 6 })).toBe('6 instalments of ₹14,000');
  expect(formatInstalments({ amount: 10_000, currency, instalments: 3 })).toBe('3 instalments of ₹3,334');
  expect(formatInstalments({ amount: 18_000, currency, instalments: 1 })).toBe('');
  expect(formatInstalments({ amount: 0, currency, instalments: 6 })).toBe('');
});

test('a discount says who gets it, until when, and how', () => {
  const discount = { label: 'Early seat', amount: 3000, until: '2026-12-20T18:29:00.000Z' };
  const place = { currency, timeZone: 'Asia/Kolkata' };
  expect(formatDiscount(discount, place)).toBe(
    'Early seat: ₹3,000 less if you reserve by 20 Dec 2026. We take it off the fee.',
  );
  expect(formatDiscount({ label: 'New batch', amount: 500 }, place)).toBe(
    'New batch: ₹500 less for everyone in this batch. We take it off the fee.',
  );
});

test('weeks are numbered through all parts', () => {
  const modules = [
    { title: 'First', weeks: ['a', 'b', 'c'] },
    { title: 'Second', weeks: ['d'] },
  ];
  expect(numberWeeks(modules).map(({ period, firstWeek }) => [period, firstWeek])).toEqual([
    ['Weeks 1 to 3', 1],
    ['Week 4', 4],
  ]);
  expect(countWeeks(modules)).toBe(4);
});

test('hours of a week are a number or a range', () => {
  expect(formatHours({ min: 6, max: 8 })).toBe('6 to 8 hours a week');
  expect(formatHours({ min: 7, max: 7 })).toBe('7 hours a week');
});
