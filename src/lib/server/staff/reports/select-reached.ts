import { type RawBuilder, sql } from 'kysely';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { Breakdown } from '#lib/domain/staff/reports/hiring-funnel.ts';
import { firstSource, reportConditions, sessionSource } from './report-conditions.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';

/**
 * What each application of a period has reached, by its history: the rules that `funnelRules` of
 * domain/staff/reports/hiring-funnel.ts tells the readers. [API-42]
 */

/** One bit per step, so that the history of an application is read in one pass. */
const bits = { reviewed: 1, shortlisted: 2, training: 4, interview: 8, offer: 16, accepted: 32 };

/** What a status in the history says about the steps. SUBMITTED, WITHDRAWN and EXPIRED say nothing. */
const reachedBy = {
  IN_REVIEW: bits.reviewed,
  ON_HOLD: bits.reviewed,
  NOT_SELECTED: bits.reviewed,
  SHORTLISTED: bits.reviewed | bits.shortlisted,
  TRAINING: bits.reviewed | bits.shortlisted | bits.training,
  INTERVIEW: bits.reviewed | bits.shortlisted | bits.interview,
  OFFERED: bits.reviewed | bits.shortlisted | bits.offer,
  OFFER_DECLINED: bits.reviewed | bits.shortlisted | bits.offer,
  OFFER_EXPIRED: bits.reviewed | bits.shortlisted | bits.offer,
  OFFER_ACCEPTED: bits.reviewed | bits.shortlisted | bits.offer | bits.accepted,
  HIRED: bits.reviewed | bits.shortlisted | bits.offer | bits.accepted,
} satisfies Partial<Record<ApplicationStatus, number>>;

const bitsOfStatus = sql`case event.to_status ${sql.join(
  Object.entries(reachedBy).map(([status, bit]) => sql`when ${sql.lit(status)} then ${sql.lit(bit)}`),
  sql` `,
)} else 0 end`;

const hasBit = (bit: number) => sql`(coalesce(reached_bits, 0) & ${sql.lit(bit)} <> 0)`;

/** What an application is grouped by. */
const groupKeys: Record<Breakdown, RawBuilder<unknown>> = {
  JOB: sql`job.id::text`,
  EMPLOYER: sql`job.employer_id::text`,
  FIRST_SOURCE: firstSource,
  SESSION_SOURCE: sessionSource,
  OWNER: sql`application.owner_id::text`,
  WEEK: sql`null::text`,
};

const conversions = sql`left join conversion on conversion.kind = 'JOB_APPLICATION' and conversion.subject_id = application.id`;

/**
 * The common table expressions up to `reached`, which has one row per application that was sent in the period, with its `key`
 * in the breakdown.
 */
export function selectReached(
  { startsAt, endsAt, timeZone }: ReportContext,
  filters: ReportFilters,
  by: Breakdown = 'WEEK',
): RawBuilder<unknown> {
  return sql`
  sent as materialized (
    select application.id, application.job_id, application.status, ${groupKeys[by]} as key,
      date_trunc('week', application.submitted_at at time zone ${timeZone})::date::text as week
    from job_application application
    join job on job.id = application.job_id
    ${by === 'FIRST_SOURCE' || by === 'SESSION_SOURCE' ? conversions : sql``}
    where application.submitted_at >= ${startsAt} and application.submitted_at < ${endsAt}
      ${reportConditions(filters)}
  ),
  history as (
    select event.application_id as id,
      bit_or(${bitsOfStatus}) as reached_bits,
      max(event.at) filter (where event.to_status = 'HIRED') as joined_at,
      max(event.at) filter (where event.action = 'REOPEN' and event.from_status = 'HIRED') as reopened_at
    from sent join application_event event on event.application_id = sent.id
    where event.subject = 'APPLICATION' and event.undone_at is null
    group by event.application_id
  ),
  path as (
    select job.id, min(place) filter (where stage ->> 'kind' = 'TRAINING') as training_at,
      min(place) filter (where stage ->> 'kind' = 'INTERVIEW') as interview_at
    from job cross join lateral jsonb_array_elements(job.stages) with ordinality stages (stage, place)
    where job.id in (select job_id from sent)
    group by job.id
  ),
  steps as (
    select sent.*, path.training_at, path.interview_at,
      ${hasBit(bits.reviewed)} as reviewed, ${hasBit(bits.shortlisted)} as shortlisted,
      ${hasBit(bits.training)} as training, ${hasBit(bits.interview)} as interview,
      ${hasBit(bits.offer)} as offer, ${hasBit(bits.accepted)} as accepted,
      joined_at is not null and joined_at > coalesce(reopened_at, '-infinity') as joined
    from sent join path on path.id = sent.job_id left join history on history.id = sent.id
  ),
  reached as (
    select steps.*,
      training or (training_at is not null
        and case when interview_at < training_at then interview else shortlisted end) as training_possible,
      interview or (interview_at is not null
        and case when training_at < interview_at then training else shortlisted end) as interview_possible,
      offer or case
        when training_at is null and interview_at is null then shortlisted
        when interview_at is null or training_at > interview_at then training
        else interview end as offer_possible
    from steps
  )`;
}
