import { sql } from 'kysely';
import type { OfferOutcomes } from '#lib/contract/staff/reports/report-sections.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { type DeclineReason, declineReasons, type OfferStatus } from '#lib/domain/hiring/offers/offer.ts';
import type { Db } from '#lib/server/db/index.ts';
import { ofMatching } from './report-conditions.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';

/**
 * Counts the applications with an offer that was made in a period, by the answers. Of offers that replace each other the last one
 * counts. An application counts once for each answer, as in the list behind it, and may have several answers.
 */
export async function loadOfferOutcomes(
  db: Db,
  { startsAt, endsAt }: ReportContext,
  filters: ReportFilters,
): Promise<OfferOutcomes> {
  const { rows } = await sql<{
    kind: 'ALL' | 'STATUS' | 'REASON';
    status: OfferStatus | null;
    reason: DeclineReason | null;
    count: number;
  }>`
    select case when grouping(decline_reason) = 0 then 'REASON' when grouping(job_offer.status) = 0 then 'STATUS' else 'ALL' end
      as kind, job_offer.status, decline_reason as reason, count(distinct application_id)::int as count
    from job_offer
    where job_offer.created_at >= ${startsAt} and job_offer.created_at < ${endsAt}
      and job_offer.status <> 'REPLACED' ${ofMatching(filters)}
    group by grouping sets ((), (job_offer.status), (job_offer.status, decline_reason))`.execute(db);
  const countOf = (matches: (row: (typeof rows)[number]) => boolean) => rows.find(matches)?.count ?? 0;
  const ofStatus = (status: OfferStatus) => countOf((row) => row.kind === 'STATUS' && row.status === status);
  const ofReason = (reason: DeclineReason | null) =>
    countOf((row) => row.kind === 'REASON' && row.status === 'DECLINED' && row.reason === reason);
  return {
    made: countOf(({ kind }) => kind === 'ALL'),
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
