import { v7 as uuidv7 } from 'uuid';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { generateSlug } from './portfolio-address.ts';

interface Owner {
  id: string;
  firstName: string;
  lastName: string;
}

const maxAttempts = 5;

/** Creates an empty private portfolio, unless the person has one. Of many calls at once, one creates it. [C-42] */
export async function createEmptyPortfolio(
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
  const created = await trx
    .insertInto('portfolio')
    .values({ id: uuidv7(), userId, slug })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (created) await trx.insertInto('portfolioSlug').values({ slug, portfolioId: created.id }).execute();
}
