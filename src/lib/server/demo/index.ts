import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import { seedAppointments } from './appointments.ts';
import { seedCandidate } from './candidate.ts';
import { seedJobs } from './jobs.ts';
import { demoPeople, seedPerson } from './person.ts';
import { seedPortfolios } from './portfolios.ts';

export { seedManyApplications } from './many-applications.ts';
export { demoPhone } from './person.ts';

/** Nobody has signed up yet and no job is there. */
export async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst();
  const job = await db.selectFrom('job').select('id').limit(1).executeTakeFirst();
  return !user && !job;
}

/** Fills the database with what a person who tries the product should find; adds only what is missing. */
export async function seedDemo(db: Db, mediaStore: MediaStore): Promise<void> {
  try {
    const full = await seedPerson(db, demoPeople.asha);
    const empty = await seedPerson(db, demoPeople.rohan);
    await seedJobs(db);
    await seedPortfolios(db, mediaStore, { full, empty });
    await seedAppointments(db);
    await seedCandidate(db);
  } catch (error) {
    // Another process that started at the same moment put the same rows in: then they are there.
    if (!isUniqueViolation(error)) throw error;
  }
}
