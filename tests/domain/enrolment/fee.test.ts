import { describe, expect, it } from 'vitest';
import { parseEnrolmentReference } from '#lib/domain/enrolment/enrolment-text.ts';
import { balanceOf, createFee, taxWithin } from '#lib/domain/enrolment/fee.ts';

const terms = { amount: 84_000, currency: 'INR', instalments: 3, discounts: [] };
const tax = { name: 'GST', percent: 18 };
const days = { firstDueOn: '2026-11-24', startsOn: '2026-12-31' };

describe('[API-50] the price of an enrolment', () => {
  it('is split into monthly instalments, the first one at once', () => {
    expect(createFee(terms, tax, days).instalments).toEqual([
      { dueOn: '2026-11-24', amount: 28_000 },
      { dueOn: '2026-12-31', amount: 28_000 },
      { dueOn: '2027-01-31', amount: 28_000 },
    ]);
    const uneven = createFee({ ...terms, amount: 100, instalments: 4 }, tax, days).instalments;
    expect(uneven.map(({ dueOn }) => dueOn)).toEqual([
      '2026-11-24',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
    ]);
    const odd = createFee({ ...terms, amount: 101 }, tax, days).instalments;
    expect(odd.map(({ amount }) => amount)).toEqual([35, 33, 33]);
  });

  it('is paid at once where content names no instalments, and less its discounts', () => {
    const discounts = [{ label: 'Early bird', amount: 4000 }];
    const fee = createFee({ amount: 84_000, currency: 'INR', discounts }, tax, days);
    expect(fee).toMatchObject({
      amount: 80_000,
      instalments: [{ dueOn: '2026-11-24', amount: 80_000 }],
      discounts,
    });
  });

  it('no instalment of a batch that has begun is due before the first one', () => {
    const late = createFee(terms, tax, { firstDueOn: '2027-01-20', startsOn: '2026-12-31' });
    expect(late.instalments.map(({ dueOn }) => dueOn)).toEqual(['2027-01-20', '2027-01-20', '2027-01-31']);
  });

  it('contains its tax, and knows what is open', () => {
    expect(taxWithin(118, 18)).toBe(18);
    const fee = createFee(terms, tax, days);
    expect(balanceOf(fee, [{ amount: 20_000 }])).toEqual({
      paidAmount: 20_000,
      openAmount: 64_000,
      firstOpenAmount: 8000,
    });
  });
});

it.each([
  ['EN-26-00042', 'EN-26-00042'],
  [' en 26 42 ', 'EN-26-00042'],
  ['EN2600042', 'EN-26-00042'],
  ['MS-26-00042', null],
  ['Asha', null],
])('[API-50] a reference is found as %s', (typed, reference) => {
  expect(parseEnrolmentReference(typed)).toBe(reference);
});
