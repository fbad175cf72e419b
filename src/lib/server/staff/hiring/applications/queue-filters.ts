import { type RawBuilder, sql } from 'kysely';
import { type QueueFilters, queueQuery } from '#lib/contract/staff/hiring/application-filters.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { addDays, instantOf } from '#lib/domain/core/zoned-time.ts';
import {
  type ApplicationStatus,
  applicationStatusLabels,
} from '#lib/domain/hiring/applications/application-status.ts';
import { awaitingReplyStatuses } from '#lib/domain/hiring/applications/reply-due.ts';
import { queueStatuses } from '#lib/domain/staff/staff-actions.ts';
import type { Db } from '#lib/server/db/index.ts';
import { isReplyLate } from '#lib/server/hiring/applications/late-reply.ts';
import { parsePageQuery } from '../../list-page.ts';
import { currentEmployerId } from '../employers/find-employers.ts';
import { parseApplicationNumber, personCondition } from './search.ts';

/** The filters of the queue as SQL. The table, the board, their counts and the CSV file use the same conditions. [API-42] */

export type Condition = RawBuilder<unknown>;

/** Replaces `me` by the staff member who asks. */
export const resolveOwner = <Filters extends { owner?: string | undefined }>(
  filters: Filters,
  staffId: string,
): Filters => (filters.owner === 'me' ? { ...filters, owner: staffId } : filters);

/** A search without a status covers every status, so that a person is always found. */
export function statusesOf({ status, search, late }: QueueFilters): readonly ApplicationStatus[] {
  if (late === 'true' || late === 'waiting')
    return status ? awaitingReplyStatuses.filter((one) => one === status) : awaitingReplyStatuses;
  if (status) return [status];
  return search?.trim() ? keysOf(applicationStatusLabels) : queueStatuses;
}

/** When the application was sent; a draft counts from its start. The index job_application_sent has the same expression. */
export const sentAt = sql`coalesce(submitted_at, started_at)`;

/**
 * The number of requirements that the candidate missed at submission, and 1000 while it is unknown. The index
 * job_application_fit has the same expression.
 */
export const missedRules = sql`coalesce(case when jsonb_typeof(candidate_snapshot #> '{eligibility,missing}') = 'array'
  then jsonb_array_length(candidate_snapshot #> '{eligibility,missing}') end, 1000)`;

/** Returns the conditions of all filters but the status and late replies, each with a leading `and`. */
export async function conditionsOf(db: Db, filters: QueueFilters): Promise<Condition> {
  const { jobId, batchId, owner, fit, from, to, search } = filters;
  const number = parseApplicationNumber(search);
  const people = number ? null : await personCondition(db, search);
  const jobs = await jobCondition(db, filters);
  return sql`${jobId ? sql` and job_id = ${jobId}` : sql``}
    ${jobs}
    ${batchId ? sql` and id in (select application_id from training where batch_id = ${batchId})` : sql``}
    ${owner === 'none' ? sql` and owner_id is null` : owner ? sql` and owner_id = ${owner}` : sql``}
    ${filters.late === 'waiting' ? sql` and replied_at is null and reply_due_at is not null` : sql``}
    ${fit === 'ALL' ? sql` and ${missedRules} = 0` : sql``}
    ${fit === 'SOME' ? sql` and ${missedRules} between 1 and 999` : sql``}
    ${from || to ? sql` and submitted_at is not null` : sql``}
    ${from ? sql` and ${sentAt} >= ${beginOf(from)}` : sql``}
    ${to ? sql` and ${sentAt} < ${beginOf(addDays(to, 1))}` : sql``}
    ${number ? sql` and number = ${number}` : sql``}
    ${people ? sql` and user_id ${people}` : sql``}`;
}

const beginOf = (day: string) => sql`${instantOf(day, '00:00', defaultTimeZone).toISOString()}::timestamptz`;

/**
 * Returns the condition of an employer and a place. Their jobs are found first and named, so that the database reads their
 * applications only. An application without a place of its own counts for each place of its job.
 */
async function jobCondition(
  db: Db,
  { employerId, locationId }: Pick<QueueFilters, 'employerId' | 'locationId'>,
): Promise<Condition> {
  const ofEmployer =
    employerId &&
    (await listJobIds(db, sql`select id from job where employer_id = ${currentEmployerId(employerId)}`));
  const conditions = [ofEmployer && sql` and job_id = any(${ofEmployer}::uuid[])`];
  if (locationId) {
    const offered = sql`select job_id as id from job_job_location where job_location_id = ${locationId}`;
    const sentFor = sql`select job_id from job_application where job_location_id = ${locationId}`;
    const here = await listJobIds(db, offered);
    const ever = await listJobIds(db, sql`${offered} union ${sentFor}`);
    conditions.push(sql` and job_id = any(${ever}::uuid[]) and (job_location_id = ${locationId}
      or (job_location_id is null and job_id = any(${here}::uuid[])))`);
  }
  return sql`${sql.join(
    conditions.map((one) => one || sql``),
    sql``,
  )}`;
}

async function listJobIds(db: Db, query: Condition): Promise<string> {
  const { rows } = await sql<{ id: string }>`${query}`.execute(db);
  return `{${rows.map(({ id }) => id).join(',')}}`;
}

/** Returns the condition that matches the same applications without an order, for counts. */
function queueCondition(filters: QueueFilters, where: Condition): Condition {
  const isLate = filters.late === 'true' ? sql` and ${isReplyLate()}` : sql``;
  return sql`status in (${sql.join(statusesOf(filters))}) ${where} ${isLate}`;
}

/** Counts the applications of each status. `where` is what `conditionsOf` returns for the filters. */
export async function countQueue(
  db: Db,
  filters: QueueFilters,
  where?: Condition,
): Promise<Map<ApplicationStatus, number>> {
  const condition = queueCondition(filters, where ?? (await conditionsOf(db, filters)));
  const { rows } = await sql<{ status: ApplicationStatus; count: number }>`
    select status, count(*)::int as count from job_application where ${condition}
    group by status`.execute(db);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Returns the valid filters of an address as the query of another one, without those that are left out. */
export function formatFilters(url: Pick<URL, 'searchParams'>, leftOut: readonly string[] = []): string {
  const { limit: _, after: __, ...filters } = parsePageQuery(queueQuery, url.searchParams);
  const kept = Object.entries(filters).filter(([name, value]) => value && !leftOut.includes(name));
  return kept.length ? `?${new URLSearchParams(kept as [string, string][])}` : '';
}
