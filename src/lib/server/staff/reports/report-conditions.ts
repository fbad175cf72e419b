import { type RawBuilder, sql } from 'kysely';
import { phoneSource } from '#lib/domain/staff/reports/hiring-funnel.ts';
import { currentEmployerId } from '../hiring/employers/find-employers.ts';
import type { ReportFilters } from './report-context.ts';

/** The filters of a report as conditions on a row of `job_application`, which a statement calls `application`, and its job. */

/** An application that staff started for a candidate on the phone has no visit. */
const isByPhone = sql`exists (
  select from application_event start where start.application_id = application.id
    and start.from_status is null and start.to_status = 'STARTED' and start.subject = 'APPLICATION' and start.actor_type = 'STAFF')`;

/** The source that a touch names: its campaign, or the site that linked to us. */
const sourceOf = (touch: string) => sql`coalesce(
  lower(conversion.${sql.ref(touch)} ->> 'utmSource'),
  regexp_replace(lower(conversion.${sql.ref(touch)} ->> 'referrerHost'), '^www\\.', ''),
  case when conversion.first_touch is not null then 'Direct' when ${isByPhone} then ${sql.lit(phoneSource)} else 'Unknown' end)`;

/** The sources of an application, for statements that read `conversion`. */
export const firstSource = sourceOf('first_touch');
/** A browser stores the session's touch only for a campaign. */
export const sessionSource = sourceOf('session_touch');

const hasSource = (source: RawBuilder<unknown>, name: string) => sql`and (
  select ${source} from (select) one
  left join conversion on conversion.kind = 'JOB_APPLICATION' and conversion.subject_id = application.id) = ${name}`;

/** Conditions for statements that read `job_application application` and `job`, each with a leading `and`. */
export function reportConditions(filters: ReportFilters): RawBuilder<unknown> {
  const { jobId, employerId, family, city, ownerId } = filters;
  return sql`
    ${jobId ? sql`and job.id = ${jobId}` : sql``}
    ${employerId ? sql`and job.employer_id = ${currentEmployerId(employerId)}` : sql``}
    ${family ? sql`and job.family = ${family}` : sql``}
    ${city ? isInCity(city) : sql``}
    ${filters.firstSource ? hasSource(firstSource, filters.firstSource) : sql``}
    ${filters.sessionSource ? hasSource(sessionSource, filters.sessionSource) : sql``}
    ${ownerId ? (ownerId === 'NONE' ? sql`and application.owner_id is null` : sql`and application.owner_id = ${ownerId}`) : sql``}`;
}

/** The city of an application or, of one that was sent before there was a choice, a city of its job. */
const isInCity = (city: string) => sql`and case when application.job_location_id is not null
  then exists (
    select from job_location where job_location.id = application.job_location_id and job_location.city = ${city})
  else exists (
    select from job_job_location place join job_location on job_location.id = place.job_location_id
    where place.job_id = job.id and job_location.city = ${city})
  end`;
