import type { Db } from '#lib/server/db/index.ts';
import { importSpend } from '#lib/server/staff/reports/costs/import-spend.ts';
import { rollUpReports } from '#lib/server/staff/reports/roll-up/index.ts';
import { demoPeople, seedPerson } from '../person.ts';
import { insertSignUps } from './sign-ups.ts';
import { createSpendFile } from './spend.ts';
import { insertVisits } from './visits.ts';

/** Adds visits, sign-ups and spend of the last twelve weeks unless there are any, and counts them. */
export async function seedReports(db: Db): Promise<void> {
  const known = await db.selectFrom('analyticsVisit').select('id').limit(1).executeTakeFirst();
  if (!known) {
    await insertVisits(db);
    await insertSignUps(db);
    const staffId = await seedPerson(db, demoPeople.kavita);
    await importSpend(db, staffId, { csv: createSpendFile(), isPreview: false, mode: 'REPLACE' });
  }
  await rollUpReports(db);
}
