import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import { createEventNotFoundError, type LiveEventRow, selectEvents } from './event-rows.ts';

/**
 * Locks an event until the transaction ends, and loads it. Whoever changes a registration or a seat locks the event first, so
 * that seats, the wait-list and its offers are in one order. Throws `EVENT_NOT_FOUND`. [C-42]
 */
export async function lockEvent(trx: Db, id: string): Promise<LiveEventRow> {
  if (!isUuid(id)) throw createEventNotFoundError();
  // The clock's time: the transaction may have waited for the lock.
  const row = await selectEvents(trx, sql<Date>`clock_timestamp()`)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw createEventNotFoundError();
  return row;
}

/** Reserves one seat by one conditional write. Returns false when no seat is free. */
export async function reserveSeat(trx: Db, eventId: string): Promise<boolean> {
  const row = await trx
    .updateTable('liveEvent')
    .set({ taken: sql<number>`taken + 1` })
    .where('id', '=', eventId)
    .where((where) => where.or([where('capacity', 'is', null), where('taken', '<', where.ref('capacity'))]))
    .returning('taken')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives one seat back. */
export async function releaseSeat(trx: Db, eventId: string): Promise<void> {
  await trx
    .updateTable('liveEvent')
    .set({ taken: sql<number>`taken - 1` })
    .where('id', '=', eventId)
    .execute();
}
