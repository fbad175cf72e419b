import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { portfolioRoutes } from '#lib/contract/portfolio/portfolio-routes.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import type { Db } from '#lib/server/db/index.ts';
import { requireOwnPicture } from '#lib/server/media/own-picture.ts';
import { claimSlug, createShareSlug, findChosenSlug } from './portfolio-address.ts';
import { type PortfolioTarget, writePortfolio } from './write-portfolio.ts';

type UpdatePortfolioInput = BodyOf<
  (typeof portfolioRoutes)['PATCH /api/v1/portfolios/{portfolioId}/update/']
>;

/**
 * Updates the given fields and returns the portfolio. One that becomes unlisted gets a new secret address. Throws `SLUG_TAKEN`, `LIMIT_REACHED` and what `writePortfolio`
 * throws. [API-30]
 */
export function updatePortfolio(
  db: Db,
  target: PortfolioTarget,
  changes: UpdatePortfolioInput,
): Promise<Portfolio> {
  const { version, openTo, skills, experience, education, slug, ...plain } = changes;
  return writePortfolio(db, target, version, async (trx, before) => {
    if (plain.coverMediaId) await requireOwnPicture(trx, target.userId, plain.coverMediaId, 'coverMediaId');
    const chosenSlug = await findChosenSlug(trx, before, slug);
    if (chosenSlug !== undefined) await claimSlug(trx, before.id, chosenSlug);
    const isUnlistedNow = plain.visibility === 'UNLISTED' && before.visibility !== 'UNLISTED';
    const shareSlug = isUnlistedNow
      ? await createShareSlug(trx, before.id, chosenSlug ?? before.slug)
      : undefined;
    const isPublic = (plain.visibility ?? before.visibility) === 'PUBLIC';
    await trx
      .updateTable('portfolio')
      .set({
        ...plain,
        slug: chosenSlug,
        shareSlug,
        // Hiding a portfolio withdraws the consent to indexing; the owner must give it again.
        allowIndexing: isPublic && (plain.allowIndexing ?? before.allowIndexing),
        openTo: serializeJson(openTo && [...new Set(openTo)]),
        skills: serializeJson(skills),
        experience: serializeJson(experience),
        education: serializeJson(education),
      })
      .where('id', '=', before.id)
      .execute();
  });
}

const serializeJson = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);
