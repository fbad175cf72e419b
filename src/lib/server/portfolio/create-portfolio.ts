import { v7 as uuidv7 } from 'uuid';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { findInitialContent } from './initial-content.ts';
import { generateSlug } from './portfolio-address.ts';

interface Owner {
  id: string;
  firstName: string;
  lastName: string;
}

const maxAttempts = 5;

/**
 * Creates a private portfolio, unless the person has one. It begins with what a candidate has entered already. Of many calls
 * at once, one creates it. [C-42]
 */
export async function createPortfolio(
  db: Db,
  owner: Owner,
  makeSlug: (name: string) => string = generateSlug,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const slug = makeSlug(`${owner.firstName} ${owner.lastName}`);
      return await db.transaction().execute((trx) => insertPortfolio(trx, owner.id, slug));
    } catch (error) {
      // A person of the same name has, or had, the same four characters.
      if (attempt === maxAttempts || !isUniqueViolation(error)) throw error;
    }
}

async function insertPortfolio(trx: Db, userId: string, slug: string): Promise<void> {
  const { values, linkUrl } = await findInitialContent(trx, userId);
  const created = await trx
    .insertInto('portfolio')
    .values({ id: uuidv7(), userId, slug, ...values })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return;
  const portfolioId = created.id;
  await trx.insertInto('portfolioSlug').values({ slug, portfolioId }).execute();
  if (linkUrl)
    await trx
      .insertInto('portfolioLink')
      .values({ portfolioId, id: uuidv7(), position: 0, url: linkUrl })
      .execute();
}
