import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const importVite = ['--import', join(import.meta.dirname, '../../scripts/vite-imports.mjs')];
const apiServer = join(import.meta.dirname, 'api-server.ts');

/** The API in a process of its own. */
export interface KillableApi {
  origin: string;
  /** Ends the process as `kill -9` does, and returns when it is gone. A second call changes nothing. */
  kill(): Promise<void>;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts api-server.ts, or another script that prints the same line, with these settings, behind a trusted proxy, so that a
 * request names its own client address.
 */
export async function startKillableApi(
  env: Record<string, string>,
  script: string = apiServer,
): Promise<KillableApi> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...importVite, script], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'silent',
      SITE_ORIGIN: 'http://localhost:8000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  const failed = ended.then((code) => {
    throw new Error(`the server exited with ${code}`);
  });
  failed.catch(() => undefined);
  const [line] = await Promise.race([once(child.stdout as Readable, 'data'), failed]);
  const port = /listening (\d+)/.exec(String(line))?.[1];
  return {
    origin: `http://127.0.0.1:${port}`,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
