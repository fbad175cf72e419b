import { migrate } from '../db/index.ts';
import { demoPhone, seedDemo } from '../demo/index.ts';
import { withDatabase } from './with-database.ts';

await withDatabase(async (db) => {
  await migrate(db);
  await seedDemo(db);
  return `The demonstration data is in. Sign in with ${demoPhone}.`;
});
