import { expect, test } from 'vitest';
import { countText, deadlineOf, openingsText, placesText } from '#lib/domain/hiring/jobs/job-text.ts';
import { formatAnswer } from '#lib/domain/hiring/jobs/question.ts';

const now = new Date('2026-11-20T06:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

test('[APP-13] a deadline is a date in India, and a countdown in its last days', () => {
  expect(deadlineOf(new Date('2026-11-30T18:29:00Z'), now)).toEqual({
    text: 'Apply by 30 Nov 2026',
    isSoon: false,
  });
  expect(deadlineOf(inDays(3), now)).toEqual({ text: '3 days left to apply', isSoon: true });
  expect(deadlineOf(inDays(1), now).text).toBe('1 day left to apply');
  expect(deadlineOf(inDays(0), now).text).toBe('Last day to apply');
});

test('places and counts are formatted as people write them', () => {
  expect(placesText([{ city: 'Indore' }, { city: 'Jaipur' }, { city: 'Noida' }])).toBe(
    'Indore, Jaipur and Noida',
  );
  expect([countText(1, 'opening'), countText(24, 'opening')]).toEqual(['1 opening', '24 openings']);
});

test('[API-41] the openings of a job are the sum of its cities, and a filled city says so', () => {
  const chennai = { city: 'Chennai', openings: 5, isFilled: true };
  const bengaluru = { city: 'Bengaluru', openings: 4, isFilled: false };
  expect(openingsText([bengaluru])).toBe('4 openings');
  expect(openingsText([chennai])).toBe('5 openings (filled)');
  expect(openingsText([chennai, bengaluru])).toBe('9 openings: 5 in Chennai (filled), 4 in Bengaluru');
});

test('[API-42] an answer of yes or no is shown in words, and every other as it was written', () => {
  expect(['YES', 'NO', 'Yes, in May'].map(formatAnswer)).toEqual(['Yes', 'No', 'Yes, in May']);
});
