import { parseArgs } from 'node:util';
import { migrate } from '#lib/server/db/index.ts';
import { demoPhone, seedDemo, seedManyApplications } from '#lib/server/demo/index.ts';
import { openMediaStore } from '#lib/server/media/store/index.ts';
import { withDatabase } from './with-database.ts';

const { values } = parseArgs({ options: { applications: { type: 'string' } } });
const wanted = values.applications ?? '0';

if (/^\d{1,6}$/.test(wanted)) {
  await withDatabase(async (db, config) => {
    await migrate(db);
    await seedDemo(db, openMediaStore(config));
    const made = await seedManyApplications(db, Number(wanted));
    const more = made ? ` ${made} applications were added.` : '';
    return `The demonstration data is in.${more} Sign in with ${demoPhone}.`;
  });
} else {
  console.error('Say how many: npm run seed -- --applications 10000');
  process.exitCode = 1;
}
