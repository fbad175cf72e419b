// @ts-check
// `npm test`: runs all checks, the fastest first. The last line is "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureNode } from './node-version.mjs';
import { runCommand } from './run.mjs';

await ensureNode();
const { requireBrowser } = await import('./require-browser.mjs');
const { findPostgres } = await import('../tests/support/postgres.ts');

/** The JSON reports of the last run: how long each test took. */
const reports = 'test-reports';
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);
const total = { passed: 0, failed: 0, skipped: 0 };
const hasPostgres = findPostgres() !== null;
/** `--soak` runs the long tests at full length, see tests/support/soak.ts. */
const isSoak = process.argv.includes('--soak');
const soak = isSoak ? { SOAK: '1' } : {};

class PhaseError extends Error {}

try {
  await runPhases();
} catch (error) {
  if (!(error instanceof PhaseError)) throw error;
  console.error(`\nStopped: ${error.message} failed.`);
}
finish();

async function runPhases() {
  // Types and the build use one core and some unit tests wait for time-outs, so they run side by side.
  await runSideBySide(
    async () => {
      await part('lint and format', 'biome', ['check', '--error-on-warnings'], { output: 'quiet' });
      await part('unused code', 'knip', ['--no-progress'], { output: 'quiet' });
      const check = ['scripts/astro.mjs', 'check', '--minimumFailingSeverity', 'warning'];
      await part('types', 'node', check, { output: 'quiet' });
      await part('build', 'node', ['scripts/build.mjs', '--if-changed'], { output: 'quiet' });
    },
    () => vitest('unit tests', ['unit']),
  );
  const hasBrowser = await requireBrowser();
  // Both databases are tested in one run, beside the journeys: while a test of one waits, a test of the other uses the core.
  await runSideBySide(testApi, () => testJourneys(hasBrowser));
  if (!hasBrowser) {
    total.failed += 1;
    return;
  }
  // Pages show the same on both databases, so `npm test` leaves out the journeys here that run on PostgreSQL.
  // `process` starts servers on both databases in either run.
  const withoutJourneys = hasPostgres && !isSoak ? { E2E_WITHOUT_JOURNEYS: '1' } : {};
  await playwright('browser tests on PGlite', 'pglite', [], withoutJourneys);
}

async function testApi() {
  if (hasPostgres)
    return vitest('API on PostgreSQL, and on PGlite what may differ', ['api-postgres', 'api-pglite']);
  await vitest('API on PGlite', ['api-pglite']);
  skip('API on PostgreSQL', 'this machine has no PostgreSQL programs (Debian: apt-get install postgresql)');
}

/**
 * Transactions, time-outs and restarts may differ between the databases, so the journeys run on PostgreSQL, and on both in
 * a soak.
 * @param {boolean} hasBrowser
 */
async function testJourneys(hasBrowser) {
  if (!hasBrowser) return;
  const journeys = ['auth/journey', 'hiring/hiring', 'server-away', '--project=server', '--project=phone'];
  if (hasPostgres) await playwright('journeys on PostgreSQL', 'postgres', journeys);
  else skip('journeys on PostgreSQL', 'this machine has no PostgreSQL programs');
}

/**
 * Runs the lanes in parallel and waits for all, so that the output of a failure is complete. Then throws the first failure.
 * @param {(() => Promise<void>)[]} lanes
 */
async function runSideBySide(...lanes) {
  const ends = await Promise.allSettled(lanes.map((lane) => lane()));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** @param {string} title @param {string[]} projects */
async function vitest(title, projects) {
  const file = join(reports, `${projects.join('-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  await part(title, 'vitest', ['run', ...chosen, ...reporters], {}, () => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  });
}

/**
 * @param {string} title
 * @param {string} database
 * @param {string[]} [chosen] files and projects; all unless given
 * @param {Record<string, string>} [settings]
 */
async function playwright(title, database, chosen = [], settings = {}) {
  const file = join(reports, `e2e-${database}.json`);
  const env = { E2E_DATABASE: database, PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...settings };
  await part(title, 'playwright', ['test', ...chosen, '--reporter=list,json'], { env }, () => {
    const { expected, flaky, unexpected, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  });
}

/**
 * Runs one check and adds its counts to the total. Throws a PhaseError when the check fails, which ends the run.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, output?: 'inherit' | 'quiet' }} [options]
 * @param {() => typeof total} [count] reads the numbers of its tests
 */
async function part(title, command, args, { env = {}, output = 'inherit' } = {}, count) {
  console.log(`\n=== ${title}`);
  const startedAt = performance.now();
  const code = await runCommand(
    command,
    args,
    { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...soak, ...env },
    output,
  );
  console.log(`=== ${title}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const counted = readCount(count);
  // A check that fails without a failing test, such as a type error, counts as one failure.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += counted[key];
  if (code !== 0) throw new PhaseError(title);
}

/** @param {(() => typeof total) | undefined} count */
function readCount(count) {
  try {
    if (count) return count();
  } catch {
    // The runner ended before it wrote its report, but its exit code shows the failure.
  }
  return { passed: 0, failed: 0, skipped: 0 };
}

/** @param {string} title @param {string} reason */
function skip(title, reason) {
  console.log(`\n=== ${title}: SKIPPED, ${reason}`);
}

function finish() {
  const { passed, failed, skipped } = total;
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exit(failed ? 1 : 0);
}
