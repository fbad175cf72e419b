import { defineConfig } from 'vitest/config';

const unit = [
  'tests/*.test.ts',
  'tests/{browser,client,content,domain,images,islands,media,server,stores,styles}/**/*.test.{ts,tsx}',
];
const onDatabase = ['tests/{api,db,messages}/**/*.test.ts'];

/**
 * The tests on a database run twice: `api-pglite` in memory, and `api-postgres` on a throw-away server that
 * tests/support/postgres.ts starts and whose address it provides as `databaseUrl`.
 */
export default defineConfig({
  test: {
    // Each worker may hold an embedded database of 300 MB.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'unit', include: unit } },
      { extends: true, test: { name: 'api-pglite', include: onDatabase } },
      {
        extends: true,
        test: { name: 'api-postgres', include: onDatabase, globalSetup: ['tests/support/postgres.ts'] },
      },
    ],
  },
});
