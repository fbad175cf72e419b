import { sql } from 'kysely';
import type { OfferOutcomes } from '#lib/contract/staff/reports/report-sections.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { type DeclineReason, declineReasons, type OfferStatus } from '#lib/domain/hiring/offers/offer.ts';
import type { Db } from '#lib/server/db/index.ts';
import { reportConditions } from './report-conditions.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';

/** Counts the offers that were made in a period, by their answers. Of offers that replace each other the last one counts. */
export async function loadOfferOutcomes(
  db: Db,
  { startsAt, endsAt }: ReportContext,
  filters: ReportFilters,
): Promise<OfferOutcomes> {
  const { rows } = await sql<{ status: OfferStatus; reason: DeclineReason | null; count: number }>`
    select job_offer.status, case when job_offer.status = 'DECLINED' then decline_reason end as reason,
      count(*)::int as count
    from job_offer
    join job_application application on application.id = job_offer.application_id
    join job on job.id = application.job_id
    where job_offer.created_at >= ${startsAt} and job_offer.created_at < ${endsAt}
      and job_offer.status <> 'REPLACED' ${reportConditions(filters)}
    group by 1, 2`.execute(db);
  const countOf = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((sum, { count }) => sum + count, 0);
  const ofStatus = (status: OfferStatus) => countOf((row) => row.status === status);
  const ofReason = (reason: DeclineReason | null) =>
    countOf((row) => row.status === 'DECLINED' && row.reason === reason);
  return {
    made: countOf(() => true),
    open: ofStatus('OPEN'),
    accepted: ofStatus('ACCEPTED'),
    declined: ofStatus('DECLINED'),
    expired: ofStatus('EXPIRED'),
    withdrawn: ofStatus('WITHDRAWN'),
    declineReasons: [...keysOf(declineReasons), null]
      .map((reason) => ({
        reason,
        label: reason ? declineReasons[reason] : 'No reason',
        count: ofReason(reason),
      }))
      .filter(({ count }) => count > 0)
      .sort((one, other) => other.count - one.count),
  };
}
