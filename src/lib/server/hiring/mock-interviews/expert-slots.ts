import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { CreatedSlots } from '#lib/contract/hiring/availability.ts';
import type { expertRoutes } from '#lib/contract/hiring/mock-interviews/experts.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { InterviewSlotTable } from '#lib/server/db/schema/appointments.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { createSlotsOf, type SlotColumns } from '../appointments/create-slots.ts';
import { listFreeSlots } from '../seats.ts';
import type { ExpertRow } from './experts.ts';

type AvailabilityInput = BodyOf<(typeof expertRoutes)['POST /api/v1/expert/slots/create/']>;

/** Lists the free times of an expert, the next one first. */
export const listExpertSlots = (db: Db, { id }: ExpertRow): Promise<Selectable<InterviewSlotTable>[]> =>
  listFreeSlots(db, { expertId: id });

/**
 * Turns the weekly availability of an expert into free times for one person each, in the expert's own time zone. Throws
 * VALIDATION_FAILED. [APP-14]
 */
export function createExpertSlots(
  db: Db,
  { id, interviewerId }: ExpertRow,
  { joinUrl, ...availability }: AvailabilityInput,
): Promise<CreatedSlots> {
  return db.transaction().execute(async (trx) => {
    // Two requests at once must not create the same times.
    await trx.selectFrom('expert').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const columns: SlotColumns = {
      ...{ jobId: null, stageKey: null, expertId: id, interviewerId, capacity: 1, mode: 'VIDEO' },
      ...{ timeZone: availability.timeZone, joinUrl, address: null, instructions: null },
    };
    return createSlotsOf(trx, columns, availability);
  });
}

/**
 * Takes back a free time; one that is taken back already changes nothing. The statement itself checks that nobody has booked
 * it. Throws `NOT_FOUND`, `INVALID_STATE`.
 */
export async function cancelExpertSlot(db: Db, { id: expertId }: ExpertRow, slotId: string): Promise<void> {
  const ofExpert = (slots: Db) =>
    slots.selectFrom('interviewSlot').select('cancelledAt').where('expertId', '=', expertId);
  const slot = isUuid(slotId) ? await ofExpert(db).where('id', '=', slotId).executeTakeFirst() : null;
  if (!slot) throw new HttpError('NOT_FOUND');
  if (slot.cancelledAt) return;
  const cancelled = await db
    .updateTable('interviewSlot')
    .set({ cancelledAt: sql<Date>`now()` })
    .where('id', '=', slotId)
    .where('expertId', '=', expertId)
    .where('taken', '=', 0)
    .where('cancelledAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!cancelled)
    throw new HttpError('INVALID_STATE', {
      message: 'Somebody has booked this time. Cancel the booking instead.',
    });
}
