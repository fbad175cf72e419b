// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inheritedRun, root } from './run.mjs';

/** The first version that runs our TypeScript files as they are. */
const [neededMajor, neededMinor] = [22, 18];

/**
 * An npm script finds the Node that package.json pins before any other. Who runs a script with an older one
 * directly is handed on to the pinned one.
 */
export async function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  const pinned = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (!existsSync(pinned) || process.env.LIFTOFF_REEXEC) {
    console.error(
      `Node ${neededMajor}.${neededMinor} or newer is needed and this is ${process.versions.node}. ` +
        '"npm install" brings it for common platforms; for others install it from https://nodejs.org/.',
    );
    process.exit(1);
  }
  process.exit(await inheritedRun(pinned, process.argv.slice(1), { LIFTOFF_REEXEC: '1' }));
}
