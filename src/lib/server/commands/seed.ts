import { parseArgs } from 'node:util';
import { migrate } from '#lib/server/db/index.ts';
import { demoPhone, seedDemo, seedManyApplications } from '#lib/server/demo/index.ts';
import { openMediaStore } from '#lib/server/media/store/index.ts';
import { withDatabase } from './with-database.ts';

const { values } = parseArgs({ options: { applications: { type: 'string' } } });
const wanted = values.applications ?? '0';

/** Demo data has staff, and whoever owns their numbers could sign in as them. */
function refuseProduction(): string {
  process.exitCode = 1;
  return 'NODE_ENV is production: demo data would open the staff pages to numbers of strangers. Nothing was added.';
}

if (/^\d{1,6}$/.test(wanted)) {
  await withDatabase(async (db, config) => {
    if (config.isProduction) return refuseProduction();
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
