import type { HiringReport, HiringReportQuery } from '#lib/contract/staff/reports/hiring-report.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadInterviewOutcomes, loadTrainingOutcomes } from './appointment-outcomes.ts';
import { loadHireTimes, loadRetention } from './hire-times.ts';
import { loadFunnel } from './hiring-funnel.ts';
import { loadOfferOutcomes } from './offer-outcomes.ts';
import { loadReplyTimes } from './reply-times.ts';
import { requireReportContext } from './report-context.ts';

/** The API and the page list this number of groups; the CSV file has all. */
const maxGroups = 50;

/** Loads the report on hiring for a reader in a time zone. Throws `VALIDATION_FAILED` for an invalid period. [API-42] */
export async function loadHiringReport(
  db: Db,
  { by = 'JOB', period, from, to, ...filters }: HiringReportQuery,
  timeZone: string,
  limit: number = maxGroups,
): Promise<HiringReport> {
  const context = await requireReportContext(db, { period, from, to }, timeZone);
  const [funnel, replies, hireTimes, interviews, trainings, offers, retention] = await Promise.all([
    loadFunnel(db, context, filters, by),
    loadReplyTimes(db, context, filters),
    loadHireTimes(db, context, filters),
    loadInterviewOutcomes(db, context, filters),
    loadTrainingOutcomes(db, context, filters),
    loadOfferOutcomes(db, context, filters),
    loadRetention(db, context, filters),
  ]);
  const groups = by === 'WEEK' ? funnel.groups : funnel.groups.slice(0, limit);
  return {
    ...{ from: context.from, to: context.to, timeZone, by },
    ...funnel,
    groups,
    moreGroups: funnel.groups.length - groups.length,
    ...{ replies, hireTimes, interviews, trainings, offers, retention },
  };
}
