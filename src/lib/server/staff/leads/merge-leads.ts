import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { isOpenLead } from '#lib/domain/leads/lead-flow.ts';
import { findCurrentOwners } from '#lib/server/core/current-owner.ts';
import { recordLeadEvent, updateLeadWords } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';
import { longUndoSeconds } from '../undo/list-long-undos.ts';
import { runStaffAction, type StaffActionDeps } from '../undo/run-staff-action.ts';
import { describeDueTime, describeOwner, loadLeadForUpdate } from './change-lead.ts';
import type { LeadRow } from './find-leads.ts';
import { createLeadNotFoundError } from './require-lead.ts';

/**
 * Merges another lead of the same person into this one, in one transaction: its numbers and mailboxes, requests, attempts and
 * history come to this lead, and its reference still finds it. Can be undone for half an hour. Throws `NOT_FOUND`,
 * `VALIDATION_FAILED`, `INVALID_STATE`. [API-53]
 */
export async function mergeLeads(
  deps: StaffActionDeps,
  staffId: string,
  id: string,
  otherId: string,
): Promise<void> {
  checkIds(id, otherId);
  const merge = ({ trx }: UnitOfWork) => mergeInto(trx, staffId, id, otherId);
  await runStaffAction(deps, staffId, 'lead.MERGE', merge, { undoFor: longUndoSeconds });
}

function checkIds(id: string, otherId: string): void {
  if (id === otherId)
    throw new HttpError('VALIDATION_FAILED', { message: 'Choose another lead.', fields: ['otherLeadId'] });
  if (!isUuid(id) || !isUuid(otherId)) throw createLeadNotFoundError();
}

async function mergeInto(trx: Db, staffId: string, id: string, otherId: string): Promise<void> {
  // In the order in which a request locks them: contacts first, then leads.
  await sql`
    select from lead_contact where lead_id in (${id}, ${otherId}) order by kind desc, value for update`.execute(
    trx,
  );
  await sql`select from lead where id in (${id}, ${otherId}) order by id for update`.execute(trx);
  const lead = await loadLeadForUpdate(trx, id);
  const other = await loadLeadForUpdate(trx, otherId);
  for (const table of movedTables)
    await trx.updateTable(table).set({ leadId: id }).where('leadId', '=', otherId).execute();
  await trx
    .updateTable('lead')
    .set({ mergedIntoId: id })
    .where((where) => where.or([where('id', '=', otherId), where('mergedIntoId', '=', otherId)]))
    .execute();
  const merged = mergeLeadValues(lead, other, await findCurrentOwners(trx, [lead.ownerId, other.ownerId]));
  await trx
    .updateTable('lead')
    .set(merged as object)
    .where('id', '=', id)
    .execute();
  const by = { actorType: 'STAFF', actorId: staffId } as const;
  const change = { from: lead.status, to: merged.status };
  await recordLeadEvent(trx, id, { action: 'MERGE', ...change, note: describe(other), ...by });
  await recordStaffAudit(trx, staffId, 'lead.MERGE', id, {
    ...{ ...change, merged: other.reference },
    ...(await describeOwner(trx, lead, merged.ownerId)),
    ...describeDueTime(lead, merged.dueAt),
  });
  await updateLeadWords(trx, id);
}

/** What belongs to a lead and moves to the one that stays. */
const movedTables = ['leadContact', 'leadRequest', 'leadAttempt', 'leadEvent'] as const;

/** Returns whether a lead becomes due when the other one is: that one is open, and due earlier or the only open one. */
const isDueLike = (lead: LeadRow, other: LeadRow): boolean =>
  isOpenLead(other.status) && (!isOpenLead(lead.status) || other.dueAt < lead.dueAt);

/**
 * Returns the values of the lead that stays: what it knows, with its gaps filled from the other one. An open lead wins over a
 * closed one, an enrolment over the other ends, and the earlier due time over the later. An open lead keeps an owner only
 * from `currentOwners`, those who have a role.
 */
export function mergeLeadValues(lead: LeadRow, other: LeadRow, currentOwners: ReadonlySet<string | null>) {
  const { firstName, lastName } = lead.firstName === '' ? other : lead;
  const isOtherStatus =
    !isOpenLead(lead.status) && (isOpenLead(other.status) || other.status === 'CONVERTED');
  const status = isOtherStatus ? other.status : lead.status;
  const owners = [lead.ownerId, other.ownerId].filter(
    (id) => id !== null && (!isOpenLead(status) || currentOwners.has(id)),
  );
  return {
    userId: lead.userId ?? other.userId,
    ...{ firstName, lastName },
    phoneE164: lead.phoneE164 ?? other.phoneE164,
    email: lead.email ?? other.email,
    city: lead.city ?? other.city,
    timeZone: lead.timeZone ?? other.timeZone,
    status,
    reasonCode: status === 'NOT_INTERESTED' ? lead.reasonCode : null,
    ownerId: owners[0] ?? null,
    enrolmentId: lead.enrolmentId ?? other.enrolmentId,
    missedCalls: Math.max(lead.missedCalls, other.missedCalls),
    ...(isDueLike(lead, other)
      ? { dueAt: other.dueAt, nextCallAt: other.nextCallAt }
      : { dueAt: lead.dueAt, nextCallAt: lead.nextCallAt }),
    sources: [...new Set([...lead.sources, ...other.sources])],
    programSlugs: [...new Set([...lead.programSlugs, ...other.programSlugs])],
    createdAt: new Date(Math.min(Number(lead.createdAt), Number(other.createdAt))),
    askedAt: new Date(Math.max(Number(lead.askedAt), Number(other.askedAt))),
  };
}

const describe = ({ reference, firstName, lastName, phoneE164, email }: LeadRow): string =>
  [`${reference} was merged into this lead`, `${firstName} ${lastName}`.trim(), phoneE164, email]
    .filter(Boolean)
    .join(', ');
