import type { portfolioRoutes } from '#lib/contract/portfolio/portfolio-routes.ts';
import type { Handlers } from '#lib/server/context.ts';
import { pageOf, presentList } from '#lib/server/http/list.ts';
import { requireOwnPortfolio, requirePortfolio } from './find-portfolios.ts';
import { updatePortfolio } from './update-portfolio.ts';

/** Handlers of the portfolio as a whole; those of its entries are in links.ts, published-works.ts and projects.ts. */
export const portfolioHandlers: Handlers<keyof typeof portfolioRoutes> = {
  'GET /api/v1/portfolios/': async ({ db, query, session }) =>
    presentList('/api/v1/portfolios/', query, pageOf([await requireOwnPortfolio(db, session.user)], query)),

  'GET /api/v1/portfolios/{slug}/': ({ db, params, session }) =>
    requirePortfolio(db, params.slug, session?.user.id ?? null),

  'PATCH /api/v1/portfolios/{portfolioId}/update/': ({ db, params, body, session }) =>
    updatePortfolio(db, { ...params, userId: session.user.id }, body),
};
