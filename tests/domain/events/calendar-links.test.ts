import { expect, it } from 'vitest';
import { instantOf } from '#lib/domain/core/zoned-time.ts';
import { calendarLinks } from '#lib/domain/events/calendar-links.ts';

const page = 'https://liftoff.example/events/a-talk/';
const entry = { title: 'A & B: “talk”', summary: 'Two\nlines', mode: 'ONLINE', venue: null };

/** Reads a time of Google's: `20360131T181500Z`. */
const parseCompact = (text = ''): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

it.each([
  ['Asia/Kolkata', '2036-01-31', '23:45', 60],
  ['America/New_York', '2036-03-09', '01:30', 60],
  ['America/New_York', '2036-11-02', '00:30', 120],
  ['Europe/London', '2036-03-30', '00:30', 60],
  ['Australia/Sydney', '2036-04-06', '01:30', 120],
  ['Asia/Singapore', '2036-02-01', '00:00', 60],
])('[API-20] links to calendars begin and end to the minute in %s on %s', (zone, date, time, minutes) => {
  const startsAt = instantOf(date, time, zone);
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
  const [google, outlook] = calendarLinks({ ...entry, ...times }, page).map(({ href }) => new URL(href));
  const [from, to] = google?.searchParams.get('dates')?.split('/') ?? [];
  expect([parseCompact(from), parseCompact(to)]).toEqual([startsAt.getTime(), endsAt.getTime()]);
  expect(outlook?.searchParams.get('startdt')).toBe(times.startsAt);
  expect(outlook?.searchParams.get('enddt')).toBe(times.endsAt);
});

it('[API-20] links to calendars have the title, the place and the page, not the link to join', () => {
  const times = { startsAt: '2036-01-10T12:00:00.000Z', endsAt: '2036-01-10T13:00:00.000Z' };
  const inPerson = { ...entry, ...times, mode: 'HYBRID', venue: 'Room 1, Pune' };
  const [google, outlook] = calendarLinks(inPerson, page).map(({ href }) => new URL(href).searchParams);
  expect([google?.get('text'), google?.get('location')]).toEqual([entry.title, 'Room 1, Pune']);
  expect([outlook?.get('subject'), outlook?.get('location')]).toEqual([entry.title, 'Room 1, Pune']);
  for (const details of [google?.get('details'), outlook?.get('body')]) expect(details).toContain(page);
  const [online] = calendarLinks({ ...entry, ...times }, page).map(({ href }) => new URL(href).searchParams);
  expect(online?.get('location')).toBe('Online');
});
