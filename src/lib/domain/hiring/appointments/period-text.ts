import { dateText, dateTimeText, timeText } from '#lib/domain/core/time-text.ts';

interface Period {
  startsAt: string;
  endsAt: string;
}

/** `7 Dec 2026, 10:00 am IST – 10:30 am IST`; over several days the last one in full. */
export function periodText(
  { startsAt, endsAt }: Period,
  timeZone: string,
  viewerTimeZone = timeZone,
): string {
  const [from, to] = [new Date(startsAt), new Date(endsAt)];
  const isOneDay = dateText(from, timeZone) === dateText(to, timeZone);
  return `${dateTimeText(from, timeZone, viewerTimeZone)} – ${
    isOneDay ? timeText(to, timeZone) : dateTimeText(to, timeZone)
  }`;
}

const weekdays = new Map<string, Intl.DateTimeFormat>();

/** `Mon, 7 Dec 2026` of a calendar day. */
export function dayText(date: string): string {
  const noon = new Date(`${date}T12:00:00Z`);
  const format =
    weekdays.get('UTC') ?? new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });
  weekdays.set('UTC', format);
  return `${format.format(noon)}, ${dateText(noon, 'UTC')}`;
}
