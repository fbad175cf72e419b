import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import { isPortfolioSlug } from '#lib/domain/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { listCertificates } from './certificates.ts';
import { createEmptyPortfolio } from './create-empty-portfolio.ts';
import { presentPortfolio } from './present-portfolio.ts';
import { type PortfolioRow, selectPortfolios } from './select-portfolios.ts';

/** Portfolios as a viewer may see them: another's private one is not there at all (C-39). */

/** Who looks; null for a visitor. */
export type ViewerId = string | null;

/** The portfolio at an address, present or former: compare `slug` to lead on to the present one. */
export async function findPortfolio(db: Db, slug: string, viewerId: ViewerId): Promise<Portfolio | null> {
  const address = slug.toLowerCase();
  if (!isPortfolioSlug(address)) return null;
  const row = await selectPortfolios(db)
    .innerJoin('portfolioSlug', 'portfolioSlug.portfolioId', 'portfolio.id')
    .where('portfolioSlug.slug', '=', address)
    .where((where) =>
      where.or([
        where('portfolio.visibility', '!=', 'PRIVATE'),
        ...(viewerId ? [where('portfolio.userId', '=', viewerId)] : []),
      ]),
    )
    .executeTakeFirst();
  return row ? present(db, row, row.userId === viewerId) : null;
}

/** @throws HttpError NOT_FOUND */
export async function requirePortfolio(db: Db, slug: string, viewerId: ViewerId): Promise<Portfolio> {
  const portfolio = await findPortfolio(db, slug, viewerId);
  if (!portfolio) throw portfolioNotFound();
  return portfolio;
}

/** A person's own, null before they have one. */
export async function findOwnPortfolio(db: Db, userId: string): Promise<Portfolio | null> {
  const row = await selectPortfolios(db).where('portfolio.userId', '=', userId).executeTakeFirst();
  return row ? present(db, row, true) : null;
}

/** A person's own, made empty and private where there is none yet (API-30). */
export async function requireOwnPortfolio(
  db: Db,
  person: { id: string; firstName: string; lastName: string },
): Promise<Portfolio> {
  const before = await findOwnPortfolio(db, person.id);
  if (before) return before;
  await createEmptyPortfolio(db, person);
  const made = await findOwnPortfolio(db, person.id);
  if (!made) throw portfolioNotFound();
  return made;
}

async function present(db: Db, row: PortfolioRow, isOwner: boolean): Promise<Portfolio> {
  return presentPortfolio(row, { isOwner, certificates: await listCertificates(db, row.userId) });
}

export const portfolioNotFound = () => new HttpError('NOT_FOUND', { message: 'There is no such portfolio' });
