import { dateText } from '#lib/domain/core/time-text.ts';

export { periodText } from '#lib/domain/core/time-text.ts';

const weekdays = new Map<string, Intl.DateTimeFormat>();

/** `Mon, 7 Dec 2026` of a calendar day. */
export function dayText(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  const format =
    weekdays.get('UTC') ?? new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
  weekdays.set('UTC', format);
  return `${format.format(noon)}, ${dateText(noon, 'UTC')}`;
}
