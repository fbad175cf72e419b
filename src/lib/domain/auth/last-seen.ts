import { dateText, daysBetween, timeText } from '#lib/domain/core/time-text.ts';

/** A session's last use is updated at most once an hour, so nothing more precise is known. [C-20] */
const touchMilliseconds = 70 * 60_000;

/** Returns when a session was last used: `Active in the last hour`, `Today, 6:00 pm IST`, `3 days ago, 6:00 pm IST`, `Last used on 2 Nov 2026`. */
export function lastSeenText(at: Date, now: Date, timeZone: string): string {
  if (now.getTime() - at.getTime() < touchMilliseconds) return 'Active in the last hour';
  const days = daysBetween(at, now, timeZone);
  const time = timeText(at, timeZone);
  if (days <= 0) return `Today, ${time}`;
  if (days === 1) return `Yesterday, ${time}`;
  return days < 7 ? `${days} days ago, ${time}` : `Last used on ${dateText(at, timeZone)}`;
}
