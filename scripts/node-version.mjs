// @ts-check
import { pinnedNode, runCommand } from './run.mjs';

/** The first version that runs TypeScript files without a build step. */
const [neededMajor, neededMinor] = [22, 18];

/**
 * Runs the script again with the Node that package.json pins when the current one is too old. An npm script usually finds
 * the pinned one first, because npm links it in node_modules/.bin. Ends the process with a message when there is none.
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
  process.exit(await runCommand(pinnedNode, process.argv.slice(1)));
}
