// @ts-check
// The production server. It serves the built files from memory and leaves everything else to the API and to Astro.
// `node server.mjs [build folder]`; settings come from the environment, see .env.example.
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// A Node that is too old would end with the name of a module that it does not have.
if (!process.getBuiltinModule?.('node:sqlite')) {
  console.error(
    `The server needs Node 22.18 or newer and this is ${process.versions.node}. "npm start" takes the one that package.json pins.`,
  );
  process.exit(1);
}

// glibc and V8 read these when a process starts, so one that was started without them starts again in its place, with the same id. The
// embedded database needs more (docs/operations/deploy.md).
const { env } = process;
if (process.platform === 'linux' && env.DATABASE_URL && !env.MALLOC_ARENA_MAX && process.execve) {
  const NODE_OPTIONS = env.NODE_OPTIONS ?? '--max-semi-space-size=2';
  const ofGlibc = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '8192', MALLOC_TRIM_THRESHOLD_: '8192' };
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...env, ...ofGlibc, NODE_OPTIONS });
}

// V8 then drops the machine code of functions that have not run for a while, and makes none for what runs once, when a module is loaded,
// because it would never drop that (docs/decisions/0053).
setFlagsFromString('--flush-baseline-code');
setFlagsFromString('--no-sparkplug');

const chosen = process.argv[2] ? resolve(process.argv[2]) : fileURLToPath(new URL('dist', import.meta.url));
// `dist` leads to the latest build. This process stays with the one that it has begun with.
const build = existsSync(chosen) ? realpathSync(chosen) : chosen;

try {
  const entry = `${build}/server/entry.mjs`;
  if (!existsSync(entry)) throw new Error(`There is no build in ${build}. Run "npm run build" first.`);
  const { handler: astro } = await import(pathToFileURL(entry).href);
  setFlagsFromString('--sparkplug');
  // The server itself is in the bundle too (src/lib/server/http-server.ts), so that a start need not read TypeScript, whose parser would
  // stay in memory.
  /** @type {import('./src/lib/server/http/node/app-hook.ts').AppHook<unknown> | undefined} */
  const app = Reflect.get(globalThis, Symbol.for('liftoff.app'));
  if (!app) throw new Error('The build holds no src/fetch.ts. Run "npm run build".');
  await app.serve({ folder: build, astro });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
