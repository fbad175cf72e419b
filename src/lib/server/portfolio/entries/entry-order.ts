import { sql } from 'kysely';
import { portfolioLimits } from '#lib/domain/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Positions of a portfolio's entries: 0 to n − 1 per kind. Callers hold the lock on the portfolio's row. */

export type EntryTable = 'portfolioLink' | 'portfolioWork' | 'portfolioProject';

const limits = {
  portfolioLink: portfolioLimits.links,
  portfolioWork: portfolioLimits.publishedWorks,
  portfolioProject: portfolioLimits.projects,
} as const satisfies Record<EntryTable, number>;

/** Makes room for one more entry and returns its position: `order`, or the end. Throws `LIMIT_REACHED`. */
export async function reservePosition(
  trx: Db,
  table: EntryTable,
  portfolioId: string,
  order = Number.POSITIVE_INFINITY,
): Promise<number> {
  const count = await countEntries(trx, table, portfolioId);
  if (count >= limits[table])
    throw new HttpError('LIMIT_REACHED', {
      message: `You have ${limits[table]} already, which is the maximum`,
    });
  const position = Math.min(order, count);
  await shiftRange(trx, table, { portfolioId, first: position, last: count, by: 1 });
  return position;
}

/** Shifts the entries between two positions and returns the new position of the moved entry, whose row stays as it is. */
export async function shiftPositions(
  trx: Db,
  table: EntryTable,
  portfolioId: string,
  { from, order }: { from: number; order: number },
): Promise<number> {
  const to = Math.min(order, (await countEntries(trx, table, portfolioId)) - 1);
  if (to < from) await shiftRange(trx, table, { portfolioId, first: to, last: from - 1, by: 1 });
  if (to > from) await shiftRange(trx, table, { portfolioId, first: from + 1, last: to, by: -1 });
  return to;
}

/** Shifts the entries behind a deleted one up by one. */
export function closeGap(trx: Db, table: EntryTable, portfolioId: string, position: number): Promise<void> {
  return shiftRange(trx, table, { portfolioId, first: position + 1, last: limits[table], by: -1 });
}

async function countEntries(trx: Db, table: EntryTable, portfolioId: string): Promise<number> {
  const { count } = await trx
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('count'))
    .where('portfolioId', '=', portfolioId)
    .executeTakeFirstOrThrow();
  return count;
}

interface ShiftOptions {
  portfolioId: string;
  /** Positions, both included. */
  first: number;
  last: number;
  by: 1 | -1;
}

async function shiftRange(
  trx: Db,
  table: EntryTable,
  { portfolioId, first, last, by }: ShiftOptions,
): Promise<void> {
  await trx
    .updateTable(table)
    .set({ position: sql<number>`position + ${by}::int` })
    .where('portfolioId', '=', portfolioId)
    .where('position', '>=', first)
    .where('position', '<=', last)
    .execute();
}
