import { addDays, instantOf, localDate, weekday } from '#lib/domain/core/zoned-time.ts';

/** The rules of PM Mastery: a free online session a month, on its first Saturday. The page shows them. [API-21] */
export const masteryPolicy = {
  durationMinutes: 120,
  /** `11:00` in India. */
  time: '11:00',
  timeZone: 'Asia/Kolkata',
  seatsPerSession: 60,
  /** Registration ends this long before the session. */
  registrationClosesMinutes: 30,
  /** The link to join is shown from this long before the session. */
  joinMinutes: 15,
  joinUrl: 'https://meet.liftoff.example/pm-mastery',
};

export interface MasterySession {
  /** The month: `2026-12`. */
  id: string;
  startsAt: Date;
  endsAt: Date;
}

/** Returns the session of a month, `2026-12`, or null for any other text. */
export function findMasterySession(id: string): MasterySession | null {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(id)) return null;
  const { time, timeZone, durationMinutes } = masteryPolicy;
  const first = `${id}-01`;
  const startsAt = instantOf(addDays(first, (6 - weekday(first) + 7) % 7), time, timeZone);
  return { id, startsAt, endsAt: new Date(startsAt.getTime() + durationMinutes * 60_000) };
}

/** Lists the sessions that begin after `from` and until `to`. */
export function listMasterySessions(from: Date, to: Date): MasterySession[] {
  const months = [from, to].map((at) => localDate(at, masteryPolicy.timeZone).slice(0, 7));
  return [...new Set(months)].flatMap((month) => {
    const session = findMasterySession(month);
    return session && session.startsAt > from && session.startsAt <= to ? [session] : [];
  });
}

/** Returns the next session that takes registrations. */
export function nextMasterySession(now: Date): MasterySession {
  const { timeZone, registrationClosesMinutes } = masteryPolicy;
  const opensUntil = now.getTime() + registrationClosesMinutes * 60_000;
  let month = localDate(now, timeZone).slice(0, 7);
  for (;;) {
    const session = findMasterySession(month);
    if (!session) throw new Error(`There is no month ${month}`);
    if (session.startsAt.getTime() >= opensUntil) return session;
    month = addDays(`${month}-28`, 4).slice(0, 7);
  }
}
