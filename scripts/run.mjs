// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** The path of the Node that package.json pins for this platform, or null. */
export const pinnedNode = findPinnedNode();

/**
 * What every command gets beside our own environment: the pinned Node and the project's tools come first, and Astro sends no telemetry.
 */
export const environment = {
  PATH: [pinnedNode && dirname(pinnedNode), join(root, 'node_modules', '.bin'), process.env.PATH]
    .filter(Boolean)
    .join(delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
};

/** Looks in the packages themselves, because npm 10, unlike npm 11, does not always link node_modules/.bin/node. */
function findPinnedNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const paths = Object.keys(optionalDependencies).map((name) =>
    join(root, 'node_modules', name, 'bin', program),
  );
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * Runs a command in the project's folder and forwards signals to it.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 * @param {'inherit' | 'quiet'} [output] `quiet` shows the output only when the command fails
 * @returns {Promise<number>} the exit code
 */
export function runCommand(command, args, extra = {}, output = 'inherit') {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...environment, ...extra },
      stdio: output === 'inherit' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // On Windows the commands in node_modules/.bin are shell scripts.
      shell: process.platform === 'win32',
    });
    /** @type {Buffer[]} */
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    /** @param {NodeJS.Signals} signal */
    const forwardSignal = (signal) => child.kill(signal);
    process.on('SIGTERM', forwardSignal).on('SIGINT', forwardSignal);
    child.on('error', (error) => {
      console.error(`${command} cannot be started: ${error.message}`);
      done(1);
    });
    child.on('close', (code) => {
      process.off('SIGTERM', forwardSignal).off('SIGINT', forwardSignal);
      if (code) process.stderr.write(Buffer.concat(chunks));
      done(code ?? 1);
    });
  });
}
