import { expect, test } from 'vitest';
import { lastSeenText } from '#lib/domain/auth/last-seen.ts';
import { countries } from '#lib/domain/core/countries.ts';
import { listTimeZones, searchTimeZones, zoneOffset, zonePlace } from '#lib/domain/core/time-zones.ts';

const winter = new Date('2026-01-15T12:00:00Z');
const zones = listTimeZones(['Asia/Kolkata', 'Asia/Kolkata', 'US/Central'], winter);
const searchNames = (text: string) => searchTimeZones(zones, text).map(({ name }) => name);

test('[APP-13] the preferred zones come first, then all others by place, each once', () => {
  expect(zones.slice(0, 3).map(({ name }) => name)).toEqual(['Asia/Kolkata', 'US/Central', 'Africa/Abidjan']);
  expect(new Set(zones.map(({ name }) => name)).size).toBe(zones.length);
  expect(zones.length).toBeGreaterThan(400);
  expect(zones.map(({ name }) => name)).toContain('UTC');
});

test('[USER-05] every country’s zone is listed with its current name', () => {
  const names = zones.map(({ name }) => name);
  for (const { timeZone } of countries) expect(names).toContain(timeZone);
  for (const name of ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Katmandu']) expect(names).not.toContain(name);
});

test('a place has its common name', () => {
  expect(zonePlace('America/Indiana/Vincennes')).toBe('Vincennes, Indiana');
  expect(zonePlace('Asia/Ho_Chi_Minh')).toBe('Ho Chi Minh');
  expect(zonePlace('US/Central')).toBe('Central, US');
  expect(zonePlace('UTC')).toBe('UTC');
});

test('offsets depend on the date', () => {
  expect(zoneOffset('Asia/Kolkata', winter)).toBe('GMT+5:30');
  expect(zoneOffset('Europe/London', winter)).toBe('GMT+0');
  expect(zoneOffset('Europe/London', new Date('2026-07-15T12:00:00Z'))).toBe('GMT+1');
  expect(zoneOffset('Nowhere/Land', winter)).toBe('');
});

test('a zone can be found by place, country, name, offset and the name of its time', () => {
  expect(searchNames('kolk')).toEqual(['Asia/Kolkata']);
  expect(searchNames('india')[0]).toBe('Asia/Kolkata');
  expect(searchNames('ho chi')).toEqual(['Asia/Ho_Chi_Minh']);
  expect(searchNames('europe/ber')).toEqual(['Europe/Berlin']);
  for (const text of ['5:45', '+5:45', '+05:45', 'UTC+5:45', 'gmt +05:45'])
    expect(searchNames(text), text).toEqual(['Asia/Kathmandu']);
  expect(searchNames('-9:30')).toEqual(['Pacific/Marquesas']);
  expect(searchNames('eastern')).toContain('America/New_York');
  expect(searchNames('atlantis')).toEqual([]);
  expect(searchNames('lon')[0]).toBe('Europe/London');
});

test('[C-20] the last use of a device is described in words, by the reader’s calendar', () => {
  const now = new Date('2026-11-20T20:00:00Z');
  const text = (at: string) => lastSeenText(new Date(at), now, 'Asia/Kolkata');
  expect(text('2026-11-20T19:05:00Z')).toBe('Active in the last hour');
  // In India this is 1:30 am on the 21st.
  expect(text('2026-11-20T18:40:00Z')).toBe('Today, 12:10 am IST');
  expect(text('2026-11-20T12:30:00Z')).toBe('Yesterday, 6:00 pm IST');
  expect(text('2026-11-17T12:30:00Z')).toBe('4 days ago, 6:00 pm IST');
  expect(text('2026-11-02T12:30:00Z')).toBe('Last used on 2 Nov 2026');
});
