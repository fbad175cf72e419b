// @ts-check
import { findBrowser } from './find-browser.mjs';
import { inheritedRun } from './run.mjs';

const hint = `No Chromium was found. Install one of these and run npm test again:
  npx playwright install chromium
  apt-get install chromium chromium-headless-shell   (Debian, as root)
  CHROMIUM_PATH=/path/to/chromium   (if it is somewhere else)`;

/** Whether there is a browser to test in; installs Debian's when run as root, and says how otherwise. */
export async function requireBrowser() {
  if (findBrowser()) return true;
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.log('\n=== installing Chromium');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await inheritedRun('apt-get', ['update', '-q'], env);
    await inheritedRun(
      'apt-get',
      ['install', '-qy', '--no-install-recommends', 'chromium', 'chromium-headless-shell'],
      env,
    );
    if (findBrowser()) return true;
  }
  console.error(hint);
  return false;
}
