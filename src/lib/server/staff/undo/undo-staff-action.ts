import { sql } from 'kysely';
import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffUndoRoutes } from '#lib/contract/staff/undo.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import { openLeadStatuses } from '#lib/domain/leads/lead-flow.ts';
import { recordAudit } from '#lib/server/core/audit.ts';
import { currentOwner } from '#lib/server/core/current-owner.ts';
import { type Db, isConstraintViolation } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { cancelQueued } from '#lib/server/messages/cancel-queued.ts';
import { informAfterUndo, notifyUndoneBatches } from './inform-after-undo.ts';
import { type ChangedRow, listChangedRows, revertRows } from './revert-rows.ts';
import type { StaffActionDeps } from './run-staff-action.ts';
import {
  createConflictError,
  createConstraintError,
  requireFreeInterviewers,
  requireFreeSeats,
} from './undo-conflicts.ts';

type UndoResponse = ResponseOf<(typeof staffUndoRoutes)['POST /api/v1/staff/actions/{actionId}/undo/']>;

/**
 * Undoes an action of this staff member in one transaction: cancels its messages, restores the rows, with earlier messages whose place
 * it had taken, and records the undo.
 * Everything is undone, or nothing. Throws `NOT_FOUND`, `UNDO_EXPIRED` when a message may have been sent, and
 * `UNDO_CONFLICT` when somebody has changed one of the rows since. People who booked or registered since hear what is true
 * now. [API-42]
 */
export async function undoStaffAction(
  deps: StaffActionDeps,
  staffId: string,
  id: string,
): Promise<UndoResponse> {
  const { db, messages, config } = deps;
  const { rows, ...response } = await db
    .transaction()
    .execute(async (trx) => {
      const action = await claimUndo(trx, staffId, id);
      const rows = await listChangedRows(trx, id);
      const changed = await revertRows(trx, rows);
      if (changed) throw createConflictError(changed);
      await requireFreeInterviewers(trx, rows);
      await requireFreeSeats(trx, rows);
      await clearFormerOwner(trx, rows);
      if (!(await cancelQueued(trx, id))) throw new HttpError('UNDO_EXPIRED');
      await informAfterUndo({ trx, messages, config }, id, rows);
      const isEarlierSent = rows.some(
        ({ table, before, after }) => table === 'outbox' && !after && before?.cancel_key !== id,
      );
      return { rows, action, isEarlierSent, undone: await recordUndo(trx, staffId, rows) };
    })
    .catch((error) => {
      throw isConstraintViolation(error) ? createConstraintError(error) : error;
    });
  await notifyUndoneBatches(deps, staffId, rows);
  return response;
}

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
