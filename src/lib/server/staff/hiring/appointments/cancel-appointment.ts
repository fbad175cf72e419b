import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { releaseBatch, releaseSlot } from '#lib/server/hiring/appointments/propagate-cancellation.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { runStaffActionSteps, type StaffActionDeps } from '../../undo/run-staff-action.ts';
import { staffActor } from '../applications/move-applications.ts';

const kinds = {
  batch: {
    table: 'trainingBatch',
    release: releaseBatch,
    cancelled: 'This batch is already cancelled.',
    begun: 'This batch has begun.',
  },
  slot: {
    table: 'interviewSlot',
    release: releaseSlot,
    cancelled: 'This slot is already cancelled.',
    begun: 'This time has passed.',
  },
} as const;
type AppointmentKind = keyof typeof kinds;

/**
 * Cancels a training batch or an interview slot, releases its seats, notifies everybody who had one and
 * returns their number. Throws NOT_FOUND, or INVALID_STATE if it is already cancelled or has begun. [API-42]
 * [API-43]
 */
export async function cancelAppointment(
  deps: StaffActionDeps,
  staffId: string,
  kind: AppointmentKind,
  id: string,
  publicNote: string | null,
): Promise<number> {
  const { table, release } = kinds[kind];
  return runStaffActionSteps(deps, staffId, `${kind}.CANCEL`, async (runWork) => {
    await runWork(async ({ trx }) => {
      const { taken, startsAt } = await lockUpcoming(trx, kind, id);
      await trx
        .updateTable(table)
        .set({ cancelledAt: sql<Date>`now()`, cancelNote: publicNote })
        .where('id', '=', id)
        .execute();
      await recordStaffAudit(trx, staffId, `${kind}.CANCEL`, id, {
        ...{ from: 'SCHEDULED', to: 'CANCELLED', startsAt, released: taken, publicNote },
      });
    });
    return release(runWork, staffActor(staffId), id, publicNote);
  });
}

/** Locks a batch or slot that is neither cancelled nor begun. Throws NOT_FOUND or INVALID_STATE. */
export async function lockUpcoming(
  trx: Db,
  kind: AppointmentKind,
  id: string,
): Promise<{ taken: number; startsAt: Date }> {
  const { table, cancelled, begun } = kinds[kind];
  const row = await trx
    .selectFrom(table)
    .select(['taken', 'startsAt', 'cancelledAt', sql<boolean>`starts_at <= now()`.as('hasBegun')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new HttpError('NOT_FOUND', { message: `There is no such ${kind}` });
  if (row.cancelledAt) throw new HttpError('INVALID_STATE', { message: cancelled });
  if (row.hasBegun) throw new HttpError('INVALID_STATE', { message: begun });
  return row;
}
