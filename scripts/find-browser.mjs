// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/**
 * A headless shell has no browser window, which halves the time of a short test. Debian's package:
 * chromium-headless-shell.
 */
const headlessPaths = ['/usr/bin/chromium-headless-shell'];

const commonPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Returns the path of the fastest browser for tests: `CHROMIUM_PATH`, a headless shell, or any Chromium. */
export function findTestBrowser() {
  return process.env.CHROMIUM_PATH
    ? findBrowser()
    : (headlessPaths.find((path) => existsSync(path)) ?? findBrowser());
}

/** Returns the path of a Chromium, or null: `CHROMIUM_PATH`, the one that Playwright installed, or the system's. */
export function findBrowser() {
  const paths = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...commonPaths];
  return paths.find((path) => path && existsSync(path)) ?? null;
}
