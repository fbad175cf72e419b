// @ts-check
// `npm test`: everything, in the order of what is soonest known. Ends with "N passed, N failed".
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureNode } from './node-version.mjs';
import { inheritedRun } from './run.mjs';

await ensureNode();
const { requireBrowser } = await import('./require-browser.mjs');
const { findPostgres } = await import('../tests/support/postgres.ts');

const reports = mkdtempSync(join(tmpdir(), 'liftoff-reports-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const hasPostgres = findPostgres() !== null;

await part('types', 'node', ['scripts/astro.mjs', 'check', '--minimumFailingSeverity', 'warning']);
await part('lint and format', 'biome', ['check', '--error-on-warnings']);
await vitest('unit tests', 'unit');
await vitest('API on PGlite', 'api-pglite');
if (hasPostgres) await vitest('API on PostgreSQL', 'api-postgres');
else
  skip('API on PostgreSQL', 'this machine has no PostgreSQL programs (Debian: apt-get install postgresql)');
await part('build', 'node', ['scripts/build.mjs']);
if (await requireBrowser()) {
  await playwright('browser tests on PGlite', 'pglite');
  // What a page shows is the same on both, at any width; what ends, waits and comes back need not be.
  const journeys = ['journey', 'hiring', 'process', 'server-away', 'front-door'];
  journeys.push('--project=server', '--project=phone');
  if (hasPostgres) await playwright('journeys on PostgreSQL', 'postgres', journeys);
  else skip('journeys on PostgreSQL', 'this machine has no PostgreSQL programs');
} else {
  total.failed += 1;
}
finish();

/** @param {string} title @param {string} project */
async function vitest(title, project) {
  const file = join(reports, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  await part(title, 'vitest', ['run', '--project', project, ...reporters], {}, () => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  });
}

/** @param {string} title @param {string} database @param {string[]} [chosen] files and projects; all unless given */
async function playwright(title, database, chosen = []) {
  const file = join(reports, `e2e-${database}.json`);
  const env = { E2E_DATABASE: database, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  await part(title, 'playwright', ['test', ...chosen, '--reporter=list,json'], env, () => {
    const { expected, flaky, unexpected, skipped } = JSON.parse(readFileSync(file, 'utf8')).stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  });
}

/**
 * One part of the whole. The first that fails ends the run.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @param {() => typeof total} [count] of the tests that it ran
 */
async function part(title, command, args, env = {}, count) {
  console.log(`\n=== ${title}`);
  const code = await inheritedRun(command, args, { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env });
  const counted = readCount(count);
  // A part that fails without a failing test, a type error for one, counts as one failure.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += counted[key];
  if (code !== 0) {
    console.error(`\nStopped: ${title} failed.`);
    finish();
  }
}

/** @param {(() => typeof total) | undefined} count */
function readCount(count) {
  try {
    if (count) return count();
  } catch {
    // The runner ended before it wrote its report; its exit code tells.
  }
  return { passed: 0, failed: 0, skipped: 0 };
}

/** @param {string} title @param {string} reason */
function skip(title, reason) {
  console.log(`\n=== ${title}: SKIPPED, ${reason}`);
}

function finish() {
  if (existsSync(reports)) rmSync(reports, { recursive: true });
  const { passed, failed, skipped } = total;
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exit(failed ? 1 : 0);
}
