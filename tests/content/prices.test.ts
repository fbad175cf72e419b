import { expect, test } from 'vitest';
import { type BatchEntry, listBatches } from '#lib/server/catalog/content/index.ts';
import { priceOf } from '#lib/server/enrolment/reserve-seat.ts';

const [some] = listBatches() as [BatchEntry];
const until = '2026-12-20T18:29:00.000Z';
const seat = { ...some, startsOn: '2027-01-11', seatsLeft: 3 };
const fee = {
  ...{ amount: 48_000, currency: 'INR', instalments: 2 },
  discounts: [
    { label: 'Early seat', amount: 3000, until },
    { label: 'New batch', amount: 1000 },
  ],
};

test('[API-50] a discount is taken off until its last moment, and what has ended is not', () => {
  expect(priceOf(seat, fee, new Date('2026-12-20T18:28:59.999Z'))).toMatchObject({
    amount: 44_000,
    discounts: [
      { label: 'Early seat', amount: 3000 },
      { label: 'New batch', amount: 1000 },
    ],
    instalments: [{ amount: 22_000 }, { amount: 22_000 }],
  });
  const late = priceOf(seat, fee, new Date(until));
  expect([late.amount, late.discounts]).toEqual([47_000, [{ label: 'New batch', amount: 1000 }]]);
});

test('no discount is as large as the fee', () => {
  for (const { id, fee } of listBatches())
    for (const { amount } of fee?.discounts ?? []) expect(amount, id).toBeLessThan(fee?.amount ?? 0);
});
