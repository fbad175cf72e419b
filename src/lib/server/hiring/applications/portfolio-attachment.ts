import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * Selects a person's portfolio if others may see it, because only then can it be attached to an application.
 */
const selectAttachable = (db: Db, userId: string) =>
  db.selectFrom('portfolio').where('userId', '=', userId).where('visibility', '!=', 'PRIVATE');

/** Finds the current address of the portfolio that a person can attach. */
export async function findAttachableSlug(db: Db, userId: string): Promise<string | null> {
  // An unlisted portfolio has a secret address.
  const address = sql<string>`case visibility when 'UNLISTED' then share_slug else slug end`;
  return (await selectAttachable(db, userId).select(address.as('slug')).executeTakeFirst())?.slug ?? null;
}

/** Finds the current address of the portfolio that is attached to an application; null when none is. */
export async function findAttachedSlug(
  db: Db,
  application: { userId: string; portfolioSlug: string | null },
): Promise<string | null> {
  const { userId, portfolioSlug } = application;
  return portfolioSlug && ((await findAttachableSlug(db, userId)) ?? portfolioSlug);
}

/**
 * Checks that a slug is a current or former address of the person's own visible portfolio; null attaches none. Throws
 * `VALIDATION_FAILED` at the field.
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
