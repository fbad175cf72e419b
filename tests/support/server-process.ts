import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ServerProcess {
  url: string;
  pid: number;
  child: ChildProcess;
  /** Returns the output so far. */
  printed(): string;
  /** Sends SIGTERM and returns the exit code. Deletes the data folder if `startServer` created it. */
  stop(): Promise<number | null>;
}

const root = join(import.meta.dirname, '../..');

/**
 * Creates a data folder as a server's first start leaves it. In the browser tests it is a copy of one folder, because
 * creating a database takes five seconds of CPU. Elsewhere it is empty.
 */
export function createDataFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const template = process.env.E2E_DATA_TEMPLATE;
  if (template && existsSync(template)) cpSync(template, folder, { recursive: true });
  return folder;
}

/**
 * Starts the built server.mjs in its own process, by default on a free port with a data folder of its own. `onSpawn` gets the process
 * before it is ready.
 */
export async function startServer(
  env: Record<string, string> = {},
  args: string[] = ['server.mjs'],
  onSpawn: (child: ChildProcess) => void = () => {},
): Promise<ServerProcess> {
  const ownData = env.DATA_DIR ? null : createDataFolder('liftoff-data-');
  const port = env.PORT ?? String(await freePort());
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, PORT: port, SITE_ORIGIN: url, ...(ownData ? { DATA_DIR: ownData } : {}), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onSpawn(child);
  let text = '';
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const ready = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text = (text + chunk).slice(-100_000);
        if (/ready (at|in)|listening on/i.test(text)) done();
      });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    if (ownData) rmSync(ownData, { recursive: true, force: true });
    return code;
  };
  const failed = ended.then((code) => {
    throw new Error(`The server ended with code ${code}:\n${text}`);
  });
  await Promise.race([ready, failed]);
  failed.catch(() => undefined);
  return { url, pid: child.pid ?? 0, child, printed: () => text, stop };
}

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
