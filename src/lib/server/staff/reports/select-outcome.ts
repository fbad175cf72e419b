import { type RawBuilder, sql } from 'kysely';
import type { DeclineReason } from '#lib/domain/hiring/offers/offer.ts';
import type { ReminderOutcome, ReportOutcome } from '#lib/domain/staff/reports/report-outcomes.ts';
import { outcomesOf, selectKnownInterviews } from './appointment-outcomes.ts';
import { retentionConditions } from './hire-times.ts';
import { ofMatching } from './report-conditions.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';

/** Which of the people behind an outcome are listed. */
export interface OutcomeFilters {
  outcome: ReportOutcome;
  /** Of interviews; `NONE` without one. */
  interviewerId?: string | undefined;
  /** Of interviews. */
  reminder?: ReminderOutcome | undefined;
  /** Of declined offers; `NONE` without one. */
  declineReason?: DeclineReason | 'NONE' | undefined;
}

/**
 * The common table expressions up to `listed`, which has the ids of the applications behind a number of offers, retention or
 * missed appointments. Each counts in the period as its section of the report does. [API-42]
 */
export function selectOutcome(
  context: ReportContext,
  filters: ReportFilters,
  outcome: OutcomeFilters,
): RawBuilder<unknown> {
  const name = outcome.outcome;
  if (name.startsWith('OFFER_')) return sql`listed as (${selectOffers(context, filters, outcome)})`;
  if (name === 'RETAINED' || name === 'LEFT_EARLY' || name === 'UNDECIDED')
    return sql`listed as (
      select application_id as id from placement
      where placement.joined_on between ${context.from} and ${context.to} and ${retentionConditions[name]}
        ${ofMatching(filters)})`;
  const missed = sql.lit(name.endsWith('_MISSED'));
  if (name.startsWith('TRAINING_'))
    return sql`listed as (
      select application_id as id from (${outcomesOf('TRAINING', context, filters)}) outcome where missed = ${missed})`;
  const { interviewerId, reminder } = outcome;
  return sql`${selectKnownInterviews(context, filters)},
    listed as (
      select application_id as id from known where missed = ${missed}
        ${interviewerId ? sql`and interviewer_id::text is not distinct from ${interviewerId === 'NONE' ? null : interviewerId}::text` : sql``}
        ${reminder ? sql`and reminder = ${reminder}` : sql``})`;
}

function selectOffers(
  { startsAt, endsAt }: ReportContext,
  filters: ReportFilters,
  { outcome, declineReason }: OutcomeFilters,
): RawBuilder<unknown> {
  const reason = declineReason === 'NONE' ? null : declineReason;
  return sql`
    select application_id as id from job_offer
    where job_offer.created_at >= ${startsAt} and job_offer.created_at < ${endsAt}
      and job_offer.status = ${outcome.slice('OFFER_'.length)}
      ${declineReason ? sql`and decline_reason is not distinct from ${reason}::text` : sql``}
      ${ofMatching(filters)}`;
}
