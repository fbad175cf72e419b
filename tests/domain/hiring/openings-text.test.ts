import { expect, test } from 'vitest';
import { openingsText } from '#lib/domain/hiring/jobs/openings-text.ts';

test.each([
  [['12', '3'], '15 openings in all.'],
  [['1'], '1 opening in all.'],
  [['1', '1', '1'], '3 openings in all. Every city has one: if the job has fewer, remove cities.'],
  [['', '3'], null],
  [[], null],
])('[API-41] the form of a job with %j openings by city says %j', (openings, text) => {
  expect(openingsText(openings.map((one) => ({ openings: one })))).toBe(text);
});
