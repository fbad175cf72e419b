import type { Db } from '#lib/server/db/index.ts';

/** A sitemap holds 50,000 addresses at most; the pages of the site are a few dozen. */
const most = 45_000;

/** What the sitemap lists: public portfolios whose owners want to be found, newest first. */
export function listIndexablePortfolios(db: Db): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .selectFrom('portfolio')
    .innerJoin('appUser', 'appUser.id', 'portfolio.userId')
    .select(['portfolio.slug', 'portfolio.updatedAt'])
    .where('visibility', '=', 'PUBLIC')
    .where('allowIndexing', '=', true)
    .where('appUser.disabledAt', 'is', null)
    .orderBy('portfolio.updatedAt', 'desc')
    .limit(most)
    .execute();
}
