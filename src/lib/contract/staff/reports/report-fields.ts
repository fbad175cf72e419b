import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { calendarDay } from '#lib/contract/core/instant.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { reportPeriodLabels } from '#lib/domain/staff/reports/report-period.ts';

/** Fields that the queries of reports share. */

export const reportPeriod = {
  /** Ends today; `from` and `to` replace it. Without all three, the last 30 days. */
  period: z.optional(z.enum(keysOf(reportPeriodLabels), { error: '7, 30, 90 or quarter' })),
  /** The first and the last day. A year at most. */
  from: z.optional(calendarDay('Enter the first day')),
  to: z.optional(calendarDay('Enter the last day')),
};

/** A source, a campaign or a city, as a report names it. */
export const reportName = z.optional(z.string().check(z.overwrite(formatTrimmedText), maxLength(255)));
