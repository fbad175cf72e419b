// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** Draws no browser window, which halves the time of a short test. Debian: chromium-headless-shell. */
const headlessPlaces = ['/usr/bin/chromium-headless-shell'];

const usualPlaces = [
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
    : (headlessPlaces.find((path) => existsSync(path)) ?? findBrowser());
}

/** Path of a Chromium: `CHROMIUM_PATH`, the one that playwright installed, or the system's. */
export function findBrowser() {
  const places = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...usualPlaces];
  return places.find((path) => path && existsSync(path)) ?? null;
}
