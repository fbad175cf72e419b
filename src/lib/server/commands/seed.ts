import { migrate } from '../db/index.ts';
import { demoPhone, seedDemo } from '../demo/index.ts';
import { openMediaStore } from '../media/store/index.ts';
import { withDatabase } from './with-database.ts';

await withDatabase(async (db, config) => {
  await migrate(db);
  await seedDemo(db, openMediaStore(config));
  return `The demonstration data is in. Sign in with ${demoPhone}.`;
});
