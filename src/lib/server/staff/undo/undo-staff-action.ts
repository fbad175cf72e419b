import { sql } from 'kysely';
import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffUndoRoutes } from '#lib/contract/staff/undo.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import { openLeadStatuses } from '#lib/domain/leads/lead-flow.ts';
import { recordAudit } from '#lib/server/core/audit.ts';
import { currentOwner } from '#lib/server/core/current-owner.ts';
import { type Db, isConstraintViolation } from '#lib/server/db/index.ts';
import { informOfUndo } from '#lib/server/events/inform-of-undo.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { cancelQueued } from '#lib/server/messages/cancel-queued.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { type ChangedRow, listChangedRows, revertRows } from './revert-rows.ts';
import type { StaffActionDeps } from './run-staff-action.ts';

type UndoResponse = ResponseOf<(typeof staffUndoRoutes)['POST /api/v1/staff/actions/{actionId}/undo/']>;

/**
 * Undoes an action of this staff member in one transaction: cancels its messages, restores the rows and records the undo.
 * Everything is undone, or nothing. Throws `NOT_FOUND`, `UNDO_EXPIRED` when a message may have been sent, and
 * `UNDO_CONFLICT` when somebody has changed one of the rows since. People who registered for an event since hear what is true
 * now. [API-42]
 */
export async function undoStaffAction(
  { db, messages, config }: StaffActionDeps,
  staffId: string,
  id: string,
): Promise<UndoResponse> {
  try {
    return await db.transaction().execute(async (trx) => {
      const action = await claimUndo(trx, staffId, id);
      const rows = await listChangedRows(trx, id);
      const changed = await revertRows(trx, rows);
      if (changed) throw createConflictError(changed);
      await clearFormerOwner(trx, rows);
      if (!(await cancelQueued(trx, id))) throw new HttpError('UNDO_EXPIRED');
      await informOfUndoneEvents({ trx, messages, config }, id, rows);
      const subjects = await recordUndo(trx, staffId, rows);
      return { action, undone: subjects };
    });
  } catch (error) {
    // The seat that the action had released was taken by somebody else.
    if (isConstraintViolation(error)) throw new HttpError('UNDO_CONFLICT', { message: seatTaken });
    throw error;
  }
}

const seatTaken = 'Somebody else took the seat since, so this cannot be undone.';

/** An owner whose role has ended since does not come back: an open lead then waits for anybody who takes it. [C-20] */
async function clearFormerOwner(trx: Db, rows: readonly ChangedRow[]): Promise<void> {
  for (const { table, key } of rows)
    if (table === 'lead')
      await trx
        .updateTable('lead')
        .set({ ownerId: currentOwner('lead') })
        .where('id', '=', key)
        .where('ownerId', 'is not', null)
        .where('status', 'in', openLeadStatuses)
        .execute();
}

/** The audit row of the change was written under the event's lock, so later registrations have a later id. */
async function informOfUndoneEvents(
  work: UnitOfWork,
  actionId: string,
  rows: readonly ChangedRow[],
): Promise<void> {
  const since = rows.find(({ table }) => table === 'audit_event')?.key;
  for (const { table, key: eventId, before, after } of rows)
    if (since && table === 'live_event' && before && after)
      await informOfUndo(work, { eventId, undone: after, since, key: `undo:${actionId}` });
}

/** Marks the action as undone, once and only in time. Returns its name. */
async function claimUndo(trx: Db, staffId: string, id: string): Promise<string> {
  const action = await trx
    .updateTable('staffAction')
    .set({ undoneAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('actorId', '=', staffId)
    .where('undoneAt', 'is', null)
    .where('undoExpiresAt', '>', sql<Date>`now()`)
    .returning('action')
    .executeTakeFirst();
  if (action) return action.action;
  const existing = await trx
    .selectFrom('staffAction')
    .select(['undoneAt'])
    .where('id', '=', id)
    .where('actorId', '=', staffId)
    .executeTakeFirst();
  if (!existing) throw new HttpError('NOT_FOUND', { message: 'There is nothing to undo' });
  if (existing.undoneAt) throw new HttpError('UNDO_EXPIRED', { message: 'This is undone already.' });
  throw new HttpError('UNDO_EXPIRED');
}

const nouns: Record<string, string> = {
  job: 'The job',
  job_application: 'The application',
  training: 'The training',
  training_batch: 'The batch',
  batch_message: 'The message',
  candidate_message: 'The message',
  interview: 'The interview',
  interview_slot: 'The slot',
  mock_interview: 'The mock interview',
  candidate_registration: 'The candidate’s details',
  enrolment: 'The enrolment',
  lead: 'The lead',
  certificate: 'The certificate',
  certificate_version: 'The certificate',
  certificate_correction: 'The request for another name',
  employer: 'The employer',
  employer_contact: 'The contact',
  live_event: 'The event',
  event_announcement: 'What registrants hear',
  event_registration: 'The registration',
  enrolment_payment: 'The payment',
};

const createConflictError = ({ table }: ChangedRow): HttpError =>
  new HttpError('UNDO_CONFLICT', {
    message: `${nouns[table] ?? 'Something'} changed since, so this cannot be undone. Reload the page.`,
  });

/** Records one audit event for each that the action had recorded. Returns their number. */
async function recordUndo(trx: Db, actorId: string, rows: readonly ChangedRow[]): Promise<number> {
  const audited = rows.flatMap(({ table, after }) => (table === 'audit_event' && after ? [after] : []));
  for (const { action, subject_type, subject_id, details } of audited.reverse()) {
    const { from = null, to = null } = details as Record<string, unknown>;
    const isChange = (typeof from === 'string' && typeof to === 'string') || (isRecord(from) && isRecord(to));
    await recordAudit(trx, {
      actorId,
      action: `${subject_type}.UNDO`,
      subjectType: String(subject_type),
      subjectId: String(subject_id),
      details: { undone: action, ...(isChange && { from: to, to: from }) },
    });
  }
  return audited.length;
}
