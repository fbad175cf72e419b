import { instantOf, localDate, localTime } from '#lib/domain/core/zoned-time.ts';

/** The email with the list of Today, which a staff member can ask for. */

const sendAt = '08:00';
/** After an outage it is still of use until noon. */
const sendUntil = '12:00';

/** A day on which the email is due: its date, and the instant of eight o'clock. */
export interface AgendaDay {
  date: string;
  dueAt: Date;
}

/** Returns the day whose email is due now in a time zone, or null before eight and from noon on. */
export function findAgendaDay(now: Date, timeZone: string): AgendaDay | null {
  const time = localTime(now, timeZone);
  if (time < sendAt || time >= sendUntil) return null;
  const date = localDate(now, timeZone);
  return { date, dueAt: instantOf(date, sendAt, timeZone) };
}
