import { sql } from 'kysely';
import { portfolioLimits } from '#lib/domain/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** The order of a portfolio's entries, 0 to n − 1 per kind. All inside a write that holds the portfolio's row. */

export type EntryTable = 'portfolioLink' | 'portfolioWork' | 'portfolioProject';

const limits = {
  portfolioLink: portfolioLimits.links,
  portfolioWork: portfolioLimits.publishedWorks,
  portfolioProject: portfolioLimits.projects,
} as const satisfies Record<EntryTable, number>;

/**
 * Makes room for one more and tells its place: `order`, or the end.
 * @throws HttpError LIMIT_REACHED
 */
export async function reservePosition(
  trx: Db,
  table: EntryTable,
  portfolioId: string,
  order = Number.POSITIVE_INFINITY,
): Promise<number> {
  const count = await countEntries(trx, table, portfolioId);
  if (count >= limits[table])
    throw new HttpError('LIMIT_REACHED', { message: `There is room for ${limits[table]}, and all is taken` });
  const position = Math.min(order, count);
  await shift(trx, table, { portfolioId, first: position, last: count, by: 1 });
  return position;
}

/** Lets an entry go from one place to another and tells it: `order`, or the end. Its own row is not touched. */
export async function shiftPositions(
  trx: Db,
  table: EntryTable,
  portfolioId: string,
  { from, order }: { from: number; order: number },
): Promise<number> {
  const to = Math.min(order, (await countEntries(trx, table, portfolioId)) - 1);
  if (to < from) await shift(trx, table, { portfolioId, first: to, last: from - 1, by: 1 });
  if (to > from) await shift(trx, table, { portfolioId, first: from + 1, last: to, by: -1 });
  return to;
}

/** Those behind a place that fell free move up. */
export function closeGap(trx: Db, table: EntryTable, portfolioId: string, position: number): Promise<void> {
  return shift(trx, table, { portfolioId, first: position + 1, last: limits[table], by: -1 });
}

async function countEntries(trx: Db, table: EntryTable, portfolioId: string): Promise<number> {
  const { count } = await trx
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('count'))
    .where('portfolioId', '=', portfolioId)
    .executeTakeFirstOrThrow();
  return count;
}

interface Shift {
  portfolioId: string;
  /** Places, both included. */
  first: number;
  last: number;
  by: 1 | -1;
}

async function shift(trx: Db, table: EntryTable, { portfolioId, first, last, by }: Shift): Promise<void> {
  await trx
    .updateTable(table)
    .set({ position: sql<number>`position + ${by}::int` })
    .where('portfolioId', '=', portfolioId)
    .where('position', '>=', first)
    .where('position', '<=', last)
    .execute();
}
