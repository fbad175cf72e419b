import { sql } from 'kysely';
import type { Certificate, Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { isPortfolioSlug } from '#lib/domain/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { createPortfolio } from './create-portfolio.ts';
import { presentPortfolio } from './present-portfolio.ts';
import { type PortfolioRow, selectPortfolios } from './select-portfolios.ts';

/**
 * Queries of portfolios that a viewer may see. Another person's private portfolio is treated as missing
 * (C-39).
 */

/** The viewer's user id; null for a visitor. */
export type ViewerId = string | null;

/**
 * Finds a portfolio by its current or a former address; callers compare `slug` to redirect to the current one. Only the
 * current secret address leads other people to an unlisted portfolio. It leads on to a portfolio that has become public.
 */
export async function findPortfolio(db: Db, slug: string, viewerId: ViewerId): Promise<Portfolio | null> {
  const address = slug.toLowerCase();
  if (!isPortfolioSlug(address)) return null;
  const row = await selectPortfolios(db)
    .innerJoin('portfolioSlug', 'portfolioSlug.portfolioId', 'portfolio.id')
    .where('portfolioSlug.slug', '=', address)
    .where((where) =>
      where.or([
        where.and([
          where('portfolio.visibility', '=', 'PUBLIC'),
          where.or([where('isShared', '=', false), where('portfolio.shareSlug', '=', address)]),
        ]),
        where.and([
          where('portfolio.visibility', '=', 'UNLISTED'),
          where('portfolio.shareSlug', '=', address),
        ]),
        ...(viewerId ? [where('portfolio.userId', '=', viewerId)] : []),
      ]),
    )
    .executeTakeFirst();
  return row ? present(db, row, row.userId === viewerId) : null;
}

/** Finds a person's own portfolio with hidden entries; null before they have one. */
export async function findOwnPortfolio(db: Db, userId: string): Promise<Portfolio | null> {
  const row = await selectPortfolios(db).where('portfolio.userId', '=', userId).executeTakeFirst();
  return row ? present(db, row, true) : null;
}

/** Returns a person's own portfolio, and creates a private one first if needed. [API-30] */
export async function requireOwnPortfolio(
  db: Db,
  person: { id: string; firstName: string; lastName: string },
): Promise<Portfolio> {
  const existing = await findOwnPortfolio(db, person.id);
  if (existing) return existing;
  await createPortfolio(db, person);
  const created = await findOwnPortfolio(db, person.id);
  if (!created) throw createPortfolioNotFoundError();
  return created;
}

async function present(db: Db, row: PortfolioRow, isOwner: boolean): Promise<Portfolio> {
  return presentPortfolio(row, { isOwner, certificates: await listCertificates(db, row.userId) });
}

/**
 * Lists the certificates that we confirm, the newest first: not those that were revoked, replaced or hidden, or have
 * expired.
 */
function listCertificates(db: Db, userId: string): Promise<Certificate[]> {
  return db
    .selectFrom('certificate')
    .select(['shortUuid', 'title', 'programTitle', 'issuedOn', 'issuerName'])
    .where('userId', '=', userId)
    .where('status', '=', 'ISSUED')
    .where('isHidden', '=', false)
    .where('isInPortfolio', '=', true)
    .where(sql<boolean>`coalesce(expires_on >= (now() at time zone 'Asia/Kolkata')::date, true)`)
    .orderBy('issuedOn', 'desc')
    .orderBy('id')
    .execute();
}

/** Selects the portfolios of the sitemap: public ones whose owners allow indexing. */
const selectIndexable = (db: Db) =>
  db
    .selectFrom('portfolio')
    .innerJoin('appUser', 'appUser.id', 'portfolio.userId')
    .where('visibility', '=', 'PUBLIC')
    .where('allowIndexing', '=', true)
    .where('appUser.disabledAt', 'is', null);

/** Lists a page of the portfolios of the sitemap in the order in which they were created, so that each stays on its page. */
export function listIndexablePortfolios(
  db: Db,
  page: { offset: number; limit: number },
): Promise<{ slug: string; updatedAt: Date }[]> {
  return selectIndexable(db)
    .select(['portfolio.slug', 'portfolio.updatedAt'])
    .orderBy('portfolio.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** Counts the portfolios of the sitemap. */
export async function countIndexablePortfolios(db: Db): Promise<number> {
  const { count } = await selectIndexable(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const createPortfolioNotFoundError = () =>
  new HttpError('NOT_FOUND', { message: 'There is no such portfolio' });
