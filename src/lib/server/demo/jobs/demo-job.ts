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

/** A job of the demonstration data (USER-10). Its dates are relative, so that it is open whenever it is seeded. */
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
  /** Rupees a year. */
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
  /** Besides the one that every job asks. */
  questions?: readonly Question[];
  postedDaysAgo: number;
  /** Days until applications close; below 0 for one that is over. */
  applyInDays: number;
  /** FULL_TIME unless said. */
  employmentType?: EmploymentType;
  /** OPEN unless said. */
  status?: JobStatus;
}

const form: Stage = { key: 'application', title: 'Your details and résumé', kind: 'FORM' };
const review: Stage = { key: 'review', title: 'Reply from the employer', kind: 'REVIEW' };
const offer: Stage = { key: 'offer', title: 'Offer and joining date', kind: 'OFFER' };
const training = (title: string): Stage => ({ key: 'training', title, kind: 'TRAINING' });
const interview = (title: string, key = 'interview'): Stage => ({ key, title, kind: 'INTERVIEW' });

/** Form and review, then what is special to the job, then the offer. */
export const stages = (...own: readonly Stage[]): Stage[] => [form, review, ...own, offer];
export { interview, training };

/** Without a check it is the employer's to judge. */
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

/** What every job asks. */
export const motivation: Question = {
  key: 'motivation',
  label: 'Why do you want this job?',
  kind: 'TEXT',
  required: true,
};
