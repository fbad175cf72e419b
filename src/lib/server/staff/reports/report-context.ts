import type { HiringReportQuery } from '#lib/contract/staff/reports/hiring-report.ts';
import { addDays, instantOf, localDate } from '#lib/domain/core/zoned-time.ts';
import { type ReportPeriod, resolvePeriod } from '#lib/domain/staff/reports/report-period.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** The filters of a report, without what it is broken down by. */
export type ReportFilters = Omit<HiringReportQuery, 'by' | 'period' | 'from' | 'to'>;

/** The period of a report with its instants, for a reader. */
export interface ReportContext extends ReportPeriod {
  timeZone: string;
  /** The beginning of the first day. */
  startsAt: Date;
  /** The end of the last day. */
  endsAt: Date;
}

/** Returns the period that a query asks for. Throws `VALIDATION_FAILED`. */
export async function requireReportContext(
  db: Db,
  query: Pick<HiringReportQuery, 'period' | 'from' | 'to'>,
  timeZone: string,
): Promise<ReportContext> {
  const { days, fields } = resolvePeriod(query, localDate(await databaseNow(db), timeZone));
  if (!days) throw new HttpError('VALIDATION_FAILED', { message: Object.values(fields)[0] ?? '', fields });
  return {
    ...days,
    timeZone,
    startsAt: instantOf(days.from, '00:00', timeZone),
    endsAt: instantOf(addDays(days.to, 1), '00:00', timeZone),
  };
}
