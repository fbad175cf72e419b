import { sql } from 'kysely';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { findOwnPortfolio, portfolioNotFound } from '../find-portfolios.ts';
import { type PortfolioTarget, writePortfolio } from '../write-portfolio.ts';
import { closeGap, type EntryTable, reservePosition, shiftPositions } from './entry-order.ts';

/** What a portfolio lists is written here, whichever kind it is. The two ids only mean something together (C-39). */

/** Where an entry's row is, and which place it takes. */
export interface EntryPosition {
  portfolioId: string;
  id: string;
  position: number;
}

interface CreateEntryInput {
  /** Made by the sender, so that a repeat is the same entry. */
  id?: string | undefined;
  /** Normalised, where one address is one entry. */
  url?: string | undefined;
  order?: number | undefined;
  version?: number | undefined;
}

interface CreateEntryResult {
  portfolio: Portfolio;
  id: string;
  isExisting: boolean;
}

/**
 * Adds an entry, or finds the one that a repeat means, whatever was written since.
 * @throws HttpError LIMIT_REACHED, and what `writePortfolio` throws
 */
export async function createEntry(
  db: Db,
  table: EntryTable,
  target: PortfolioTarget,
  { order, version, url, id = uuidv7() }: CreateEntryInput,
  insert: (trx: Db, place: EntryPosition) => Promise<unknown>,
): Promise<CreateEntryResult> {
  const { portfolioId, userId } = target;
  const wanted = { id: id.toLowerCase(), url };
  const before = await findDuplicate(db, table, target, wanted);
  if (before) {
    const portfolio = await findOwnPortfolio(db, userId);
    if (!portfolio) throw portfolioNotFound();
    return { portfolio, id: before, isExisting: true };
  }
  let meanwhile: string | null = null;
  const portfolio = await writePortfolio(db, target, version, async (trx) => {
    meanwhile = await findDuplicate(trx, table, target, wanted);
    if (meanwhile) return;
    const position = await reservePosition(trx, table, portfolioId, order);
    await insert(trx, { portfolioId, id: wanted.id, position });
  });
  return { portfolio, id: meanwhile ?? wanted.id, isExisting: meanwhile !== null };
}

async function findDuplicate(
  db: Db,
  table: EntryTable,
  { portfolioId, userId }: PortfolioTarget,
  { id, url }: { id: string; url?: string | undefined },
): Promise<string | null> {
  if (!isUuid(portfolioId)) return null;
  const own = sql<boolean>`portfolio_id in (
    select portfolio.id from portfolio where portfolio.id = ${portfolioId} and user_id = ${userId})`;
  const row = await db
    .selectFrom(table)
    .select('id')
    .where(own)
    .where((where) => where.or([where('id', '=', id), ...(url ? [sql<boolean>`url = ${url}`] : [])]))
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Changes an entry and, where `order` says so, its place.
 * @throws HttpError NOT_FOUND, and what `writePortfolio` throws
 */
export function updateEntry(
  db: Db,
  table: EntryTable,
  target: PortfolioTarget & { id: string },
  { order, version }: Pick<CreateEntryInput, 'order' | 'version'>,
  update: (trx: Db, place: EntryPosition) => Promise<unknown>,
): Promise<Portfolio> {
  const { portfolioId, id } = target;
  return writePortfolio(db, target, version, async (trx) => {
    const { position: from } = await requireEntry(trx, table, portfolioId, id);
    const position =
      order === undefined ? from : await shiftPositions(trx, table, portfolioId, { from, order });
    await update(trx, { portfolioId, id, position });
  });
}

async function requireEntry(trx: Db, table: EntryTable, portfolioId: string, id: string) {
  const row = isUuid(id)
    ? await trx
        .selectFrom(table)
        .select('position')
        .where('portfolioId', '=', portfolioId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new HttpError('NOT_FOUND');
  return row;
}

/** @throws HttpError NOT_FOUND, and what `writePortfolio` throws */
export function deleteEntry(
  db: Db,
  table: EntryTable,
  target: PortfolioTarget & { id: string },
): Promise<Portfolio> {
  const { portfolioId, id } = target;
  return writePortfolio(db, target, undefined, async (trx) => {
    const { position } = await requireEntry(trx, table, portfolioId, id);
    await trx.deleteFrom(table).where('portfolioId', '=', portfolioId).where('id', '=', id).execute();
    await closeGap(trx, table, portfolioId, position);
  });
}

/** What the answer of an entry's write says of the whole. */
export const presentPortfolioState = ({ version, completeness }: Portfolio) => ({ version, completeness });

/** The entry that was just written, as it is now. */
export function requireEntryById<T extends { id: string }>(entries: readonly T[], id: string): T {
  const entry = entries.find((one) => one.id === id.toLowerCase());
  if (!entry) throw new HttpError('NOT_FOUND');
  return entry;
}
