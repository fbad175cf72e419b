import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { staffLeadRoutes } from '#lib/contract/staff/leads.ts';
import { findTransition } from '#lib/domain/core/state-machine.ts';
import { dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { attemptActions, attemptOutcomeText, nextCallAfter } from '#lib/domain/leads/lead-attempt.ts';
import { leadTable } from '#lib/domain/leads/lead-flow.ts';
import { findCurrentOwners, lockRole } from '#lib/server/core/current-owner.ts';
import { recordLeadEvent } from '#lib/server/core/record-lead.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../audit.ts';
import { longUndoSeconds } from '../undo/list-long-undos.ts';
import { runStaffAction, type StaffActionDeps } from '../undo/run-staff-action.ts';
import { loadLeadForUpdate, requireTransition, writeLeadChange } from './change-lead.ts';
import type { LeadRow } from './find-leads.ts';
import { isOpen } from './lead-query.ts';

/** The changes that counsellors make to a lead, each in one transaction with its history and audit. [API-53] */

type Body<K extends keyof typeof staffLeadRoutes> = BodyOf<(typeof staffLeadRoutes)[K]>;

/**
 * Assigns the open lead without an owner that is due first, and returns its id; null when there is none. A lead that another
 * counsellor is taking at the same moment is skipped, so two never get the same. [C-42]
 */
export function assignNextLead(db: Db, staffId: string): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await requireOwnRole(trx, staffId);
    const { rows } = await sql<LeadRow>`
      select * from lead where owner_id is null and merged_into_id is null and ${isOpen}
      order by due_at, id limit 1 for update skip locked`.execute(trx);
    const [lead] = rows;
    if (!lead) return null;
    await assign(trx, staffId, lead, staffId);
    return lead.id;
  });
}

/** Gives a lead to a staff member. Throws `NOT_FOUND`, `VALIDATION_FAILED`, `INVALID_STATE`. */
export function assignLead(db: Db, staffId: string, id: string, ownerId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const hasRole = await lockRole(trx, ownerId);
    const lead = await loadLeadForUpdate(trx, id);
    if (lead.ownerId === ownerId) return;
    if (!hasRole)
      throw new HttpError('VALIDATION_FAILED', { message: 'Please choose a person', fields: ['ownerId'] });
    await assign(trx, staffId, lead, ownerId);
  });
}

/** Whoever takes a lead must still have a role. Throws `NOT_FOUND`, as every page of staff does for anybody else. */
async function requireOwnRole(trx: Db, staffId: string): Promise<void> {
  if (!(await lockRole(trx, staffId))) throw new HttpError('NOT_FOUND');
}

async function assign(trx: Db, staffId: string, lead: LeadRow, ownerId: string): Promise<void> {
  const to = requireTransition(lead, 'ASSIGN');
  await writeLeadChange(trx, staffId, lead, { action: 'ASSIGN', to, changes: { ownerId } });
}

/**
 * Logs an attempt with what came of it, and makes the next call due. Whoever calls a lead without an owner owns it. The same
 * attempt id counts once. Can be undone for half an hour, because one key logs it. Throws `NOT_FOUND`, `VALIDATION_FAILED`,
 * `INVALID_STATE`; a lead without a phone number is only emailed.
 */
export async function logAttempt(
  deps: StaffActionDeps,
  staffId: string,
  leadId: string,
  input: Body<'POST /api/v1/staff/leads/{leadId}/log-attempt/'>,
): Promise<void> {
  const { attemptId: id = uuidv7(), channel = 'CALL', outcome, note = null } = input;
  const log = async ({ trx }: UnitOfWork) => {
    await requireOwnRole(trx, staffId);
    const lead = await loadLeadForUpdate(trx, leadId);
    const logged = await trx
      .insertInto('leadAttempt')
      .values({ id, leadId, byId: staffId, channel, outcome, note })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!logged) return;
    if (channel !== 'EMAIL' && lead.phoneE164 === null) throw createNoPhoneError();
    const now = await databaseNow(trx);
    const dueAt = dueAfter(lead, input, now);
    const action = attemptActions[outcome];
    const to = requireTransition(lead, action, { isNextCallAhead: dueAt > now });
    const missedCalls = action === 'MISS' ? lead.missedCalls + 1 : 0;
    await writeLeadChange(trx, staffId, lead, {
      ...{ action, to, note },
      changes: { ownerId: lead.ownerId ?? staffId, missedCalls, dueAt, nextCallAt: dueAt },
      details: { attempt: attemptOutcomeText(outcome, channel) },
    });
  };
  await runStaffAction(deps, staffId, 'lead.LOG_ATTEMPT', log, { undoFor: longUndoSeconds });
}

/**
 * Sets the time of the next call without logging one. Whoever plans the call of a lead without an owner owns it. Can be undone for
 * half an hour, and then the call that was logged before it. Throws `NOT_FOUND`, `VALIDATION_FAILED`, `INVALID_STATE`.
 */
export async function planCall(
  deps: StaffActionDeps,
  staffId: string,
  leadId: string,
  callAt: string,
): Promise<void> {
  const plan = async ({ trx }: UnitOfWork) => {
    await requireOwnRole(trx, staffId);
    const lead = await loadLeadForUpdate(trx, leadId);
    const dueAt = new Date(callAt);
    const isNextCallAhead = dueAt > (await databaseNow(trx));
    const to = requireTransition(lead, 'PLAN_CALL', { isNextCallAhead });
    await writeLeadChange(trx, staffId, lead, {
      ...{ action: 'PLAN_CALL', to },
      note: dateTimeText(dueAt, lead.timeZone ?? defaultTimeZone),
      changes: { ownerId: lead.ownerId ?? staffId, dueAt, nextCallAt: dueAt },
    });
  };
  await runStaffAction(deps, staffId, 'lead.PLAN_CALL', plan, { undoFor: longUndoSeconds });
}

const noPhone = 'This lead has no phone number. Choose Email.';
const createNoPhoneError = () =>
  new HttpError('VALIDATION_FAILED', { message: noPhone, fields: { channel: noPhone } });

function dueAfter(
  { timeZone }: LeadRow,
  { outcome, callAt }: Body<'POST /api/v1/staff/leads/{leadId}/log-attempt/'>,
  now: Date,
): Date {
  if (callAt) return new Date(callAt);
  // The guard rejects a time that is not ahead.
  return outcome === 'CALL_BACK_AT' ? now : nextCallAfter(outcome, timeZone ?? defaultTimeZone, now);
}

/**
 * Closes a lead with its outcome, or reopens it; a repeated move changes nothing. Throws `NOT_FOUND`, `VALIDATION_FAILED`,
 * `INVALID_STATE`.
 */
export function moveLead(
  db: Db,
  staffId: string,
  id: string,
  {
    action,
    reasonCode = null,
    enrolmentId = null,
    note = null,
  }: Body<'POST /api/v1/staff/leads/{leadId}/move/'>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const lead = await loadLeadForUpdate(trx, id);
    if (findTransition(leadTable, action).to === lead.status) return;
    const hasEnrolment = action === 'CONVERT' && (await isEnrolmentOf(trx, lead, enrolmentId));
    const to = requireTransition(lead, action, { reasonCode, hasEnrolment });
    const reopened = action === 'REOPEN' && {
      ownerId: (await findCurrentOwners(trx, [lead.ownerId])).has(lead.ownerId) ? lead.ownerId : null,
      dueAt: await databaseNow(trx),
      missedCalls: 0,
      nextCallAt: null,
    };
    await writeLeadChange(trx, staffId, lead, {
      ...{ action, to, note, reasonCode: action === 'LOSE' ? reasonCode : null },
      changes: { enrolmentId: hasEnrolment ? enrolmentId : null, ...reopened },
    });
  });
}

async function isEnrolmentOf(trx: Db, { id, userId }: LeadRow, enrolmentId: string | null): Promise<boolean> {
  if (enrolmentId === null) return false;
  const { rows } = await sql`
    select from enrolment where id = ${enrolmentId} and (user_id = ${userId}::uuid or id in (
      select subject_id from lead_request where lead_id = ${id} and kind = 'ENROLMENT'))`.execute(trx);
  return rows.length > 0;
}

/** Adds a note to the history. Throws `NOT_FOUND`, `INVALID_STATE`. */
export function noteLead(db: Db, staffId: string, id: string, note: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { status } = await loadLeadForUpdate(trx, id);
    const by = { actorType: 'STAFF', actorId: staffId } as const;
    await recordLeadEvent(trx, id, { action: 'NOTE', from: status, to: status, note, ...by });
    await recordStaffAudit(trx, staffId, 'lead.NOTE', id);
  });
}
