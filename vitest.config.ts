import { defineConfig } from 'vitest/config';
import { findPostgres } from './tests/support/postgres.ts';

const unit = [
  'tests/*.test.ts',
  'tests/{browser,client,content,domain,images,islands,media,server,stores,styles}/**/*.test.{ts,tsx}',
];
const onDatabase = ['tests/{api,db,messages}/**/*.test.ts'];
/**
 * Long proofs that have a shorter sibling: `kill`, `undo-races`, `hiring/kill-reminders`, `events/reminders` and `postgres-down`.
 */
const onlyInSoak =
  process.env.SOAK === '1'
    ? []
    : [
        '**/{kill-brochure,kill-emails,kill-undo,postgres-full-disk}.test.ts',
        '**/events/kill-reminders.test.ts',
      ];

/**
 * The files that also run on PGlite when PostgreSQL is installed: drivers, races, killed processes, and one file per noun.
 * The others run on PGlite only when there is no PostgreSQL, and in `npm run soak`.
 */
const onBothDatabases = [
  'kill',
  'database',
  'moonshot',
  'outbox',
  'inbox',
  'races',
  'appointment-races',
  'portfolio-races',
  'media-races',
  'session',
  'otp',
  'job-search',
  'job-applications',
  'staff/queue',
  'staff/undo-races',
  'staff/replaced-attempts',
  'staff/webhooks',
  'privacy/data-export',
  'role-races',
  'seat-races',
  'offer-races',
  'mock-interview-races',
  'lead-races',
  'enrolments',
  'page-cache',
  'cached-pages',
  'busy-embedded',
  'confirmed-actions',
  'report-roll-up',
  'visit-report',
].map((name) => `tests/{api,db,messages}/**/${name}.test.ts`);
const isComplete = process.env.SOAK === '1' || !findPostgres();

/**
 * Tests on a database run in two projects: `api-pglite` in memory, and `api-postgres` on a throw-away server that
 * tests/support/postgres.ts starts and whose address it provides as `databaseUrl`. Files of one worker share its
 * database, see tests/support/database.ts.
 */
export default defineConfig({
  test: {
    // Each worker may have an embedded database of 300 MB.
    maxWorkers: 2,
    // Far longer than a test takes, so that a busy machine does not fail it. One that is cut off goes on writing, and fails those after it.
    testTimeout: process.env.SOAK === '1' ? 300_000 : 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'unit', include: unit } },
      {
        extends: true,
        test: {
          name: 'api-pglite',
          include: isComplete ? onDatabase : onBothDatabases,
          exclude: onlyInSoak,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'api-postgres',
          include: onDatabase,
          exclude: onlyInSoak,
          isolate: false,
          globalSetup: ['tests/support/postgres.ts'],
        },
      },
    ],
  },
});
