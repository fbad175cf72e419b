import type { portfolioEntryRoutes } from '#lib/contract/portfolio/portfolio-entries.ts';
import type { Handlers } from '#lib/server/context.ts';
import {
  createEntry,
  deleteEntry,
  presentPortfolioState,
  requireEntryById,
  requireLink,
  rethrowDuplicateLink,
  updateEntry,
} from './write-entry.ts';

type LinkCall = Extract<keyof typeof portfolioEntryRoutes, `${string}/links/${string}`>;

/** The links of a portfolio (API-31). */
export const portfolioLinkHandlers: Handlers<LinkCall> = {
  'POST /api/v1/portfolios/{portfolioId}/links/create/': async ({ db, params, body, session }) => {
    const { portfolioId } = params;
    const url = requireLink(body.url);
    const created = await createEntry(
      db,
      'portfolioLink',
      { portfolioId, userId: session.user.id },
      { ...body, url },
      (trx, place) =>
        trx
          .insertInto('portfolioLink')
          .values({ ...place, url, label: body.label ?? '' })
          .execute(),
    );
    const { portfolio, id, isExisting } = created;
    return { link: requireEntryById(portfolio.links, id), isExisting, ...presentPortfolioState(portfolio) };
  },

  'PATCH /api/v1/portfolios/{portfolioId}/links/{linkId}/update/': async ({ db, params, body, session }) => {
    const { portfolioId, linkId: id } = params;
    const url = body.url === undefined ? undefined : requireLink(body.url);
    const target = { portfolioId, id, userId: session.user.id };
    const portfolio = await updateEntry(db, 'portfolioLink', target, body, (trx, { position }) =>
      trx
        .updateTable('portfolioLink')
        .set({ url, label: body.label, position })
        .where('portfolioId', '=', portfolioId)
        .where('id', '=', id)
        .execute(),
    ).catch(rethrowDuplicateLink);
    return { link: requireEntryById(portfolio.links, id), ...presentPortfolioState(portfolio) };
  },

  'DELETE /api/v1/portfolios/{portfolioId}/links/{linkId}/delete/': async ({ db, params, session }) => {
    const { portfolioId, linkId: id } = params;
    return presentPortfolioState(
      await deleteEntry(db, 'portfolioLink', { portfolioId, id, userId: session.user.id }),
    );
  },
};
