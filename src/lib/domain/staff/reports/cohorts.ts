import { addDays } from '#lib/domain/core/zoned-time.ts';
import { minForShare } from './hiring-funnel.ts';

/** Cohorts: people who began in the same week, and how many of them reached a step after how many weeks. */

/** What a person begins with. */
export const cohortLabels = { SIGN_UP: 'Week of sign-up', FIRST_TOUCH: 'Week of first visit' } as const;
export type Cohort = keyof typeof cohortLabels;

export const cohortStepLabels = {
  REQUEST: 'First request',
  SIGN_UP: 'Sign-up',
  APPLICATION: 'Application sent',
  ENROLMENT: 'Enrolled',
  OFFER: 'Offer',
  JOINED: 'Joined',
} as const;
export type CohortStep = keyof typeof cohortStepLabels;

/** The steps that come after the first one of a cohort. */
export const cohortSteps: Record<Cohort, readonly CohortStep[]> = {
  SIGN_UP: ['APPLICATION', 'ENROLMENT', 'OFFER', 'JOINED'],
  FIRST_TOUCH: ['REQUEST', 'SIGN_UP', 'APPLICATION', 'ENROLMENT', 'OFFER', 'JOINED'],
};

/** Later weeks are not counted. */
export const maxCohortWeeks = 52;

/** After how many weeks a page counts. */
export const cohortColumns = [1, 2, 3, 4, 6, 8, 12, 26] as const;

/** How many weeks a page lists. */
export const cohortRangeLabels = { '12': '12 weeks', '26': '26 weeks', '52': '52 weeks' } as const;

/**
 * Returns whether everybody who began in the week from `week` on has had `weeks` whole weeks since. Before that a number would grow.
 */
export const isCohortOver = (week: string, weeks: number, today: string): boolean =>
  addDays(week, 7 + weeks * 7) <= today;

/** Adds up how many people reached a step within each number of weeks; null where the time is not over. */
export const reachedWithin = (
  counts: ReadonlyMap<number, number>,
  week: string,
  today: string,
): (number | null)[] =>
  cohortColumns.map((weeks) =>
    isCohortOver(week, weeks, today)
      ? [...counts].reduce((sum, [after, people]) => (after < weeks ? sum + people : sum), 0)
      : null,
  );

/** The rules of cohorts in the words of the page. */
export const cohortRules = [
  'A cohort is the people of one week. Each person counts in one week only.',
  'Week of sign-up: the person sent the form of the sign-up in this week, and verified the number then or later.',
  'Week of first visit: the first visit that a browser of the person stored, for people who made a request later. Visitors who never made one are not counted, because visits lead to nobody.',
  'Requests without an account belong to the account that the same browser used, if there is one.',
  'People whose browser stored no visit, because they refused or used another one, are in no week of a first visit.',
  'A step counts if the person reached it after the beginning: an application that was sent, a seat that was confirmed, an offer, a first day at work. The column “4 weeks” counts within 28 days.',
  'A number appears when everybody of the week has had that time. Until then the cell is empty.',
  `A week of fewer than ${minForShare} people is marked “few” and has no shares.`,
  'People who deleted their account are not counted any more. Days and weeks are those of India. A week begins on Monday.',
] as const;
