import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { freePort } from './server-process.ts';

/** A throw-away PostgreSQL. This file must not import vitest at run time, because scripts and benchmarks use it too. */
export interface Postgres {
  /** URL of its database `postgres`, on a loopback port. */
  url: string;
  /** Calls `listen` with what the server logs from now on. */
  onLog(listen: (text: string) => void): void;
  /** Kills it at once, as in a power cut. `start` starts it again with its data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and deletes its folder. */
  remove(): Promise<void>;
}

/** Returns the folder of this machine's PostgreSQL programs, or null. Debian does not have them in PATH. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    ...askPgConfig(),
  ];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (
    candidates.find((folder) =>
      ['initdb', 'postgres'].every((program) => existsSync(join(folder, program + suffix))),
    ) ?? null
  );
}

function askPgConfig(): string[] {
  try {
    return [
      execFileSync('pg_config', ['--bindir'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim(),
    ];
  } catch {
    return [];
  }
}

const prefix = 'liftoff-postgres-';

export interface PostgresOptions {
  /** Settings of the server, in place of those for tests. */
  settings?: Record<string, string | number>;
  /** The folder below which its data is. */
  parent?: string;
  /** A folder that `remove` keeps, and that a later call starts again with its data. */
  keptFolder?: string | undefined;
}

/** Creates and starts a server without fsync. Throws if the machine has no PostgreSQL, so call `findPostgres` first. */
export async function startPostgres({
  settings: ownSettings,
  parent = tmpdir(),
  keptFolder,
}: PostgresOptions = {}): Promise<Postgres> {
  const programs = findPostgres();
  if (!programs)
    throw new Error('This machine has no PostgreSQL (looked in /usr/lib/postgresql, PATH and pg_config).');
  removeOrphans();
  const owner = unprivileged();
  if (keptFolder) mkdirSync(keptFolder, { recursive: true });
  const folder = keptFolder ?? mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const as = { cwd: folder, ...(owner ?? {}), env: { ...process.env, LC_ALL: 'C' } };
  if (!existsSync(data))
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'],
      { ...as, stdio: ['ignore', 'ignore', 'pipe'] },
    );

  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    // A plan must not depend on when autovacuum ran, so tests of plans vacuum themselves.
    autovacuum: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    ...ownSettings,
  };
  let server: ChildProcess | null = null;
  const listeners = new Set<(text: string) => void>();

  const start = async () => {
    if (server) return;
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    let output = '';
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    child.stderr.on('data', (bytes) => {
      output = (output + bytes).slice(-4000);
      for (const listen of listeners) listen(String(bytes));
    });
    const deadline = Date.now() + 60_000;
    while (!output.includes('ready to accept connections')) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start:\n${output}`);
      await sleep(30);
    }
    // The server and its pipe must not keep the process that started it alive.
    child.unref();
    (child.stderr as unknown as { unref(): void }).unref();
  };
  const stop = async () => {
    const child = server;
    server = null;
    if (!child || child.exitCode !== null) return;
    child.ref();
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // What is kept must be whole, so that server writes everything first.
    child.kill(keptFolder ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  const clean = endWithProcess(() => {
    server?.kill(keptFolder ? 'SIGINT' : 'SIGQUIT');
    if (!keptFolder) removeFolder(folder);
  });
  const remove = async () => {
    await stop();
    clean();
  };

  await start();
  return { url, onLog: (listen) => listeners.add(listen), start, stop, remove };
}

/** PostgreSQL does not run as root, so it runs as the user of Debian's package. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Stops servers whose starting process was killed before it could. Its process id is in the folder's name. */
function removeOrphans(): void {
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  };
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue;
    const folder = join(tmpdir(), name);
    try {
      // The first line is the server's process id. A process that ended or is not ours is left alone.
      process.kill(Number.parseInt(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8'), 10), 'SIGQUIT');
    } catch {}
    removeFolder(folder);
  }
}

/**
 * Deletes the folder, into which the server may still write. It is synchronous, because it runs when the process exits.
 */
function removeFolder(folder: string): void {
  for (let attempt = 0; attempt < 40 && existsSync(folder); attempt += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {}
    if (existsSync(folder)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

/** Runs `clean` once: when the process ends or is interrupted, or when the returned function is called. */
function endWithProcess(clean: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const once = () => {
    process.off('exit', once);
    for (const signal of signals) process.off(signal, interrupted);
    clean();
  };
  const interrupted = (signal: NodeJS.Signals) => {
    once();
    // Without another listener the signal must still end the process.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  process.on('exit', once);
  for (const signal of signals) process.on(signal, interrupted);
  return once;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the throw-away PostgreSQL. Only the project that runs on it has one. */
    databaseUrl: string;
  }
}

/** Vitest calls this once per run: it starts the server that all workers share. */
export async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('databaseUrl', postgres.url);
  return () => postgres.remove();
}
