import { type RawBuilder, sql } from 'kysely';
import { awaitingReplyStatuses } from '#lib/domain/hiring/applications/reply-due.ts';

const statuses = sql.join(awaitingReplyStatuses.map((status) => sql.lit(status)));

/** The SQL form of `isReplyLate` in domain/hiring/applications/reply-due.ts, for rows of job_application. [API-42] */
export const isReplyLate = (at: RawBuilder<unknown> = sql`now()`) =>
  sql<boolean>`(status in (${statuses}) and ${isReplyOverdue(at)})`;

/**
 * The part of `isReplyLate` that does not depend on the status, for queries that read one status at a time.
 */
export const isReplyOverdue = (at: RawBuilder<unknown>) =>
  sql<boolean>`(replied_at is null and reply_due_at <= ${at})`;
