// @ts-check
import { inheritedRun, pinnedNode } from './run.mjs';

/** The first version that runs our TypeScript files as they are. */
const [neededMajor, neededMinor] = [22, 18];

/**
 * An npm script finds the Node that package.json pins before any other, where npm has linked it. Whoever runs a
 * script with an older one is handed on to the pinned one.
 */
export async function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  if (!pinnedNode || pinnedNode === process.execPath) {
    console.error(
      `Node ${neededMajor}.${neededMinor} or newer is needed and this is ${process.versions.node}. ` +
        '"npm install" brings it for common platforms; for others install it from https://nodejs.org/.',
    );
    process.exit(1);
  }
  process.exit(await inheritedRun(pinnedNode, process.argv.slice(1)));
}
