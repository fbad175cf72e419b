import { expect, test } from 'vitest';
import {
  indianStates,
  indianTowns,
  isListedTown,
  searchTowns,
} from '#lib/domain/hiring/registration/indian-towns.ts';
import { cities } from '#lib/server/demo/jobs/employers.ts';

test('[API-44] the list has at least 500 towns of all 36 states and union territories, each once', () => {
  const names = indianTowns.map(({ city, region }) => `${city}, ${region}`);
  expect([indianStates.length, names.length > 500, new Set(names).size]).toEqual([36, true, names.length]);
  expect(names.filter((name) => !/^[A-Z][A-Za-z ]+, [A-Z][A-Za-z ]+$/.test(name))).toEqual([]);
});

test('[API-44] every place with jobs is in the list with the same spelling', () => {
  for (const [city, region] of Object.values(cities)) expect(isListedTown({ city, region })).toBe(true);
});

test.each([
  ['kolh', 'Kolhapur'],
  ['bangal', 'Bengaluru'],
  ['sambhaji', 'Chhatrapati Sambhajinagar'],
  ['sikkim', 'Gangtok'],
])('[API-44] “%s” finds %s first', (typed, city) => expect(searchTowns(typed, 5)[0]?.city).toBe(city));
