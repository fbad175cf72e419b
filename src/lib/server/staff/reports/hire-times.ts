import { sql } from 'kysely';
import type { HiringReport } from '#lib/contract/staff/reports/hiring-report.ts';
import type { Retention } from '#lib/contract/staff/reports/report-sections.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { retentionDays } from '#lib/domain/hiring/offers/placement.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type DurationRow, durationColumns, toDuration } from './reply-times.ts';
import { ofMatching, selectSent } from './report-conditions.ts';
import type { ReportContext, ReportFilters } from './report-context.ts';

/** Measures how long the applications of a period took until their offer was accepted, and until the first day. */
export async function loadHireTimes(
  db: Db,
  context: ReportContext,
  filters: ReportFilters,
): Promise<HiringReport['hireTimes']> {
  const { rows } = await sql<{ kind: string } & DurationRow>`
    with sent as not materialized (
      ${selectSent(sql`application.application_id as id, application.submitted_at`, context, filters)}
    ), took as (
      select 'ACCEPTED' as kind, job_offer.accepted_at - sent.submitted_at as span
      from sent join job_offer on job_offer.application_id = sent.id and job_offer.status = 'ACCEPTED'
        and job_offer.created_at >= ${context.startsAt}
      union all
      select 'JOINED', placement.joined_on::timestamp at time zone ${defaultTimeZone} - sent.submitted_at
      from sent join placement on placement.application_id = sent.id
    )
    select kind, ${durationColumns(sql`greatest(span, interval '0')`)} from took group by kind`.execute(db);
  const ofKind = (kind: string) => toDuration(rows.find((row) => row.kind === kind) ?? {});
  return { toAcceptance: ofKind('ACCEPTED'), toJoining: ofKind('JOINED') };
}

const stayed = sql`joined_on + ${sql.lit(retentionDays)}`;
const today = sql`(now() at time zone ${sql.lit(defaultTimeZone)})::date`;

/** The conditions of the outcomes on a row of `placement`. */
export const retentionConditions = {
  LEFT_EARLY: sql`left_on < ${stayed}`,
  RETAINED: sql`coalesce(left_on, ${today}) >= ${stayed}`,
  UNDECIDED: sql`left_on is null and ${today} < ${stayed}`,
};

/** Counts the people who joined in a period, and how many of them stayed. Days of joining are those of India. */
export async function loadRetention(
  db: Db,
  { from, to }: ReportContext,
  filters: ReportFilters,
): Promise<Retention> {
  const { rows } = await sql<Retention>`
    select count(*)::int as joined,
      count(*) filter (where ${retentionConditions.LEFT_EARLY})::int as "leftEarly",
      count(*) filter (where ${retentionConditions.RETAINED})::int as retained,
      count(*) filter (where ${retentionConditions.UNDECIDED})::int as undecided
    from placement
    where placement.joined_on between ${from} and ${to} ${ofMatching(filters)}`.execute(db);
  return rows[0] ?? { joined: 0, leftEarly: 0, retained: 0, undecided: 0 };
}
