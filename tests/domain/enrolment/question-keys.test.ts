import { expect, it } from 'vitest';
import { listQuestions } from '#lib/server/enrolment/scholarship/question-bank.ts';

const orders = [200, 350, 150, null, 400, 250];
const amounts = orders.filter((one) => one !== null);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const average = (numbers: readonly number[]) => sum(numbers) / numbers.length;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The answers of all numeric questions, computed from the numbers of their texts and not read from the bank. */
const computed: Record<string, number> = {
  'data/average-stars': (5 * 40 + 4 * 30 + 3 * 10 + 2 * 5 + 15) / 100,
  'data/better-cart': 3000 * 0.4 * (600 / 900),
  'data/cost-of-a-sale': 45_000 / 18,
  'data/deliveries-on-time': (500 * 90 + 300 * 80 + 200 * 70) / 1000,
  'data/february-in-week-three': (800 * 35) / 100,
  'data/pay-in-old-prices': Math.round(46_000 / 1.21),
  'data/purchases-to-match': (90 * 600) / 500,
  'data/share-of-delhi': (100 * 65) / sum([42, 65, 38, 55]),
  'data/sign-up-rate': (100 * 1500) / 25_000,
  'data/subscribers-in-two-months': (5000 * 0.92 + 500) * 0.92 + 500,
  'data/three-cohorts-together': (1000 * 30 + 800 * 35 + 1200 * 30) / 3000,
  'data/three-months-of-sign-ups': sum([1000, 1500, 1200]),
  'data/top-two-cities': 65 + 55 - 42 - 38,
  'english/passed-in-words': (40 / 2) * (3 / 4) * (3 / 5),
  'logic/clock-hands': 180 - 3.5 * 30,
  'logic/double-and-one': 39 * 2 + 1,
  'logic/doubling-series': 24 * 2,
  'logic/father-and-son': upTo(60).find((son) => 3 * son + 12 === 2 * (son + 12)) ?? 0,
  'logic/handshakes': sum(upTo(9)),
  'logic/heavier-coin': Math.log(9) / Math.log(3),
  'logic/north-and-east': Math.hypot(3, 4),
  'logic/odd-steps-series': 6 * 6 + 1,
  'product/lifetime-value': 300 * 0.6 * 20,
  'product/months-to-pay-back': 1800 / (300 * 0.6),
  'product/priority-score': (2000 * 2 * 0.5) / 4,
  'quantitative/bill-backwards': 4130 / 1.18 / 0.7,
  'quantitative/catching-up': (12 / (18 - 12)) * 18,
  'quantitative/compound-growth': 10_000 * 1.1 ** 3,
  'quantitative/crew-shrinks': (15 * (24 - 8)) / 10,
  'quantitative/missing-mark': 5 * 72 - sum([68, 75, 70, 80]),
  'quantitative/neighbours-in-a-row': 2 * 4 * 3 * 2,
  'quantitative/one-leaves': (1 - 6 * (1 / 20 + 1 / 30)) * 30,
  'quantitative/price-rise': 12_000 * 1.15,
  'quantitative/prize-split': (4500 * 4) / (2 + 3 + 4),
  'quantitative/rice-price': (90 / 750) * 1200,
  'quantitative/river-current': (30 / 2 - 18 / 2) / 2,
  'quantitative/salt-water': 4 / 0.08 - 40,
  'quantitative/simple-interest': 8000 * 0.06 * 2.5,
  'quantitative/three-or-five': upTo(200).filter((one) => one % 3 === 0 || one % 5 === 0).length,
  'quantitative/train-hours': 400 / (240 / 3),
  'quantitative/two-classes': (30 * 64 + 20 * 74) / 50,
  'quantitative/work-together': 1 / (1 / 12 + 1 / 18),
  'tools/above-average': amounts.filter((one) => one > average(amounts)).length,
  'tools/average-of-cells': average([5, 8, 12]),
  'tools/count-above-ten': [10, 12, 8, 15, 10, 20].filter((one) => one > 10).length,
  'tools/count-of-a-column': amounts.length,
  'tools/different-customers': new Set(['A', 'B', 'A', 'C', 'B', 'D']).size,
  'tools/groups-of-two': [3, 2, 1].filter((rows) => rows >= 2).length,
  'tools/largest-order': orders.indexOf(Math.max(...amounts)) + 1,
  'tools/orders-of-pune': [1, 3, 5].length,
  'tools/price-lookup': 600,
  'tools/rows-of-two-joins': 3 * 2,
  'tools/running-total': 100 + 50 + 75,
  'tools/sum-of-cells': 5 + 8 + 12,
  'tools/sum-with-null': 350,
  'tools/sum-with-two-conditions': 40 + 15 + 5,
  'tools/union-rows': 5 + 4 - 2,
};

it('[API-21] the key of every numeric question is the number that the question asks for', () => {
  const numeric = listQuestions().flatMap((one) => (one.kind === 'NUMERIC' ? [one] : []));
  expect(Object.keys(computed).toSorted()).toEqual(numeric.map(({ id }) => id).toSorted());
  for (const { id, answer, tolerance } of numeric)
    expect(Math.abs((computed[id] ?? Number.NaN) - answer), id).toBeLessThanOrEqual(tolerance + 1e-6);
});
