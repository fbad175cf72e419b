import { sql } from 'kysely';
import { openStatuses } from '#lib/domain/hiring/applications/application-status.ts';
import type { LeadStatus } from '#lib/domain/leads/lead-flow.ts';
import { moveCallbacks } from '#lib/server/core/convert-lead.ts';
import { lockRole } from '#lib/server/core/current-owner.ts';
import { recordLeadEvent } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import { isOpen } from '../leads/lead-query.ts';
import { loadPersonNames } from '../person-names.ts';
import {
  countHeldTimes,
  type HeldTimes,
  handOverInterviews,
  type InviteDeps,
} from './hand-over-interviews.ts';

/**
 * What a person owns when their role ends. Work that is under way goes to somebody else or to nobody; what has ended keeps its
 * owner, because reports count by it, and the filters go on listing that person.
 */

export interface OwnedWork extends HeldTimes {
  /** Applications that are under way. */
  applications: number;
  /** Open leads. */
  leads: number;
}

const isUnderWay = sql`status in (${sql.join(openStatuses.map((one) => sql.lit(one)))})`;

/** Counts the work under way of each of the given people. */
export async function countOwnedWork(db: Db, userIds: readonly string[]): Promise<Map<string, OwnedWork>> {
  if (!userIds.length) return new Map();
  const { rows } = await sql<OwnedWork & { id: string }>`
    select person.id,
      (select count(*)::int from job_application where owner_id = person.id and ${isUnderWay}) as applications,
      (select count(*)::int from lead where owner_id = person.id and merged_into_id is null and ${isOpen}) as leads,
      ${countHeldTimes}
    from unnest(${userIds as string[]}::uuid[]) as person (id)`.execute(db);
  return new Map(rows.map(({ id, ...work }) => [id, work]));
}

/**
 * Gives the work under way and the future interview times of a person whose role has ended to another member of staff, or to
 * nobody, in the transaction that ends the role. An assigned lead that goes to nobody is new again. Each application and lead gets its audit entry. Returns how much it was. Throws VALIDATION_FAILED for a new
 * owner without a role. [C-20] [C-40]
 */
export async function handOverWork(
  trx: Db,
  invites: InviteDeps,
  actorId: string,
  userId: string,
  newOwnerId: string | null,
): Promise<OwnedWork> {
  if (newOwnerId !== null) await requireRole(trx, newOwnerId);
  const names = await loadPersonNames(trx, [userId, ...(newOwnerId === null ? [] : [newOwnerId])]);
  const [from, to] = [userId, newOwnerId].map((id) => (id === null ? null : (names.get(id) ?? null)));
  const applications = await sql<{ id: string }>`
    with owned as (
      select id from job_application where owner_id = ${userId} and ${isUnderWay} order by id for no key update
    )
    update job_application set owner_id = ${newOwnerId}::uuid from owned where job_application.id = owned.id
    returning job_application.id`.execute(trx);
  for (const { id } of applications.rows)
    await recordStaffAudit(trx, actorId, 'application.ASSIGN', id, { from, to: to ?? 'Nobody' });
  const leads = await sql<{
    id: string;
    before: LeadStatus;
    status: LeadStatus;
    mergedIntoId: string | null;
  }>`
    with owned as (
      select id, status, merged_into_id from lead where owner_id = ${userId} and ${isOpen}
      order by id for no key update
    )
    update lead set owner_id = ${newOwnerId}::uuid,
      status = case when ${newOwnerId}::uuid is null and lead.status = 'ASSIGNED' then 'NEW' else lead.status end
    from owned where lead.id = owned.id
    returning lead.id, owned.status as before, lead.status, owned.merged_into_id`.execute(trx);
  // A merged lead changes with them, so that an undo of its merge brings back no former owner.
  const shown = leads.rows.filter(({ mergedIntoId }) => mergedIntoId === null);
  for (const { id, before, status } of shown) {
    const note = `From ${from ?? 'a former colleague'}, whose role has ended, to ${to ?? 'nobody'}.`;
    const by = { actorType: 'STAFF', actorId } as const;
    await recordLeadEvent(trx, id, { action: 'ASSIGN', from: before, to: status, note, ...by });
    await recordStaffAudit(trx, actorId, 'lead.ASSIGN', id, { previousOwner: from, owner: to });
    if (status !== before) await moveCallbacks(trx, id, status, by);
  }
  const times = await handOverInterviews(trx, invites, actorId, userId, newOwnerId);
  return { applications: applications.rows.length, leads: shown.length, ...times };
}

/** Locks the role, so that it does not end meanwhile. */
async function requireRole(trx: Db, userId: string): Promise<void> {
  if (!(await lockRole(trx, userId)))
    throw new HttpError('VALIDATION_FAILED', {
      ...{ fields: ['newOwnerId'], message: 'Choose a person who has a role.' },
    });
}
