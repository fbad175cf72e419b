import { formatList } from '#lib/domain/core/format-list.ts';
import { dateText, daysBetween } from '#lib/domain/core/time-text.ts';
import type { StageKind } from './job.ts';

/** Sentences about jobs, for pages and messages. */

/** `Indore, Jaipur and Noida` */
export const placesText = (locations: readonly { city: string }[]): string =>
  formatList(locations.map(({ city }) => city));

/** `1 opening`, `24 openings` */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

interface PlaceOpenings {
  city: string;
  openings: number;
  /** As many candidates have joined there as it has openings. */
  isFilled: boolean;
}

/** `24 openings`; with several cities `9 openings: 5 in Chennai (filled), 4 in Bengaluru`. */
export function openingsText(locations: readonly PlaceOpenings[]): string {
  const total = countText(
    locations.reduce((sum, { openings }) => sum + openings, 0),
    'opening',
  );
  const filled = (place: PlaceOpenings | undefined) => (place?.isFilled ? ' (filled)' : '');
  if (locations.length < 2) return `${total}${filled(locations[0])}`;
  return `${total}: ${locations.map((one) => `${one.openings} in ${one.city}${filled(one)}`).join(', ')}`;
}

/** Days before the end from which a page warns. */
const soonDays = 3;

export interface Deadline {
  text: string;
  isSoon: boolean;
}

/** `Apply by 30 Nov 2026`; in the last days how many are left. */
export function deadlineOf(applyBy: Date, now: Date): Deadline {
  const days = daysBetween(now, applyBy);
  if (days > soonDays) return { text: `Apply by ${dateText(applyBy)}`, isSoon: false };
  if (days <= 0) return { text: 'Last day to apply', isSoon: true };
  return { text: `${countText(days, 'day')} left to apply`, isSoon: true };
}

/** Describes a stage to people who have never applied here. */
export function stageText(kind: StageKind, { replyWithinHours }: { replyWithinHours: number }): string {
  return {
    FORM: 'Your details, your education and work, and your résumé.',
    REVIEW: `We read your application. You get a reply within ${replyWithinHours} hours.`,
    TRAINING: 'You learn the tools and tasks of the job. It is free.',
    INTERVIEW: 'You choose a time that suits you.',
    OFFER: 'The employer decides. An offer says the pay and the first day.',
  }[kind];
}
