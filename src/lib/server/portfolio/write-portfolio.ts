import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { PortfolioTable } from '#lib/server/db/schema/portfolios.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { lockOwner } from '#lib/server/media/media-rows.ts';
import { findOwnPortfolio, portfolioNotFound } from './find-portfolios.ts';

/** Which portfolio, and who writes. */
export interface PortfolioTarget {
  portfolioId: string;
  userId: string;
}

/**
 * Every write of a portfolio or its entries goes through here. Once the owner is held, for the pictures that may be
 * chosen, it begins with one conditional statement that raises the version of the caller's own portfolio, of the version they have seen where they say one (C-39). The row that it
 * locks makes writes of one portfolio follow each other, so limits, order and the featured one are safe to look at
 * inside `change`; what `change` throws takes everything back.
 * @throws HttpError NOT_FOUND, PERMISSION_DENIED, STALE_WRITE
 */
export async function writePortfolio(
  db: Db,
  target: PortfolioTarget,
  version: number | undefined,
  change: (trx: Db, before: Selectable<PortfolioTable>) => Promise<void>,
): Promise<Portfolio> {
  if (!isUuid(target.portfolioId)) throw portfolioNotFound();
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, target.userId);
    const claimed = await incrementVersion(trx, target, version);
    if (!claimed) throw await toWriteError(trx, target);
    await change(trx, claimed);
    const after = await findOwnPortfolio(trx, target.userId);
    if (!after) throw portfolioNotFound();
    return after;
  });
}

function incrementVersion(trx: Db, { portfolioId, userId }: PortfolioTarget, version: number | undefined) {
  return trx
    .updateTable('portfolio')
    .set({ version: sql<number>`version + 1`, updatedAt: sql<Date>`now()` })
    .where('id', '=', portfolioId)
    .where('userId', '=', userId)
    .$if(version !== undefined, (query) => query.where('version', '=', version as number))
    .returningAll()
    .executeTakeFirst();
}

/** Looks once, only to choose the answer: not there for the caller, another's, or written meanwhile. */
export async function toWriteError(trx: Db, { portfolioId, userId }: PortfolioTarget): Promise<HttpError> {
  const row = await trx
    .selectFrom('portfolio')
    .innerJoin('appUser', 'appUser.id', 'portfolio.userId')
    .select(['userId', 'visibility', 'appUser.disabledAt'])
    .where('portfolio.id', '=', portfolioId)
    .executeTakeFirst();
  if (row?.userId === userId) {
    const current = await findOwnPortfolio(trx, userId);
    return current ? new HttpError('STALE_WRITE', { extra: { current } }) : portfolioNotFound();
  }
  const isVisible = row && row.visibility !== 'PRIVATE' && row.disabledAt === null;
  return isVisible ? new HttpError('PERMISSION_DENIED') : portfolioNotFound();
}
