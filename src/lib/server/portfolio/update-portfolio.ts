import { sql } from 'kysely';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import type { portfolioRoutes } from '#lib/contract/portfolio/portfolios.ts';
import { addressLimit } from '#lib/domain/portfolio/portfolio.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type PortfolioTarget, writePortfolio } from './write-portfolio.ts';

type Changes = BodyOf<(typeof portfolioRoutes)['PATCH /api/v1/portfolios/{portfolioId}/update/']>;

/**
 * Changes what is sent; what is absent stays (API-30).
 * @throws HttpError SLUG_TAKEN, LIMIT_REACHED, and what `writePortfolio` throws
 */
export function updatePortfolio(db: Db, target: PortfolioTarget, changes: Changes): Promise<Portfolio> {
  const { version, openTo, skills, experience, education, ...plain } = changes;
  return writePortfolio(db, target, version, async (trx, before) => {
    if (plain.slug !== undefined && plain.slug !== before.slug) await takeSlug(trx, before.id, plain.slug);
    const isPublic = (plain.visibility ?? before.visibility) === 'PUBLIC';
    await trx
      .updateTable('portfolio')
      .set({
        ...plain,
        // Whoever hides theirs is asked anew before search engines are told of it.
        allowIndexing: isPublic && (plain.allowIndexing ?? before.allowIndexing),
        openTo: json(openTo && [...new Set(openTo)]),
        skills: json(skills),
        experience: json(experience),
        education: json(education),
      })
      .where('id', '=', before.id)
      .execute();
  });
}

const json = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** One's own former address can be taken again, another's cannot: it goes on leading to them. */
async function takeSlug(trx: Db, portfolioId: string, slug: string): Promise<void> {
  const taken = await trx
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
  if (!taken) throw new HttpError('SLUG_TAKEN', { fields: ['slug'] });

  const { count } = await trx
    .selectFrom('portfolioSlug')
    .select(sql<number>`count(*)`.as('count'))
    .where('portfolioId', '=', portfolioId)
    .executeTakeFirstOrThrow();
  const message = `An address can be changed ${addressLimit - 1} times. Go back to one you had.`;
  if (count > addressLimit) throw new HttpError('LIMIT_REACHED', { message, fields: ['slug'] });
}
