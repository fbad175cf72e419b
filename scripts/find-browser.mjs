// @ts-check
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium: `CHROMIUM_PATH`, the one that playwright installed, or the system's. */
export function findBrowser() {
  const places = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...usualPlaces];
  return places.find((path) => path && existsSync(path)) ?? null;
}
