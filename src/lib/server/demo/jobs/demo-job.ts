import type { EligibilityCheck, EligibilityItem } from '#lib/domain/hiring/jobs/eligibility.ts';
import type {
  EmploymentType,
  JobFamily,
  JobLevel,
  JobStatus,
  Stage,
  WorkMode,
} from '#lib/domain/hiring/jobs/job.ts';
import type { Question } from '#lib/domain/hiring/jobs/question.ts';
import type { JobTraining } from '#lib/server/db/schema/jobs.ts';
import type { CityKey, EmployerKey } from './employers.ts';

/** A job of the demo data. Its dates are relative to the day of seeding, so that it is open then. [USER-10] */
export interface DemoJob {
  slug: string;
  code: string;
  title: string;
  family: JobFamily;
  level: JobLevel;
  employer: EmployerKey;
  cities: readonly CityKey[];
  workMode: WorkMode;
  shift: string;
  openings: number;
  /** In rupees per year. */
  salary: readonly [min: number, max: number];
  summary: string;
  /** Markdown. */
  description: string;
  responsibilities: readonly string[];
  requirements: readonly string[];
  benefits: readonly string[];
  eligibility: readonly EligibilityItem[];
  training: JobTraining | null;
  stages: readonly Stage[];
  /** Questions in addition to `motivation`, which every job asks. */
  questions?: readonly Question[];
  postedDaysAgo: number;
  /** Days until applications close. Negative for a closed job. */
  applyInDays: number;
  /** Default: FULL_TIME. */
  employmentType?: EmploymentType;
  /** Default: OPEN. */
  status?: JobStatus;
}

const form: Stage = { key: 'application', title: 'Your details and résumé', kind: 'FORM' };
const review: Stage = { key: 'review', title: 'Reply from the employer', kind: 'REVIEW' };
const offer: Stage = { key: 'offer', title: 'Offer and joining date', kind: 'OFFER' };
const training = (title: string): Stage => ({ key: 'training', title, kind: 'TRAINING' });
const interview = (title: string, key = 'interview', mode?: Stage['mode']): Stage => ({
  ...{ key, title, kind: 'INTERVIEW' },
  ...(mode && { mode }),
});

/** Returns the stages of a job: form and review, the job's own stages, then the offer. */
export const stages = (...own: readonly Stage[]): Stage[] => [form, review, ...own, offer];
export { interview, training };

/** Returns an eligibility rule. A rule without a check is for the employer to decide. */
export const rule = (
  key: string,
  label: string,
  text: string,
  check?: EligibilityCheck,
): EligibilityItem => ({
  key,
  label,
  rule: text,
  check,
});

/** The question that every job asks. */
export const motivation: Question = {
  key: 'motivation',
  label: 'Why do you want this job?',
  kind: 'TEXT',
  required: true,
};
