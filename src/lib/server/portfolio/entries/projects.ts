import { validate as isUuid } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { portfolioEntryRoutes } from '#lib/contract/portfolio/portfolio-entries.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { endsBeforeStart } from '#lib/domain/core/calendar.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireOwnPicture } from '#lib/server/media/own-picture.ts';
import { type PortfolioTarget, writePortfolio } from '../write-portfolio.ts';
import {
  createEntry,
  deleteEntry,
  type EntryPosition,
  presentPortfolioState,
  requireEntryById,
  requireLink,
  updateEntry,
} from './write-entry.ts';

type ProjectCall = Extract<keyof typeof portfolioEntryRoutes, `${string}/projects/${string}`>;
type Fields = BodyOf<
  (typeof portfolioEntryRoutes)['PATCH /api/v1/portfolios/{portfolioId}/projects/{projectId}/update/']
>;

/** The projects of a portfolio; at most one is featured. [API-33] */
export const projectHandlers: Handlers<ProjectCall> = {
  'POST /api/v1/portfolios/{portfolioId}/projects/create/': async ({ db, params, body, session }) => {
    const { portfolioId } = params;
    const userId = session.user.id;
    const created = await createEntry(
      db,
      'portfolioProject',
      { portfolioId, userId },
      body,
      async (trx, place) => {
        requireEndAfterStart(body.startedOn, body.endedOn);
        if (body.coverMediaId) await requireOwnPicture(trx, userId, body.coverMediaId, 'coverMediaId');
        await trx
          .insertInto('portfolioProject')
          .values({ ...columnsOf(body), title: body.title, ...place })
          .execute();
      },
    );
    const { portfolio, id, isExisting } = created;
    return {
      project: requireEntryById(portfolio.projects, id),
      isExisting,
      ...presentPortfolioState(portfolio),
    };
  },

  'PATCH /api/v1/portfolios/{portfolioId}/projects/{projectId}/update/': async ({
    db,
    params,
    body,
    session,
  }) => {
    const { portfolioId, projectId: id } = params;
    const userId = session.user.id;
    const target = { portfolioId, id, userId };
    const portfolio = await updateEntry(db, 'portfolioProject', target, body, (trx, place) =>
      updateProject(trx, userId, place, body),
    );
    return { project: requireEntryById(portfolio.projects, id), ...presentPortfolioState(portfolio) };
  },

  'POST /api/v1/portfolios/{portfolioId}/projects/{projectId}/mark-as-featured/': async ({
    db,
    params,
    body,
    session,
  }) => {
    const { portfolioId, projectId: id } = params;
    const target = { portfolioId, id, userId: session.user.id };
    const portfolio = await markAsFeatured(db, target, body.isFeatured);
    return { featuredProjectId: portfolio.featuredProjectId, ...presentPortfolioState(portfolio) };
  },

  'DELETE /api/v1/portfolios/{portfolioId}/projects/{projectId}/delete/': async ({ db, params, session }) => {
    const { portfolioId, projectId: id } = params;
    return presentPortfolioState(
      await deleteEntry(db, 'portfolioProject', { portfolioId, id, userId: session.user.id }),
    );
  },
};

/**
 * Features one project, or none, and returns the portfolio. The unique index allows one featured project, so the former
 * one is reset first. Throws `NOT_FOUND` and what `writePortfolio` throws. [API-33]
 */
function markAsFeatured(
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

function columnsOf({ order, version, skills, documentUrl, ...plain }: Fields) {
  return {
    ...plain,
    skills: skills && JSON.stringify(skills),
    documentUrl: documentUrl && requireLink(documentUrl, 'documentUrl'),
  };
}

async function updateProject(
  trx: Db,
  userId: string,
  { portfolioId, id, position }: EntryPosition,
  body: Fields,
): Promise<void> {
  if (body.coverMediaId) await requireOwnPicture(trx, userId, body.coverMediaId, 'coverMediaId');
  const { startedOn, endedOn } = await trx
    .updateTable('portfolioProject')
    .set({ ...columnsOf(body), position })
    .where('portfolioId', '=', portfolioId)
    .where('id', '=', id)
    .returning(['startedOn', 'endedOn'])
    .executeTakeFirstOrThrow();
  // The request may hold only one of the two dates, so the stored row is checked.
  requireEndAfterStart(startedOn, endedOn);
}

function requireEndAfterStart(startedOn: string | null = null, endedOn: string | null = null): void {
  if (!endsBeforeStart(startedOn, endedOn)) return;
  throw new HttpError('VALIDATION_FAILED', {
    message: 'The end cannot be before the start',
    fields: ['endedOn'],
  });
}
