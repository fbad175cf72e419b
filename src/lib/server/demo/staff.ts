import type { Db } from '#lib/server/db/index.ts';
import { seedMessageTemplates } from './message-templates.ts';
import { demoPeople, seedPerson } from './person.ts';

/** Adds one admin, with whose number everything below `/staff/` opens. */
export async function seedStaff(db: Db): Promise<void> {
  const userId = await seedPerson(db, demoPeople.kavita);
  await db
    .insertInto('userRole')
    .values({ userId, role: 'admin' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // She is responsible for some of the applications under way.
  await db
    .updateTable('jobApplication')
    .set({ ownerId: userId })
    .where('status', 'in', ['IN_REVIEW', 'INTERVIEW'])
    .where('ownerId', 'is', null)
    .execute();
  await seedMessageTemplates(db);
}
