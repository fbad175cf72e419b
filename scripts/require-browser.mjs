// @ts-check
import { findBrowser } from './find-browser.mjs';
import { runCommand } from './run.mjs';

const hint = `No Chromium was found. Install one of these and run npm test again:
  npx playwright install chromium
  apt-get install chromium chromium-headless-shell   (Debian, as root)
  CHROMIUM_PATH=/path/to/chromium   (if it is somewhere else)`;

/**
 * Returns whether there is a browser for the tests. Installs Debian's when run as root, otherwise prints how to install
 * one.
 */
export async function requireBrowser() {
  if (findBrowser()) return true;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log('\n=== installing Chromium');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update', '-q'], env);
    await runCommand(
      'apt-get',
      ['install', '-qy', '--no-install-recommends', 'chromium', 'chromium-headless-shell'],
      env,
    );
    if (findBrowser()) return true;
  }
  console.error(hint);
  return false;
}
