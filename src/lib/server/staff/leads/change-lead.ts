import { validate as isUuid } from 'uuid';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type LeadAction,
  type LeadGuardContext,
  type LeadStatus,
  leadFlow,
} from '#lib/domain/leads/lead-flow.ts';
import { moveCallbacks } from '#lib/server/core/convert-lead.ts';
import { recordLeadEvent } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import { loadPersonNames } from '../person-names.ts';
import type { LeadRow } from './find-leads.ts';
import { createLeadNotFoundError } from './require-lead.ts';

/** Loads and locks a lead, so that its rules are checked against what is written. Throws `NOT_FOUND`, `INVALID_STATE`. */
export async function loadLeadForUpdate(trx: Db, id: string): Promise<LeadRow> {
  const lead = isUuid(id)
    ? await trx.selectFrom('lead').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (!lead) throw createLeadNotFoundError();
  if (lead.mergedIntoId !== null)
    throw new HttpError('INVALID_STATE', {
      message: 'This lead was merged into another one. Load the page again.',
    });
  return lead;
}

type GuardFacts = Partial<Omit<LeadGuardContext, 'missedCalls'>>;

/** Returns the new status of a transition of staff. Throws `INVALID_STATE` with the reason against it. */
export function requireTransition(lead: LeadRow, action: LeadAction, facts: GuardFacts = {}): LeadStatus {
  const context = { isNextCallAhead: false, hasEnrolment: false, reasonCode: null, ...facts };
  const result = checkTransition(leadFlow, action, 'STAFF', lead.status, {
    ...context,
    missedCalls: lead.missedCalls,
  });
  if (result.isAllowed) return result.to;
  const fields = { hasReason: 'reasonCode', hasEnrolment: 'enrolmentId', timeIsAhead: 'callAt' } as const;
  const field = fields[result.because as keyof typeof fields];
  throw toHttpError(
    result,
    { hasReason: 'VALIDATION_FAILED', hasEnrolment: 'VALIDATION_FAILED', timeIsAhead: 'VALIDATION_FAILED' },
    field ? { [field]: result.reason } : {},
  );
}

interface LeadChange {
  action: LeadAction;
  to: LeadStatus;
  reasonCode?: string | null;
  note?: string | null;
  changes?: Partial<Pick<LeadRow, 'ownerId' | 'dueAt' | 'nextCallAt' | 'missedCalls' | 'enrolmentId'>>;
  /** What else the audit says. */
  details?: Record<string, unknown>;
}

/** Writes a transition of staff with its history row, its audit entry, and the status of the person's open call-back. */
export async function writeLeadChange(
  trx: Db,
  staffId: string,
  lead: LeadRow,
  { action, to, reasonCode = null, note = null, changes = {}, details: more = {} }: LeadChange,
): Promise<void> {
  await trx
    .updateTable('lead')
    .set({ ...changes, status: to, reasonCode })
    .where('id', '=', lead.id)
    .execute();
  const by = { actorType: 'STAFF', actorId: staffId } as const;
  await recordLeadEvent(trx, lead.id, { action, from: lead.status, to, reasonCode, note, ...by });
  const details = {
    ...{ from: lead.status, to, reasonCode, ...more },
    ...(await describeOwner(trx, lead, changes.ownerId)),
    ...describeDueTime(lead, changes.dueAt),
  };
  await recordStaffAudit(trx, staffId, `lead.${action}`, lead.id, details);
  if (to !== lead.status) await moveCallbacks(trx, lead.id, to, by);
}

/** Returns the due time before and after a change of a lead, for the audit; nothing if it stays. [C-40] */
export const describeDueTime = (
  lead: Pick<LeadRow, 'dueAt'>,
  dueAt: Date | undefined,
): { previousDueAt?: string; dueAt?: string } =>
  dueAt === undefined || dueAt.getTime() === lead.dueAt.getTime()
    ? {}
    : { previousDueAt: lead.dueAt.toISOString(), dueAt: dueAt.toISOString() };

/** Returns the owner before and after a change of a lead, for the audit; nothing if the owner stays. */
export async function describeOwner(
  trx: Db,
  lead: LeadRow,
  ownerId: string | null | undefined,
): Promise<{ previousOwner?: string | null; owner?: string | null }> {
  if (ownerId === undefined || ownerId === lead.ownerId) return {};
  const names = await loadPersonNames(
    trx,
    [lead.ownerId, ownerId].filter((id) => id !== null),
  );
  const nameOf = (id: string | null) => (id ? (names.get(id) ?? null) : null);
  return { previousOwner: nameOf(lead.ownerId), owner: nameOf(ownerId) };
}
