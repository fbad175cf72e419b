import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { isOpenLead } from '#lib/domain/leads/lead-flow.ts';
import { recordLeadEvent, updateLeadWords } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import { describeDueTime, describeOwner, loadLeadForUpdate } from './change-lead.ts';
import type { LeadRow } from './find-leads.ts';
import { createLeadNotFoundError } from './require-lead.ts';

/**
 * Merges another lead of the same person into this one, in one transaction: its numbers and mailboxes, requests, attempts and
 * history come to this lead, and its reference still finds it. Throws `NOT_FOUND`, `VALIDATION_FAILED`, `INVALID_STATE`.
 */
export function mergeLeads(db: Db, staffId: string, id: string, otherId: string): Promise<void> {
  if (id === otherId)
    throw new HttpError('VALIDATION_FAILED', { message: 'Choose another lead.', fields: ['otherLeadId'] });
  if (!isUuid(id)) throw createLeadNotFoundError();
  return db.transaction().execute(async (trx) => {
    // In the order in which a request locks them: contacts first, then leads.
    await sql`
      select from lead_contact where lead_id in (${id}, ${otherId}) order by kind desc, value for update`.execute(
      trx,
    );
    await sql`select from lead where id in (${id}, ${otherId}) order by id for update`.execute(trx);
    const lead = await loadLeadForUpdate(trx, id);
    const other = await loadLeadForUpdate(trx, otherId);
    for (const table of ['leadContact', 'leadRequest', 'leadAttempt', 'leadEvent'] as const)
      await trx.updateTable(table).set({ leadId: id }).where('leadId', '=', otherId).execute();
    await trx
      .updateTable('lead')
      .set({ mergedIntoId: id })
      .where((where) => where.or([where('id', '=', otherId), where('mergedIntoId', '=', otherId)]))
      .execute();
    const ownerId = lead.ownerId ?? other.ownerId;
    await updateMergedLead(trx, lead, other);
    const by = { actorType: 'STAFF', actorId: staffId } as const;
    const note = describe(other);
    await recordLeadEvent(trx, id, {
      action: 'MERGE',
      from: lead.status,
      to: mergedStatus(lead, other),
      note,
      ...by,
    });
    await recordStaffAudit(trx, staffId, 'lead.MERGE', id, {
      ...{ from: lead.status, to: mergedStatus(lead, other), merged: other.reference },
      ...(await describeOwner(trx, lead, ownerId)),
      ...(isDueLike(lead, other) && describeDueTime(lead, other.dueAt)),
    });
    await updateLeadWords(trx, id);
  });
}

/** Returns whether a lead becomes due when the other one is: that one is open, and due earlier or the only open one. */
const isDueLike = (lead: LeadRow, other: LeadRow): boolean =>
  isOpenLead(other.status) && (!isOpenLead(lead.status) || other.dueAt < lead.dueAt);

/** Keeps what this lead knows, and fills its gaps. An open lead wins over a closed one, and the earlier due time over the later. */
async function updateMergedLead(trx: Db, lead: LeadRow, other: LeadRow): Promise<void> {
  const hasName = lead.firstName !== '';
  await trx
    .updateTable('lead')
    .set({
      userId: lead.userId ?? other.userId,
      firstName: hasName ? lead.firstName : other.firstName,
      lastName: hasName ? lead.lastName : other.lastName,
      phoneE164: lead.phoneE164 ?? other.phoneE164,
      email: lead.email ?? other.email,
      city: lead.city ?? other.city,
      timeZone: lead.timeZone ?? other.timeZone,
      status: mergedStatus(lead, other),
      ownerId: lead.ownerId ?? other.ownerId,
      enrolmentId: lead.enrolmentId ?? other.enrolmentId,
      missedCalls: Math.max(lead.missedCalls, other.missedCalls),
      ...(isDueLike(lead, other) && { dueAt: other.dueAt, nextCallAt: other.nextCallAt }),
      sources: [...new Set([...lead.sources, ...other.sources])],
      programSlugs: [...new Set([...lead.programSlugs, ...other.programSlugs])],
      createdAt: new Date(Math.min(Number(lead.createdAt), Number(other.createdAt))),
      askedAt: new Date(Math.max(Number(lead.askedAt), Number(other.askedAt))),
    } as object)
    .where('id', '=', lead.id)
    .execute();
}

const mergedStatus = (lead: LeadRow, other: LeadRow) =>
  !isOpenLead(lead.status) && isOpenLead(other.status) ? other.status : lead.status;

const describe = ({ reference, firstName, lastName, phoneE164, email }: LeadRow): string =>
  [`${reference} was merged into this lead`, `${firstName} ${lastName}`.trim(), phoneE164, email]
    .filter(Boolean)
    .join(', ');
