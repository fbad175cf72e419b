import type { portfolioRoutes } from '#lib/contract/portfolio/portfolio-routes.ts';
import type { Handlers } from '#lib/server/context.ts';
import { pageOf, presentList } from '#lib/server/http/list.ts';
import { findPortfolio, requireOwnPortfolio } from './find-portfolios.ts';
import { countPortfolioMiss } from './portfolio-misses.ts';
import { updatePortfolio } from './update-portfolio.ts';

/** Handlers of the portfolio as a whole; those of its entries are in links.ts, published-works.ts and projects.ts. */
export const portfolioHandlers: Handlers<keyof typeof portfolioRoutes> = {
  'GET /api/v1/portfolios/': async ({ db, query, session }) =>
    presentList('/api/v1/portfolios/', query, pageOf([await requireOwnPortfolio(db, session.user)], query)),

  'GET /api/v1/portfolios/{slug}/': async ({ db, params, session, network }) => {
    const portfolio = await findPortfolio(db, params.slug, session?.user.id ?? null);
    if (!portfolio) throw await countPortfolioMiss(db, network());
    return portfolio;
  },

  'PATCH /api/v1/portfolios/{portfolioId}/update/': ({ db, params, body, session }) =>
    updatePortfolio(db, { ...params, userId: session.user.id }, body),
};
