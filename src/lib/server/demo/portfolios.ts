import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import { ashaVerma } from './portfolios/asha-verma.ts';
import { seedPictures } from './portfolios/seed-pictures.ts';

/**
 * Adds a full, public portfolio for one person and an empty one for the other. An existing portfolio stays as it is.
 */
export async function seedPortfolios(
  db: Db,
  mediaStore: MediaStore,
  people: { full: string; empty: string },
): Promise<void> {
  const isNew = await db.transaction().execute(async (trx) => {
    await seedPortfolio(trx, people.empty, 'rohan-mehta');
    const portfolioId = await seedPortfolio(trx, people.full, 'asha-verma');
    if (!portfolioId) return false;
    await fillPortfolio(trx, portfolioId);
    return true;
  });
  // When the media store fails, the demo has no pictures, but the server still starts.
  if (isNew) await seedPictures({ db, mediaStore }, people.full).catch(() => undefined);
}

/** Adds an empty portfolio and returns its id. Returns null if the person has one or the address is in use. */
async function seedPortfolio(trx: Db, userId: string, slug: string): Promise<string | null> {
  const created = await trx
    .insertInto('portfolio')
    .values({ id: uuidv7(), userId, slug })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return null;
  await trx.insertInto('portfolioSlug').values({ slug, portfolioId: created.id }).execute();
  return created.id;
}

async function fillPortfolio(trx: Db, portfolioId: string): Promise<void> {
  const { links, projects, publishedWorks, experience, education, openTo, skills, ...columns } = ashaVerma;
  const withIds = (entries: readonly object[]) =>
    JSON.stringify(entries.map((entry) => ({ id: uuidv7(), ...entry })));
  await trx
    .updateTable('portfolio')
    .set({
      ...columns,
      openTo: JSON.stringify(openTo),
      skills: JSON.stringify(skills),
      experience: withIds(experience),
      education: withIds(education),
      visibility: 'PUBLIC',
      allowIndexing: true,
      showEmail: true,
    })
    .where('id', '=', portfolioId)
    .execute();
  const createKeys = (position: number) => ({ portfolioId, id: uuidv7(), position });
  await trx
    .insertInto('portfolioLink')
    .values(links.map((link, index) => ({ ...createKeys(index), ...link })))
    .execute();
  await trx
    .insertInto('portfolioProject')
    .values(
      projects.map(({ skills, ...project }, index) => ({
        ...createKeys(index),
        ...project,
        skills: JSON.stringify(skills),
      })),
    )
    .execute();
  await trx
    .insertInto('portfolioWork')
    .values(publishedWorks.map((work, index) => ({ ...createKeys(index), ...work })))
    .execute();
}
