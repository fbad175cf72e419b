import { dateTimeText } from '#lib/domain/core/time-text.ts';

interface SlotChoice {
  startsAt: string;
  timeZone: string;
  seatsLeft: number;
  /** The name of who holds it. */
  interviewer: string | null;
}

/** Names a free slot in a list of times for staff: `7 Dec 2026, 10:00 am · Vikram Rao · 2 seats free`. */
export function slotOptionText(
  { startsAt, timeZone, seatsLeft, interviewer }: SlotChoice,
  viewerTimeZone: string,
): string {
  const time = dateTimeText(new Date(startsAt), timeZone, viewerTimeZone);
  const seats = seatsLeft === 1 ? [] : [`${seatsLeft} seats free`];
  return [time, interviewer ?? 'no interviewer', ...seats].join(' · ');
}
