import type { portfolioEntryRoutes } from '#lib/contract/portfolio/portfolio-entries.ts';
import type { Handlers } from '#lib/server/context.ts';
import { requireOwnPicture } from '#lib/server/media/own-picture.ts';
import {
  createEntry,
  deleteEntry,
  presentPortfolioState,
  requireEntryById,
  requireLink,
  rethrowDuplicateLink,
  updateEntry,
} from './write-entry.ts';

type WorkCall = Extract<keyof typeof portfolioEntryRoutes, `${string}/published-works/${string}`>;

/** The published works of a portfolio (API-32). */
export const publishedWorkHandlers: Handlers<WorkCall> = {
  'POST /api/v1/portfolios/{portfolioId}/published-works/create/': async ({ db, params, body, session }) => {
    const { portfolioId } = params;
    const { order, version, ...fields } = body;
    const userId = session.user.id;
    const url = requireLink(body.url);
    const sent = { ...body, url };
    const created = await createEntry(
      db,
      'portfolioWork',
      { portfolioId, userId },
      sent,
      async (trx, place) => {
        if (fields.coverMediaId) await requireOwnPicture(trx, userId, fields.coverMediaId, 'coverMediaId');
        await trx
          .insertInto('portfolioWork')
          .values({ ...fields, url, ...place })
          .execute();
      },
    );
    const { portfolio, id, isExisting } = created;
    return {
      publishedWork: requireEntryById(portfolio.publishedWorks, id),
      isExisting,
      ...presentPortfolioState(portfolio),
    };
  },

  'PATCH /api/v1/portfolios/{portfolioId}/published-works/{publishedWorkId}/update/': async ({
    db,
    params,
    body,
    session,
  }) => {
    const { portfolioId, publishedWorkId: id } = params;
    const { order, version, ...fields } = body;
    const userId = session.user.id;
    const url = body.url === undefined ? undefined : requireLink(body.url);
    const target = { portfolioId, id, userId };
    const portfolio = await updateEntry(db, 'portfolioWork', target, body, async (trx, { position }) => {
      if (fields.coverMediaId) await requireOwnPicture(trx, userId, fields.coverMediaId, 'coverMediaId');
      await trx
        .updateTable('portfolioWork')
        .set({ ...fields, url, position })
        .where('portfolioId', '=', portfolioId)
        .where('id', '=', id)
        .execute();
    }).catch(rethrowDuplicateLink);
    return {
      publishedWork: requireEntryById(portfolio.publishedWorks, id),
      ...presentPortfolioState(portfolio),
    };
  },

  'DELETE /api/v1/portfolios/{portfolioId}/published-works/{publishedWorkId}/delete/': async ({
    db,
    params,
    session,
  }) => {
    const { portfolioId, publishedWorkId: id } = params;
    return presentPortfolioState(
      await deleteEntry(db, 'portfolioWork', { portfolioId, id, userId: session.user.id }),
    );
  },
};
