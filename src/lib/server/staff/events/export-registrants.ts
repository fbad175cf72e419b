import type { EventRegistrant } from '#lib/contract/staff/events/live-events.ts';
import { type CsvCell, csvTime } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { listRegistrantsById } from './find-registrants.ts';

const columns = ['number', 'name', 'phone', 'email', 'status', 'registered_at_ist', 'rating'];
const rowsPerRead = 1000;

/**
 * Exports everybody who registered for an event, in the order in which they did. Each read goes on after the last id, so nobody
 * is left out or written twice while others register and leave.
 */
export async function* exportRegistrants(
  db: Db,
  { eventId }: { eventId?: string | undefined },
  limit = rowsPerRead,
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  if (!eventId) return;
  for (let after: string | undefined; ; ) {
    const results: EventRegistrant[] = await listRegistrantsById(db, eventId, { limit, after });
    yield results.map((one) => [
      ...[one.number, one.name, one.phone, one.email],
      ...[one.statusLabel, csvTime(one.registeredAt), one.rating],
    ]);
    if (results.length < limit) return;
    after = results.at(-1)?.id;
  }
}
