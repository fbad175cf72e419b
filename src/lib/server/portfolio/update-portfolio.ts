import { sql } from 'kysely';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { portfolioRoutes } from '#lib/contract/portfolio/portfolio-routes.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { addressLimit } from '#lib/domain/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type PortfolioTarget, writePortfolio } from './write-portfolio.ts';

type UpdatePortfolioInput = BodyOf<
  (typeof portfolioRoutes)['PATCH /api/v1/portfolios/{portfolioId}/update/']
>;

/**
 * Updates the given fields and returns the portfolio. Throws `SLUG_TAKEN`, `LIMIT_REACHED` and what `writePortfolio`
 * throws. [API-30]
 */
export function updatePortfolio(
  db: Db,
  target: PortfolioTarget,
  changes: UpdatePortfolioInput,
): Promise<Portfolio> {
  const { version, openTo, skills, experience, education, ...plain } = changes;
  return writePortfolio(db, target, version, async (trx, before) => {
    if (plain.slug !== undefined && plain.slug !== before.slug) await claimSlug(trx, before.id, plain.slug);
    const isPublic = (plain.visibility ?? before.visibility) === 'PUBLIC';
    await trx
      .updateTable('portfolio')
      .set({
        ...plain,
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

/**
 * Assigns an address to the portfolio. An owner can return to a former one; another person's former address
 * continues to redirect to them.
 */
async function claimSlug(trx: Db, portfolioId: string, slug: string): Promise<void> {
  const claimed = await trx
    .insertInto('portfolioSlug')
    .values({ slug, portfolioId })
    .onConflict((conflict) =>
      conflict
        .column('slug')
        .doUpdateSet({ takenAt: sql<Date>`now()` })
        .where('portfolioSlug.portfolioId', '=', portfolioId),
    )
    .returning('slug')
    .executeTakeFirst();
  if (!claimed) throw new HttpError('SLUG_TAKEN', { fields: ['slug'] });

  const { count } = await trx
    .selectFrom('portfolioSlug')
    .select(sql<number>`count(*)`.as('count'))
    .where('portfolioId', '=', portfolioId)
    .executeTakeFirstOrThrow();
  const message = `An address can be changed ${addressLimit - 1} times. Go back to one you had.`;
  if (count > addressLimit) throw new HttpError('LIMIT_REACHED', { message, fields: ['slug'] });
}
