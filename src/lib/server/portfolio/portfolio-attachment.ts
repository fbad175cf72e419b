import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** A person's own portfolio where others may see it: what can go to an employer. */
const selectAttachable = (db: Db, userId: string) =>
  db.selectFrom('portfolio').where('userId', '=', userId).where('visibility', '!=', 'PRIVATE');

/** Its present address, if there is one. */
export async function findAttachableSlug(db: Db, userId: string): Promise<string | null> {
  return (await selectAttachable(db, userId).select('slug').executeTakeFirst())?.slug ?? null;
}

/**
 * By its present address or a former one, which leads there; null is no portfolio.
 * @throws HttpError VALIDATION_FAILED at the field
 */
export async function requireAttachablePortfolio(db: Db, userId: string, slug: string | null): Promise<void> {
  if (slug === null) return;
  const found = await selectAttachable(db, userId)
    .innerJoin('portfolioSlug', 'portfolioSlug.portfolioId', 'portfolio.id')
    .select('portfolio.id')
    .where('portfolioSlug.slug', '=', slug)
    .executeTakeFirst();
  if (found) return;
  const message = 'Please choose your own portfolio, and one that is not private';
  throw new HttpError('VALIDATION_FAILED', { message, fields: ['portfolioSlug'] });
}
