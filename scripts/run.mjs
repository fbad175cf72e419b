// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The Node that package.json pins for this platform, or null. */
export const pinnedNode = findPinnedNode();

/** Our own Node and tools come first, and Astro sends no telemetry. */
export const environment = {
  ...process.env,
  PATH: [pinnedNode && dirname(pinnedNode), join(root, 'node_modules', '.bin'), process.env.PATH]
    .filter(Boolean)
    .join(delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
};

/** npm 11 links it as node_modules/.bin/node; npm 10 loses the link among the packages of other platforms. */
function findPinnedNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = Object.keys(optionalDependencies).map((name) =>
    join(root, 'node_modules', name, 'bin', program),
  );
  return places.find((path) => existsSync(path)) ?? null;
}

/**
 * Runs a command in the project and hands signals on to it.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 * @param {'inherit' | 'quiet'} [output] quiet shows what was printed only when the command fails
 * @returns {Promise<number>} the exit code
 */
export function inheritedRun(command, args, extra = {}, output = 'inherit') {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...environment, ...extra },
      stdio: output === 'inherit' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // On Windows the commands of node_modules/.bin are scripts of its shell.
      shell: process.platform === 'win32',
    });
    /** @type {Buffer[]} */
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
    /** @param {NodeJS.Signals} signal */
    const handOn = (signal) => child.kill(signal);
    process.on('SIGTERM', handOn).on('SIGINT', handOn);
    child.on('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`);
      done(1);
    });
    child.on('close', (code) => {
      process.off('SIGTERM', handOn).off('SIGINT', handOn);
      if (code) process.stderr.write(Buffer.concat(printed));
      done(code ?? 1);
    });
  });
}
