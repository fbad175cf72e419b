import type { JobFamily } from '../jobs/job.ts';

/** What an interviewer writes about an interview. Private to staff. [API-43] */

export const recommendationLabels = {
  STRONG_YES: 'Strong yes',
  YES: 'Yes',
  NO: 'No',
  STRONG_NO: 'Strong no',
} as const;
export type Recommendation = keyof typeof recommendationLabels;

export interface ScorecardCriterion {
  key: string;
  label: string;
  /** From 1 (poor) to 5 (excellent). */
  score: number;
  note: string | null;
}

type DefaultCriterion = readonly [key: string, label: string];

const speaking: readonly DefaultCriterion[] = [
  ['clarity', 'Speaks clearly'],
  ['listening', 'Listens and answers the question'],
];
const accounting: readonly DefaultCriterion[] = [
  ['knowledge', 'Knows the basics of accounting'],
  ['accuracy', 'Works accurately with numbers'],
  ['tools', 'Uses Excel and other tools'],
];
const selling: readonly DefaultCriterion[] = [
  ['persuasion', 'Explains and convinces'],
  ['persistence', 'Stays friendly after a no'],
];
const common: readonly DefaultCriterion[] = [
  ['english', 'English for the job'],
  ['motivation', 'Wants this job and knows why'],
];

const criteriaByFamily: Record<JobFamily, readonly DefaultCriterion[]> = {
  VOICE_SUPPORT: [...speaking, ['calm', 'Stays calm with an angry customer']],
  INSIDE_SALES: [...speaking, ...selling],
  KEY_ACCOUNTS: [...speaking, ...selling],
  ACCOUNTS_PAYABLE: accounting,
  ORDER_TO_CASH: accounting,
  PROCURE_TO_PAY: accounting,
  RECORD_TO_REPORT: accounting,
};

/** Returns the criteria with which the form of a job's scorecard begins. */
export const defaultCriteria = (family: JobFamily): readonly DefaultCriterion[] => [
  ...criteriaByFamily[family],
  ...common,
];

/** Returns the average score with one decimal: `3.7`. */
export function averageScore(criteria: readonly Pick<ScorecardCriterion, 'score'>[]): string {
  const sum = criteria.reduce((total, { score }) => total + score, 0);
  return (sum / Math.max(1, criteria.length)).toFixed(1);
}
