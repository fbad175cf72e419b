import { hoursFromNow } from './staff-appointments.ts';

/** A file of jobs for the import, each with these columns instead of the usual ones. */
export function formatJobCsv(jobs: readonly Record<string, string>[]): string {
  const usual: Record<string, string> = {
    title: 'Payroll associate',
    code: 'NEW-1',
    slug: '',
    employer: 'Sarvalane Operations',
    family: 'ACCOUNTS_PAYABLE',
    level: 'CL13',
    employment_type: 'FULL_TIME',
    work_mode: 'ON_SITE',
    locations: 'Pune: 5',
    shift: 'Days',
    salary_min: '300000',
    salary_max: '400000',
    salary_currency: 'INR',
    salary_period: 'YEAR',
    salary_is_public: 'yes',
    summary: 'Pays people on time.',
    description: 'You pay **people**.',
    stages: 'FORM Details\nREVIEW Reply\nOFFER Offer',
    apply_by: hoursFromNow(900).slice(0, 10),
    reply_within_hours: '24',
  };
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const line = (job: Record<string, string>) =>
    Object.values({ ...usual, ...job })
      .map(quoted)
      .join(',');
  return `${Object.keys(usual).join(',')}\n${jobs.map(line).join('\n')}\n`;
}
