import { sql } from 'kysely';
import { findTransition } from '#lib/domain/core/state-machine.ts';
import { applicationTable } from '#lib/domain/hiring/applications/application-flow.ts';
import { finalStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import { endOfDraft, statusSentence } from '#lib/domain/hiring/applications/application-text.ts';
import type { Cause, ExpiryReason } from '#lib/domain/hiring/applications/reasons.ts';
import { systemActor } from '#lib/server/core/actor.ts';
import { currentOwner } from '#lib/server/core/current-owner.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { loadApplications } from '../application-aggregate.ts';
import { notifyCandidate } from '../notify-candidate.ts';
import { recordEvent } from '../record-transition.ts';

/** The drafts that end with a job, and come back with it. */

const expiry = findTransition(applicationTable, 'EXPIRE');
const { action } = findTransition(applicationTable, 'REOPEN');
const jobClosed: ExpiryReason = 'JOB_CLOSED';
const jobReopened: Cause = 'JOB_REOPENED';

/** Locks the drafts of a job before the job, the order in which a candidate's change locks them. */
export async function lockDrafts(trx: Db, jobId: string): Promise<void> {
  await trx
    .selectFrom('jobApplication')
    .select('id')
    .where('jobId', '=', jobId)
    .where('status', '=', 'STARTED')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export interface EndedDraft {
  id: string;
  userId: string;
  /** The time when the job closed. */
  closedAt: Date;
}

/**
 * Locks the drafts that ended when the job closed, with their people first, as APPLY does. Drafts of people who have another
 * open application for the job are left out, as are those that ended for another reason or have changed since.
 */
export async function lockEndedDrafts(trx: Db, jobId: string): Promise<EndedDraft[]> {
  const found = await listEndedDrafts(trx, jobId);
  if (!found.length) return [];
  const [userIds, ids] = [found.map(({ userId }) => userId), found.map(({ id }) => id)];
  await trx
    .selectFrom('appUser')
    .select('id')
    .where('id', 'in', userIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await trx
    .selectFrom('jobApplication')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return listEndedDrafts(trx, jobId);
}

async function listEndedDrafts(trx: Db, jobId: string): Promise<EndedDraft[]> {
  const { rows } = await sql<EndedDraft>`
    select draft.id, draft.user_id as "userId", job.closed_at as "closedAt"
    from job_application draft
    join job on job.id = draft.job_id
    cross join lateral (
      select at, action, reason_code from application_event
      where application_id = draft.id and subject = 'APPLICATION' and undone_at is null
      order by at desc, id desc limit 1) ended
    where draft.job_id = ${jobId} and draft.status = ${expiry.to}
      and ended.action = ${expiry.action} and ended.reason_code = ${jobClosed} and ended.at >= job.closed_at
      and not exists (
        select from job_application other
        where other.user_id = draft.user_id and other.job_id = draft.job_id
          and other.status not in (${sql.join(finalStatuses)}))
    order by draft.user_id`.execute(trx);
  return rows;
}

/**
 * Brings back drafts that ended with their job, each with the days that it had left, and notifies their candidates. The job
 * is open again, and the caller has locked the drafts. Returns their number.
 */
export async function reopenDrafts(work: UnitOfWork, drafts: readonly EndedDraft[]): Promise<number> {
  const { trx } = work;
  const eventIds = new Map<string, string>();
  for (const { id, closedAt } of drafts) {
    await trx
      .updateTable('jobApplication')
      .set({
        status: expiry.from[0],
        ownerId: currentOwner('jobApplication'),
        expiresAt: sql<Date>`expires_at + (now() - ${closedAt}::timestamptz)`,
      })
      .where('id', '=', id)
      .where('status', '=', expiry.to)
      .executeTakeFirstOrThrow();
    const event = { subject: 'APPLICATION', action, from: expiry.to, to: expiry.from[0] } as const;
    eventIds.set(id, await recordEvent(trx, id, systemActor, event, { reasonCode: jobReopened }));
  }
  for (const aggregate of await loadApplications(trx, [...eventIds.keys()], null)) {
    const { application, job, now } = aggregate;
    const expiresAt = endOfDraft(application.expiresAt, job.applyBy);
    const statusText = statusSentence({ status: application.status, expiresAt, now });
    await notifyCandidate(work, aggregate, eventIds.get(application.id) ?? '', action, { statusText });
  }
  return drafts.length;
}
