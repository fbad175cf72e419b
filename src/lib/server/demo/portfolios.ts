import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '#lib/server/db/index.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import { ashaVerma, ashaVermasCertificates } from './portfolios/asha-verma.ts';
import { seedPictures } from './portfolios/seed-pictures.ts';

/** A full public portfolio, and an empty one as every portfolio begins. What a person has already stays. */
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
    await seedCertificates(trx, people.full);
    return true;
  });
  // A store that does not answer costs the demonstration its pictures, not the start.
  if (isNew) await seedPictures({ db, mediaStore }, people.full).catch(() => undefined);
}

/** The id of the one that was made; null where the person or somebody at the address has one. */
async function seedPortfolio(trx: Db, userId: string, slug: string): Promise<string | null> {
  const made = await trx
    .insertInto('portfolio')
    .values({ id: uuidv7(), userId, slug })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return null;
  await trx.insertInto('portfolioSlug').values({ slug, portfolioId: made.id }).execute();
  return made.id;
}

async function fillPortfolio(trx: Db, portfolioId: string): Promise<void> {
  const { links, projects, publishedWorks, experience, education, openTo, skills, ...plain } = ashaVerma;
  const withIds = (entries: readonly object[]) =>
    JSON.stringify(entries.map((entry) => ({ id: uuidv7(), ...entry })));
  await trx
    .updateTable('portfolio')
    .set({
      ...plain,
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
  const place = (position: number) => ({ portfolioId, id: uuidv7(), position });
  await trx
    .insertInto('portfolioLink')
    .values(links.map((link, index) => ({ ...place(index), ...link })))
    .execute();
  await trx
    .insertInto('portfolioProject')
    .values(
      projects.map(({ skills, ...project }, index) => ({
        ...place(index),
        ...project,
        skills: JSON.stringify(skills),
      })),
    )
    .execute();
  await trx
    .insertInto('portfolioWork')
    .values(publishedWorks.map((work, index) => ({ ...place(index), ...work })))
    .execute();
}

async function seedCertificates(trx: Db, userId: string): Promise<void> {
  const rows = ashaVermasCertificates.map((certificate) => ({
    id: uuidv7(),
    userId,
    status: 'ISSUED' as const,
    holderName: 'Asha Verma',
    issuerName: 'Liftoff',
    ...certificate,
    issuedOn: sql<string>`${certificate.issuedOn}::date`,
  }));
  await trx
    .insertInto('certificate')
    .values(rows)
    .onConflict((conflict) => conflict.column('shortUuid').doNothing())
    .execute();
}
