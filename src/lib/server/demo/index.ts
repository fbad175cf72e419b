import { type Db, isUniqueViolation } from '../db/index.ts';
import { seedJobs } from './jobs.ts';
import { seedPerson } from './person.ts';

export { demoPhone } from './person.ts';

/** Nobody has signed up yet and no job is there. */
export async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst();
  const job = await db.selectFrom('job').select('id').limit(1).executeTakeFirst();
  return !user && !job;
}

/** Fills the database with what a person who tries the product should find; adds only what is missing. */
export async function seedDemo(db: Db): Promise<void> {
  try {
    await seedPerson(db);
    await seedJobs(db);
  } catch (error) {
    // Another process that started at the same moment put the same rows in: then they are there.
    if (!isUniqueViolation(error)) throw error;
  }
}
