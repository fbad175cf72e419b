import type { Db } from '#lib/server/db/index.ts';
import { demoPeople, seedPerson } from './person.ts';

/** Adds one admin, with whose number everything below `/staff/` opens. */
export async function seedStaff(db: Db): Promise<void> {
  const userId = await seedPerson(db, demoPeople.kavita);
  await db
    .insertInto('userRole')
    .values({ userId, role: 'admin' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
