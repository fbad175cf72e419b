/** The steps of hiring, and how reports count them. `server/staff/reports/select-reached.ts` has the rules as SQL. */

export const funnelStepLabels = {
  APPLIED: 'Applied',
  REVIEWED: 'Reviewed',
  SHORTLISTED: 'Shortlisted',
  TRAINING: 'Training',
  INTERVIEW: 'Interview',
  OFFER: 'Offer',
  ACCEPTED: 'Accepted',
  JOINED: 'Joined',
} as const;
export type FunnelStep = keyof typeof funnelStepLabels;

/** What the funnel can be broken down by. */
export const breakdownLabels = {
  JOB: 'Job',
  EMPLOYER: 'Employer',
  FIRST_SOURCE: 'First source',
  SESSION_SOURCE: 'Source of the visit',
  OWNER: 'Owner',
  WEEK: 'Week',
} as const;
export type Breakdown = keyof typeof breakdownLabels;

/** A step of a group of applications. */
export interface StepCount {
  step: FunnelStep;
  /** Applications that have reached the step. */
  reached: number;
  /** Applications that have reached the step before it and whose job has this step. */
  possible: number;
}

/** Below this number of applications, a share says more about chance than about the work. */
export const minForShare = 10;

/** Formats a share: `42%`. Returns null where there is nothing to share, or where the number is too small to compare. */
export const shareText = (part: number, whole: number): string | null =>
  whole < minForShare ? null : `${Math.round((part / whole) * 100)}%`;

/** Steps that not every job has. */
const stepsOfSomeJobs: readonly FunnelStep[] = ['TRAINING', 'INTERVIEW', 'OFFER'];

/**
 * Formats what a step is compared with, after the number that reached it: `of 76 · 25%`, and in the long form, where not every
 * job has the step, `of 12 whose job has it · 58%`. A small number has no share. Returns null where none could reach the step.
 */
export function comparedText({ step, reached, possible }: StepCount, isLong = false): string | null {
  if (step === 'APPLIED' || possible === 0) return null;
  const whole = `of ${possible}${isLong && stepsOfSomeJobs.includes(step) ? ' whose job has it' : ''}`;
  const share = shareText(reached, possible);
  return share ? `${whole} · ${share}` : whole;
}

/** What the second number of a step is. */
export const shareRule =
  '“19 of 76 · 25%” means: 76 applications reached the step before, at a job that has this step. 19 of them reached this step, which is 25%.';

/** Returns whether a number of people is marked as few, because it says little. */
export const isFew = (people: number): boolean => people > 0 && people < minForShare;

/** Says why a group has no shares; null if it has some. */
export function smallNumberText(count: number, noun = 'application'): string | null {
  if (count === 0 || count >= minForShare) return null;
  return `${count} ${noun}${count === 1 ? '' : 's'}: too few to compare`;
}

/** The source of applications that staff made for a candidate on the phone. */
export const phoneSource = 'Phone, by staff';

/** The rules of the funnel in the words of the page. */
export const funnelRules = [
  'The report follows the applications that were sent in the period. Drafts are not counted.',
  'An application counts once in every step that it has reached, also if it is elsewhere now or has ended. We read this from its history. Changes that were undone do not count.',
  'Reviewed: staff took it into review, or decided about it without that: shortlisted, on hold, not selected or moved on.',
  'Shortlisted, Offer and Accepted count as reached when a later step was reached. Training and Interview count only if the application was there, because not every job has them.',
  'Joined: staff recorded that the person joined, and nobody reopened the application afterwards.',
  `The share of a step is that of the applications that reached the step before it at a job that has this step. ${shareRule}`,
  'A source is the campaign of the visit, or else the site that linked to us. “Direct” is a visit without either. “Phone, by staff” is an application that staff made for a candidate on the phone. “Unknown” is a browser that stored nothing.',
  `With fewer than ${minForShare} applications there are no shares.`,
  'Days and weeks are those of your time zone. A week begins on Monday.',
] as const;
