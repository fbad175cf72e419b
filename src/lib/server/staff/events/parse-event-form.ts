import { isCalendarDay } from '#lib/domain/core/calendar.ts';
import { instantOf, isTimeZone } from '#lib/domain/core/zoned-time.ts';
import { textOf } from '#lib/server/http/page-form.ts';
import { integerOf } from '../staff-form.ts';

const linesOf = (text: string): string[] => text.split(/\r?\n/).flatMap((line) => line.trim() || []);

/** Turns `2026-12-05T18:30` in a time zone into an instant. Returns any other text as it is: the endpoint rejects it. */
export function parseLocalTime(text: string, timeZone: string): string {
  const [, date = '', time] = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)/.exec(text) ?? [];
  return time && isCalendarDay(date) && isTimeZone(timeZone)
    ? instantOf(date, time, timeZone).toISOString()
    : text;
}

/** Parses the form to the values of the endpoint. The form of a public event has no time zone. */
export function parseEventForm(form: FormData, knownTimeZone = ''): Record<string, unknown> {
  const text = (name: string) => textOf(form, name);
  const timeZone = text('timeZone') || knownTimeZone;
  const closes = text('registrationClosesAt');
  return {
    ...{ title: text('title'), kind: text('kind'), programType: text('programType') || null },
    ...{ summary: text('summary'), description: text('description'), timeZone, mode: text('mode') },
    takeaways: linesOf(text('takeaways')),
    agenda: linesOf(text('agenda')),
    speakers: linesOf(text('speakers')),
    startsAt: parseLocalTime(text('startsAt'), timeZone),
    endsAt: parseLocalTime(text('endsAt'), timeZone),
    registrationClosesAt: closes ? parseLocalTime(closes, timeZone) : null,
    venue: text('venue'),
    joinUrl: text('joinUrl').trim() || null,
    capacity: text('capacity').trim() ? integerOf(text('capacity')) : null,
    waitlistEnabled: text('waitlistEnabled') === 'yes',
    recordingUrl: text('recordingUrl').trim() || null,
    slidesUrl: text('slidesUrl').trim() || null,
    givesCertificate: text('givesCertificate') === 'yes',
  };
}
