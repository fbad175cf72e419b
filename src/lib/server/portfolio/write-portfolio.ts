import { type Selectable, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { PortfolioTable } from '#lib/server/db/schema/portfolios.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { lockOwner } from '#lib/server/media/media-repository.ts';
import { createPortfolioNotFoundError, findOwnPortfolio } from './find-portfolios.ts';

/** The portfolio to write, and the user who writes it. */
export interface PortfolioTarget {
  portfolioId: string;
  userId: string;
}

/**
 * Runs every write of a portfolio or its entries in one transaction and returns the portfolio afterwards. It locks the
 * owner, whose pictures may be chosen, and raises the version of the caller's own portfolio in one conditional statement
 * (C-39). The row lock serialises writes of one portfolio, so `change` can rely on limits, order and the featured
 * project; an error in `change` rolls everything back. Throws `NOT_FOUND`, `PERMISSION_DENIED`, `STALE_WRITE`.
 */
export async function writePortfolio(
  db: Db,
  target: PortfolioTarget,
  version: number | undefined,
  change: (trx: Db, before: Selectable<PortfolioTable>) => Promise<void>,
): Promise<Portfolio> {
  if (!isUuid(target.portfolioId)) throw createPortfolioNotFoundError();
  return db.transaction().execute(async (trx) => {
    await lockOwner(trx, target.userId);
    const before = await incrementVersion(trx, target, version);
    if (!before) throw await toWriteError(trx, target);
    await change(trx, before);
    const after = await findOwnPortfolio(trx, target.userId);
    if (!after) throw createPortfolioNotFoundError();
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

/** Returns the error of a write that matched no row: missing, owned by another person, or changed meanwhile. */
export async function toWriteError(trx: Db, { portfolioId, userId }: PortfolioTarget): Promise<HttpError> {
  const row = await trx
    .selectFrom('portfolio')
    .innerJoin('appUser', 'appUser.id', 'portfolio.userId')
    .select(['userId', 'visibility', 'appUser.disabledAt'])
    .where('portfolio.id', '=', portfolioId)
    .executeTakeFirst();
  if (row?.userId === userId) {
    const current = await findOwnPortfolio(trx, userId);
    return current ? new HttpError('STALE_WRITE', { extra: { current } }) : createPortfolioNotFoundError();
  }
  const isVisible = row && row.visibility !== 'PRIVATE' && row.disabledAt === null;
  return isVisible ? new HttpError('PERMISSION_DENIED') : createPortfolioNotFoundError();
}
