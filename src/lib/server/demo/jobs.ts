import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { accountsPayableJobs } from './jobs/accounts-payable.ts';
import { type DemoJob, motivation } from './jobs/demo-job.ts';
import { type CityKey, cities, type EmployerKey, employers } from './jobs/employers.ts';
import { insideSalesJobs } from './jobs/inside-sales.ts';
import { keyAccountsJobs } from './jobs/key-accounts.ts';
import { orderToCashJobs } from './jobs/order-to-cash.ts';
import { procureToPayJobs } from './jobs/procure-to-pay.ts';
import { recordToReportJobs } from './jobs/record-to-report.ts';
import { voiceSupportJobs } from './jobs/voice-support.ts';
import { voiceSupportLanguageJobs } from './jobs/voice-support-languages.ts';

/**
 * The 18 demo jobs: seven roles at two levels, and four jobs for a single process (collections, fixed assets) or language
 * (Hindi, Tamil or Malayalam). [USER-10]
 */
export const demoJobs: readonly DemoJob[] = [
  ...accountsPayableJobs,
  ...orderToCashJobs,
  ...procureToPayJobs,
  ...recordToReportJobs,
  ...voiceSupportJobs,
  ...voiceSupportLanguageJobs,
  ...insideSalesJobs,
  ...keyAccountsJobs,
];

/**
 * Adds missing demo jobs, and postpones a closing date of open demo jobs that has passed. Everything else of
 * an existing job stays.
 */
export async function seedJobs(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const employerIds = await seedEmployers(trx);
    const locationIds = await seedLocations(trx);
    for (const job of demoJobs) await seedJob(trx, job, employerIds, locationIds);
  });
}

async function seedEmployers(trx: Db): Promise<Record<EmployerKey, string>> {
  const keys = Object.keys(employers) as EmployerKey[];
  await trx
    .insertInto('employer')
    .values(keys.map((key) => ({ id: uuidv7(), ...employers[key] })))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  const rows = await trx.selectFrom('employer').select(['id', 'slug']).execute();
  const idOf = (key: EmployerKey) => rows.find(({ slug }) => slug === employers[key].slug)?.id ?? '';
  return Object.fromEntries(keys.map((key) => [key, idOf(key)])) as Record<EmployerKey, string>;
}

async function seedLocations(trx: Db): Promise<Record<CityKey, string>> {
  const keys = Object.keys(cities) as CityKey[];
  await trx
    .insertInto('jobLocation')
    .values(
      keys.map((key) => {
        const [city, region] = cities[key];
        return { id: uuidv7(), city, region, countryIsoCode: 'IN', timeZone: 'Asia/Kolkata' };
      }),
    )
    .onConflict((conflict) => conflict.columns(['city', 'region', 'countryIsoCode']).doNothing())
    .execute();
  const rows = await trx.selectFrom('jobLocation').select(['id', 'city']).execute();
  const idOf = (key: CityKey) => rows.find(({ city }) => city === cities[key][0])?.id ?? '';
  return Object.fromEntries(keys.map((key) => [key, idOf(key)])) as Record<CityKey, string>;
}

async function seedJob(
  trx: Db,
  job: DemoJob,
  employerIds: Record<EmployerKey, string>,
  locationIds: Record<CityKey, string>,
): Promise<void> {
  const { id, isNew } = await trx
    .insertInto('job')
    .values({ ...jobRow(job), employerId: employerIds[job.employer] })
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet({
        applyBy: sql<Date>`case when job.status = 'OPEN' and job.apply_by <= now()
          then excluded.apply_by else job.apply_by end`,
      }),
    )
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow();
  if (!isNew) return;
  await trx
    .insertInto('jobJobLocation')
    .values(
      job.cities.map((city, position) => ({
        jobId: id,
        jobLocationId: locationIds[city],
        position,
        openings: openingsAt(job, position),
      })),
    )
    .execute();
}

/** Spreads the openings of a job over its cities. */
const openingsAt = ({ openings, cities }: DemoJob, position: number): number =>
  Math.floor(openings / cities.length) + (position < openings % cities.length ? 1 : 0);

function jobRow(job: DemoJob) {
  const { employer, cities, openings, salary, postedDaysAgo, applyInDays, ...columns } = job;
  const [salaryMin, salaryMax] = salary;
  return {
    ...columns,
    id: uuidv7(),
    employmentType: job.employmentType ?? ('FULL_TIME' as const),
    status: job.status ?? ('OPEN' as const),
    salaryMin,
    salaryMax,
    salaryCurrency: 'INR',
    salaryPeriod: 'YEAR' as const,
    responsibilities: JSON.stringify(job.responsibilities),
    requirements: JSON.stringify(job.requirements),
    benefits: JSON.stringify(job.benefits),
    eligibility: JSON.stringify(job.eligibility),
    training: job.training && JSON.stringify(job.training),
    stages: JSON.stringify(job.stages),
    questions: JSON.stringify([motivation, ...(job.questions ?? [])]),
    postedAt: sql<Date>`now() - make_interval(days => ${postedDaysAgo}::int)`,
    applyBy: lastMinuteOfDay(applyInDays),
    closedAt: job.status ? lastMinuteOfDay(applyInDays) : null,
  };
}

/** Returns the last minute of a day in India, because people read "apply by" as the end of that day. */
const lastMinuteOfDay = (days: number) => sql<Date>`
  (date_trunc('day', now() at time zone 'Asia/Kolkata') + make_interval(days => ${days}::int, hours => 23, mins => 59))
    at time zone 'Asia/Kolkata'`;
