import { sql } from 'kysely';
import type { TestSlot } from '#lib/contract/enrolment/scholarship/scholarship-schemas.ts';
import {
  type TestSlot as BookableSlot,
  listTestSlots,
  scholarshipPolicy,
} from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Lists the times that can be booked now, with their free seats. */
export async function listSlotsWithSeats(db: Db): Promise<TestSlot[]> {
  const slots = listTestSlots(await databaseNow(db));
  const rows = await db
    .selectFrom('scholarshipSlot')
    .selectAll()
    .where(
      'slotId',
      'in',
      slots.map(({ id }) => id),
    )
    .execute();
  const taken = new Map(rows.map((row) => [row.slotId, row.taken]));
  return slots.map(({ id, startsAt }) => ({
    id,
    startsAt: startsAt.toISOString(),
    seatsLeft: Math.max(0, scholarshipPolicy.seatsPerSlot - (taken.get(id) ?? 0)),
  }));
}

/** Takes a seat by one conditional write, and returns the time. Throws `SLOT_INVALID`, `SLOT_TAKEN`. [C-42] */
export async function reserveSlotSeat(trx: Db, slotId: string): Promise<BookableSlot> {
  const slot = listTestSlots(await databaseNow(trx)).find(({ id }) => id === slotId);
  if (!slot) throw new HttpError('SLOT_INVALID', { fields: ['testSlotId'] });
  const { rows } = await sql`
    insert into scholarship_slot (slot_id, taken) values (${slotId}, 1)
    on conflict (slot_id) do update set taken = scholarship_slot.taken + 1
      where scholarship_slot.taken < ${scholarshipPolicy.seatsPerSlot}::int
    returning taken`.execute(trx);
  if (rows.length === 0)
    throw new HttpError('SLOT_TAKEN', {
      message: 'This time is full. Please choose another.',
      fields: ['testSlotId'],
    });
  return slot;
}

/** Releases a seat. */
export async function releaseSlotSeat(trx: Db, slotId: string): Promise<void> {
  await trx
    .updateTable('scholarshipSlot')
    .set({ taken: sql<number>`taken - 1` })
    .where('slotId', '=', slotId)
    .execute();
}
