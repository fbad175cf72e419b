import { type RawBuilder, sql } from 'kysely';
import { currentEmployerId } from '../hiring/employers/find-employers.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';

/** The filters of a report as conditions on a row of `application_progress`, which a statement calls `application`. */

/** The conditions, each with a leading `and`. */
function reportConditions(filters: ReportFilters): RawBuilder<unknown> {
  const { jobId, employerId, family, city, ownerId, firstSource, sessionSource } = filters;
  return sql`
    ${jobId ? sql`and application.job_id = ${jobId}` : sql``}
    ${employerId ? sql`and application.job_id in (select id from job where employer_id = ${currentEmployerId(employerId)})` : sql``}
    ${family ? sql`and application.job_id in (select id from job where family = ${family})` : sql``}
    ${city ? isInCity(city) : sql``}
    ${firstSource ? sql`and application.first_source = ${firstSource}` : sql``}
    ${sessionSource ? sql`and application.session_source = ${sessionSource}` : sql``}
    ${ownerId ? (ownerId === 'NONE' ? sql`and application.owner_id is null` : sql`and application.owner_id = ${ownerId}`) : sql``}`;
}

/** The city of an application or, of one that was sent before there was a choice, a city of its job. */
const isInCity = (city: string) => sql`and (
  application.job_location_id in (select id from job_location where city = ${city})
  or application.job_location_id is null and application.job_id in (
    select place.job_id from job_job_location place join job_location on job_location.id = place.job_location_id
    where job_location.city = ${city}))`;

/** Selects columns of the applications that were sent in a period and match the filters, as `application`. */
export const selectSent = (
  columns: RawBuilder<unknown>,
  { startsAt, endsAt }: ReportContext,
  filters: ReportFilters,
): RawBuilder<unknown> => sql`
  select ${columns} from application_progress application
  where application.submitted_at >= ${startsAt} and application.submitted_at < ${endsAt} ${reportConditions(filters)}`;

/** The condition that the application of a row with `application_id` matches the filters, with a leading `and` where there are some. */
export const ofMatching = (filters: ReportFilters): RawBuilder<unknown> =>
  Object.values(filters).some(Boolean)
    ? sql`and application_id in (select application_id from application_progress application where true ${reportConditions(filters)})`
    : sql``;
