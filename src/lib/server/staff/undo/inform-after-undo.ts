import { informOfUndo } from '#lib/server/events/inform-of-undo.ts';
import { correctInvites, withdrawInvites } from '#lib/server/hiring/appointments/interviewer-invites.ts';
import { notifyBatch } from '#lib/server/hiring/appointments/propagate-cancellation.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { staffActor } from '../hiring/applications/move-applications.ts';
import type { ChangedRow } from './revert-rows.ts';
import type { StaffActionDeps } from './run-staff-action.ts';

/** Who booked or registered between a change and its undo was told what is no longer true. */

const hasChanged = ({ before, after }: ChangedRow, name: string): boolean =>
  before !== null && after !== null && before[name] !== after[name];

/**
 * Informs people who registered for an event since, and the interviewers of interviews that were booked since, in the transaction
 * of the undo. The audit row of a change was written under the event's lock, so later registrations have a later id.
 */
export async function informAfterUndo(
  work: UnitOfWork,
  actionId: string,
  rows: readonly ChangedRow[],
): Promise<void> {
  const since = rows.find(({ table }) => table === 'audit_event')?.key;
  for (const row of rows) {
    const { table, key, before, after } = row;
    if (since && table === 'live_event' && before && after)
      await informOfUndo(work, { eventId: key, undone: after, since, key: `undo:${actionId}` });
    if (table === 'interview_slot' && hasChanged(row, 'interviewer_id')) await correctInvites(work, key);
    if (table === 'interview' && hasChanged(row, 'slot_id')) await withdrawInvites(work, key);
  }
}

/**
 * Notifies the candidates who booked a training batch between its move and the undo. It runs after the undo, because their
 * applications are locked before the batch; housekeeping does it where the process is killed.
 */
export async function notifyUndoneBatches(
  { db, messages, config }: StaffActionDeps,
  staffId: string,
  rows: readonly ChangedRow[],
): Promise<void> {
  for (const row of rows)
    if (row.table === 'training_batch' && hasChanged(row, 'version'))
      await notifyBatch(
        (change) => db.transaction().execute((trx) => change({ trx, messages, config })),
        staffActor(staffId),
        row.key,
      );
}
