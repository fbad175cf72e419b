import { expect, test } from 'vitest';
import { summarizeRatings } from '#lib/domain/catalog/rating.ts';

test('a summary has the average with one decimal and a count for each number of stars', () => {
  expect(summarizeRatings([5, 4, 4])).toEqual({
    average: 4.3,
    count: 3,
    byStars: [
      { stars: 5, count: 1 },
      { stars: 4, count: 2 },
      { stars: 3, count: 0 },
      { stars: 2, count: 0 },
      { stars: 1, count: 0 },
    ],
  });
});

test('without ratings there is no average', () => {
  expect(summarizeRatings([])).toMatchObject({ average: null, count: 0 });
});
