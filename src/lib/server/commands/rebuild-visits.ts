/** Counts the visits of every day again from the stored events. Counts of days whose events are already deleted stay. */
import { rebuildVisits } from '#lib/server/analytics/roll-up-visits.ts';
import { migrate } from '#lib/server/db/index.ts';
import { withDatabase } from './with-database.ts';

await withDatabase(async (db) => {
  await migrate(db);
  const days = await rebuildVisits(db);
  if (days === 0) return 'No visits are stored, so there is nothing to count.';
  return `Counted the visits of ${days} ${days === 1 ? 'day' : 'days'} again.`;
});
