import type { Db } from '#lib/server/db/index.ts';
import type { CsvCell } from '../csv.ts';
import { listRegistrants } from './find-registrants.ts';

const columns = ['number', 'name', 'phone', 'email', 'status', 'registered_at', 'rating'];
const rowsPerRead = 1000;

/** Exports everybody who registered for an event. */
export async function* exportRegistrants(
  db: Db,
  { eventId }: { eventId?: string | undefined },
): AsyncGenerator<CsvCell[][]> {
  yield [columns];
  if (!eventId) return;
  for (let offset = 0; ; offset += rowsPerRead) {
    const { results } = await listRegistrants(db, eventId, { limit: rowsPerRead, offset });
    yield results.map((one) => [
      ...[one.number, one.name, one.phone, one.email],
      ...[one.statusLabel, one.registeredAt, one.rating],
    ]);
    if (results.length < rowsPerRead) return;
  }
}
