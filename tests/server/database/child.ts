import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

const children = new Set<Child>();

export interface Child {
  output: () => string;
  errors: () => string;
  /** Resolves when `text` has been printed. */
  waitForOutput(text: string): Promise<void>;
  /** Sends SIGKILL, so no handler of the process runs. */
  kill(): Promise<void>;
  /** Resolves to the exit code. */
  ended(): Promise<number | null>;
}

/** Starts one of our TypeScript files with the current Node. */
export function startChild(file: string, env: Record<string, string>): Child {
  const process_: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [file], {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  process_.stdout.on('data', (bytes) => {
    text.out += bytes;
  });
  process_.stderr.on('data', (bytes) => {
    text.err += bytes;
  });
  const closed = once(process_, 'close') as Promise<[number | null]>;
  const child: Child = {
    output: () => text.out,
    errors: () => text.err,
    async waitForOutput(wanted) {
      while (!text.out.includes(wanted)) {
        const ended = await Promise.race([closed, once(process_.stdout, 'data').then(() => null)]);
        if (ended && !text.out.includes(wanted))
          throw new Error(`ended before saying "${wanted}": ${text.err}`);
      }
    },
    async kill() {
      process_.kill('SIGKILL');
      await closed;
    },
    ended: async () => (await closed)[0],
  };
  children.add(child);
  closed.then(() => children.delete(child));
  return child;
}

/** Kills the processes that a failed test left. Call it in `afterEach`. */
export async function killChildren(): Promise<void> {
  await Promise.all([...children].map((child) => child.kill()));
}
