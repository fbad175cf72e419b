import { sql } from 'kysely';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { normaliseLink } from '#lib/domain/portfolio/portfolio-link.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { createPortfolioNotFoundError, findOwnPortfolio } from '../find-portfolios.ts';
import { type PortfolioTarget, writePortfolio } from '../write-portfolio.ts';
import { closeGap, type EntryTable, reservePosition, shiftPositions } from './entry-order.ts';

/** Writes entries of a portfolio of any kind. An entry id is only valid within its portfolio (C-39). */

/** The key of an entry's row and its position in the list. */
export interface EntryPosition {
  portfolioId: string;
  id: string;
  position: number;
}

interface CreateEntryInput {
  /** Chosen by the client, so that a retry refers to the same entry. */
  id?: string | undefined;
  /** Normalised, for kinds that allow each address once. */
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
 * Creates an entry, or returns the existing one when a request is repeated, also after other writes. Throws
 * `LIMIT_REACHED` and what `writePortfolio` throws.
 */
export async function createEntry(
  db: Db,
  table: EntryTable,
  target: PortfolioTarget,
  { order, version, url, id = uuidv7() }: CreateEntryInput,
  insert: (trx: Db, place: EntryPosition) => Promise<unknown>,
): Promise<CreateEntryResult> {
  const { portfolioId, userId } = target;
  const requested = { id: id.toLowerCase(), url };
  const duplicateId = await findDuplicate(db, table, target, requested);
  if (duplicateId) {
    const portfolio = await findOwnPortfolio(db, userId);
    if (!portfolio) throw createPortfolioNotFoundError();
    return { portfolio, id: duplicateId, isExisting: true };
  }
  let concurrentId: string | null = null;
  const portfolio = await writePortfolio(db, target, version, async (trx) => {
    concurrentId = await findDuplicate(trx, table, target, requested);
    if (concurrentId) return;
    const position = await reservePosition(trx, table, portfolioId, order);
    await insert(trx, { portfolioId, id: requested.id, position });
  });
  return { portfolio, id: concurrentId ?? requested.id, isExisting: concurrentId !== null };
}

async function findDuplicate(
  db: Db,
  table: EntryTable,
  { portfolioId, userId }: PortfolioTarget,
  { id, url }: { id: string; url?: string | undefined },
): Promise<string | null> {
  if (!isUuid(portfolioId)) return null;
  const isOwn = sql<boolean>`portfolio_id in (
    select portfolio.id from portfolio where portfolio.id = ${portfolioId} and user_id = ${userId})`;
  const row = await db
    .selectFrom(table)
    .select('id')
    .where(isOwn)
    .where((where) => where.or([where('id', '=', id), ...(url ? [sql<boolean>`url = ${url}`] : [])]))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Updates an entry, and its position if `order` is given. Throws `NOT_FOUND` and what `writePortfolio` throws. */
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

/** Deletes an entry and closes the gap. Throws `NOT_FOUND` and what `writePortfolio` throws. */
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

/** Returns the part of the portfolio that the response to an entry's write contains. */
export const presentPortfolioState = ({ version, completeness }: Portfolio) => ({ version, completeness });

/** Returns the entry that was just written. Throws `NOT_FOUND`. */
export function requireEntryById<T extends { id: string }>(entries: readonly T[], id: string): T {
  const entry = entries.find((one) => one.id === id.toLowerCase());
  if (!entry) throw new HttpError('NOT_FOUND');
  return entry;
}

/** Returns the normalised address (C-36). Throws `LINK_INVALID` at the field. */
export function requireLink(pasted: string, field = 'url'): string {
  const link = normaliseLink(pasted);
  if (link === null) throw new HttpError('LINK_INVALID', { fields: [field] });
  return link;
}

/** Rethrows a duplicate address within the portfolio as a field error; for `catch`. */
export function rethrowDuplicateLink(error: unknown): never {
  if (isUniqueViolation(error, 'portfolio_link_url') || isUniqueViolation(error, 'portfolio_work_url'))
    throw new HttpError('VALIDATION_FAILED', {
      message: 'This address is already in your portfolio',
      fields: ['url'],
    });
  throw error;
}
