import { migrate } from '#lib/server/db/index.ts';
import { withDatabase } from './with-database.ts';

await withDatabase(async (db) => {
  await migrate(db);
  return 'The database is up to date.';
});
