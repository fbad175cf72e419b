import { type RawBuilder, sql } from 'kysely';
import type { Duration, ReplyTimes } from '#lib/contract/staff/reports/report-sections.ts';
import { promisedReplyHours, type ReplyOutcome } from '#lib/domain/staff/reports/reply-times.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isReplyLate } from '#lib/server/hiring/applications/late-reply.ts';
import { selectSent } from './report-conditions.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';

const isInTime = sql`replied_at <= submitted_at + make_interval(hours => ${sql.lit(promisedReplyHours)})`;
const isAwaiting = sql`replied_at is null and status in ('SUBMITTED', 'IN_REVIEW')`;

/** The reply of rows of `application_progress` that were sent. */
export const replyConditions: Record<ReplyOutcome, RawBuilder<boolean>> = {
  IN_TIME: sql`(${isInTime})`,
  LATER: sql`(not ${isInTime})`,
  OVERDUE: isReplyLate(),
  WAITING: sql`(${isAwaiting} and not ${isReplyLate()})`,
};

/** Measures how soon the applications of a period got their first reply. */
export async function loadReplyTimes(
  db: Db,
  context: ReportContext,
  filters: ReportFilters,
): Promise<ReplyTimes> {
  const { rows } = await sql<DurationRow & Record<'inTime' | 'later' | 'overdue' | 'waiting', number>>`
    select count(*) filter (where ${replyConditions.IN_TIME})::int as "inTime",
      count(*) filter (where ${replyConditions.LATER})::int as later,
      count(*) filter (where ${replyConditions.OVERDUE})::int as overdue,
      count(*) filter (where ${replyConditions.WAITING})::int as waiting,
      ${durationColumns(sql`replied_at - submitted_at`)}
    from (
      ${selectSent(sql`application.status, submitted_at, replied_at, reply_due_at`, context, filters)}
    ) sent`.execute(db);
  const { inTime = 0, later = 0, overdue = 0, waiting = 0, ...row } = rows[0] ?? {};
  return { duration: toDuration(row), inTime, later, overdue, waiting };
}

export interface DurationRow {
  count?: number;
  /** The median and the 90th percentile, in seconds. */
  percentiles?: [median: number, p90: number] | null;
}

/** The columns of a `DurationRow`, of an interval; rows where it is null are not counted. Both percentiles need one sort. */
export const durationColumns = (interval: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  count(${interval})::int as count,
  percentile_cont(array[0.5, 0.9]::float8[]) within group (order by date_part('epoch', ${interval})) as percentiles`;

export const toDuration = ({ count = 0, percentiles }: DurationRow): Duration =>
  count && percentiles
    ? { count, medianHours: toHours(percentiles[0]), p90Hours: toHours(percentiles[1]) }
    : null;

/** To the minute. */
const toHours = (seconds: number): number => Math.round(seconds / 36) / 100;
