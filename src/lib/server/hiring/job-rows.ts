import { type RawBuilder, sql } from 'kysely';
import type { JobCard } from '#lib/contract/hiring/jobs.ts';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import type { JobStatus } from '#lib/domain/hiring/jobs/job.ts';
import type { Db } from '#lib/server/db/index.ts';

/** The status that staff set, or CLOSED when `apply_by` has passed, by the database's clock. */
export const jobStatus = sql<JobStatus>`
  case when job.status in ('OPEN', 'PAUSED') and job.apply_by <= now() then 'CLOSED' else job.status end`;

/** The condition that `jobStatus` has this value, written so that the index `job_listing` serves it. */
export function hasStatus(status: JobStatus): RawBuilder<boolean> {
  if (status === 'OPEN' || status === 'PAUSED') return sql`(job.status = ${status} and job.apply_by > now())`;
  if (status !== 'CLOSED') return sql`job.status = ${status}`;
  return sql`(job.status = 'CLOSED' or (job.status in ('OPEN', 'PAUSED') and job.apply_by <= now()))`;
}

export const isOpen = hasStatus('OPEN');

/** The person whose open or else latest application is loaded with each job; null for a visitor. */
export type ViewerId = string | null;

/** Selects jobs with their employer, their locations in order and the viewer's open or else latest application. */
export const selectJobs = (db: Db, viewerId: ViewerId) => selectJobCards(db, viewerId).selectAll('job');

/** Selects what a list shows of the same jobs. The long texts and the rules of a job take most of the time of a list. */
export function selectJobCards(db: Db, viewerId: ViewerId) {
  return db
    .selectFrom('job')
    .innerJoin('employer', 'employer.id', 'job.employerId')
    .select(['job.id', 'job.slug', 'job.code', 'job.title', 'job.family', 'job.level', 'job.summary'])
    .select(['job.employmentType', 'job.workMode', 'job.shift', 'job.postedAt', 'job.applyBy'])
    .select(['job.salaryMin', 'job.salaryMax', 'job.salaryCurrency', 'job.salaryPeriod'])
    .select(['job.salaryIsPublic', 'job.replyWithinHours'])
    .select([
      'employer.name as employerName',
      'employer.slug as employerSlug',
      'employer.logoMediaId as employerLogoId',
      'employer.website as employerWebsite',
      'employer.about as employerAbout',
      jobStatus.as('currentStatus'),
      locations.as('locations'),
      openings.as('openings'),
      myApplication(viewerId).as('myApplication'),
      isSaved(viewerId).as('isSaved'),
    ]);
}

export type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>;
export type JobCardRow = Awaited<ReturnType<ReturnType<typeof selectJobCards>['executeTakeFirstOrThrow']>>;

const locations = sql<JobCard['locations']>`(
  select coalesce(jsonb_agg(
    jsonb_build_object('id', l.id, 'city', l.city, 'region', l.region, 'countryIsoCode', l.country_iso_code,
      'openings', j.openings, 'isFilled', j.openings <= (
        select count(*) from job_application hired
        where hired.job_id = j.job_id and hired.job_location_id = l.id and hired.status = 'HIRED'))
    order by j.position), '[]')
  from job_job_location j join job_location l on l.id = j.job_location_id
  where j.job_id = job.id)`;

/** The openings of a job are those of its places. */
const openings = sql<number>`(select coalesce(sum(j.openings), 0)::int from job_job_location j where j.job_id = job.id)`;

const isSaved = (viewerId: ViewerId) =>
  viewerId
    ? sql<boolean>`exists (select from saved_job where saved_job.job_id = job.id and saved_job.user_id = ${viewerId})`
    : sql<boolean>`false`;

function myApplication(viewerId: ViewerId) {
  if (!viewerId) return sql<JobCard['myApplication']>`null::jsonb`;
  return sql<JobCard['myApplication']>`(
    select jsonb_build_object('id', a.id, 'status', a.status)
    from job_application a where a.job_id = job.id and a.user_id = ${viewerId}
    order by a.status in (${sql.join(finalStatuses.map((status) => sql.lit(status)))}), a.started_at desc, a.id desc
    limit 1)`;
}
