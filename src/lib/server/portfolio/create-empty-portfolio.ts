import { v7 as uuidv7 } from 'uuid';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { generateSlug } from './first-slug.ts';

interface Owner {
  id: string;
  firstName: string;
  lastName: string;
}

const attempts = 5;

/** Makes a person's portfolio, empty and private, unless there is one: of many calls at once one makes it (C-42). */
export async function createEmptyPortfolio(db: Db, owner: Owner, makeSlug = generateSlug): Promise<void> {
  for (let left = attempts; ; left -= 1)
    try {
      const slug = makeSlug(`${owner.firstName} ${owner.lastName}`);
      return await db.transaction().execute((trx) => insertEmpty(trx, owner.id, slug));
    } catch (error) {
      // Somebody of the same name has, or had, the same four characters.
      if (left === 1 || !isUniqueViolation(error)) throw error;
    }
}

async function insertEmpty(trx: Db, userId: string, slug: string): Promise<void> {
  const made = await trx
    .insertInto('portfolio')
    .values({ id: uuidv7(), userId, slug })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) await trx.insertInto('portfolioSlug').values({ slug, portfolioId: made.id }).execute();
}
