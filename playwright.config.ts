import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'playwright/test';
import { findTestBrowser } from './scripts/find-browser.mjs';

// The workers read this file again, so choices made here are passed on in the environment. Ports are below
// 32768, because the system uses higher ones for outgoing connections.
process.env.E2E_PORT ||= String(20_000 + Math.floor(Math.random() * 12_000));
process.env.E2E_DATA_TEMPLATE ||= join(tmpdir(), `liftoff-template-${process.env.E2E_PORT}`);
process.env.E2E_CLOCK_PORT ||= String(10_000 + Math.floor(Math.random() * 10_000));
const url = `http://localhost:${process.env.E2E_PORT}`;
const executablePath = findTestBrowser();

/** Results that do not depend on the width of a window are checked at one width. */
const aboutServer =
  /(any-origin|development|faults|front-door|hostile-requests|kill-anywhere|memory-limit|process|production-packages|rolling-restart|server-away|shared-cache|search|styleguide|telemetry|uploads)\.spec\.ts$/;

/** Projects for the staff's pages and for the keyboard tests. */
const onDesktop = /(auth-keyboard|hiring-keyboard|staff-work)\.spec\.ts/;

/** Journeys that `npm test` runs on PostgreSQL only, where the machine has it. */
const onPostgres = process.env.E2E_WITHOUT_JOURNEYS ? [/(auth\/journey|hiring\/hiring)\.spec\.ts$/] : [];

/**
 * Long proofs: the styleguide, two whole hiring journeys, unsaved texts of the portfolio's editor, whose rules
 * tests/stores has too, a large photo, the select of the sign-in at all widths, faults of PostgreSQL, a full heap, `kill -9` at random moments and
 * ten restarts under load, of each of which `process` or `kill` has one, and the caches of two processes, whose rules `page-cache` and `cached-pages` have. `npm run soak` runs them.
 */
const soakOnly =
  /(styleguide|hiring-keyboard|ad-to-joined|portfolio-editor-safety|phone-photo|core\/faults|kill-anywhere|memory-limit|rolling-restart|shared-cache|auth\/select)\.spec\.ts$/;
const isSoak = process.env.SOAK === '1';
const onlyInSoak = isSoak ? [] : [soakOnly];

/** Tests use the embedded database or, with `E2E_DATABASE=postgres`, a temporary PostgreSQL. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // Two cores are half idle with two workers, because most tests wait for a page.
  workers: 3,
  // Far longer than a test takes, so that a busy machine does not fail it.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    baseURL: url,
    // Recording takes a third of a test's time. `npx playwright test --last-failed --trace=on` records a failure.
    trace: 'off',
    // A service worker would answer in place of the server. tests/e2e/core/offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Tests of motion turn it on again.
    contextOptions: { reducedMotion: 'reduce' },
    // Chromium's sandbox does not run as root.
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
  projects: [
    { name: 'server', testMatch: aboutServer, testIgnore: onlyInSoak },
    {
      // Most visitors have a phone, so every test runs here unless its subject is another device.
      name: 'phone',
      testIgnore: [aboutServer, onDesktop, ...onPostgres, ...onlyInSoak],
      use: { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    {
      // A test whose result may depend on the width has the tag `@desktop` and runs at both widths in the soak.
      name: 'desktop',
      grep: isSoak ? [onDesktop, /@desktop/] : [onDesktop],
      testIgnore: [aboutServer, ...onlyInSoak],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  webServer: {
    command: 'node tests/e2e/support/serve.ts',
    url,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
});
