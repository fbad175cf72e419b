import { validate as isUuid } from 'uuid';
import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type PortfolioTarget, writePortfolio } from '../write-portfolio.ts';

/**
 * Gives the mark to a project, taking it from the one that had it, or takes it away (API-33). The unique index lets no
 * two have it, so the old one loses it first.
 * @throws HttpError NOT_FOUND, and what `writePortfolio` throws
 */
export function markAsFeatured(
  db: Db,
  target: PortfolioTarget & { id: string },
  isFeatured: boolean,
): Promise<Portfolio> {
  const { portfolioId, id } = target;
  return writePortfolio(db, target, undefined, async (trx) => {
    if (!isUuid(id)) throw new HttpError('NOT_FOUND');
    const projects = trx.updateTable('portfolioProject').where('portfolioId', '=', portfolioId);
    if (isFeatured)
      await projects
        .set({ isFeatured: false })
        .where('isFeatured', '=', true)
        .where('id', '!=', id)
        .execute();
    const marked = await projects.set({ isFeatured }).where('id', '=', id).returning('id').executeTakeFirst();
    if (!marked) throw new HttpError('NOT_FOUND');
  });
}
