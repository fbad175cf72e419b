import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder, freePort } from '../../support/server-process.ts';

/** Starts Astro's development server with its own port and data, also beside another one. */
export async function startDevelopment(): Promise<{ url: string; stop(): Promise<void> }> {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const data = createDataFolder('liftoff-data-');
  const child = spawn(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'dev', '--port', port, '--ignore-lock'],
    {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, PORT: port, SITE_ORIGIN: url, DATA_DIR: data, ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  let printed = '';
  const started = new Promise<void>((ready, failed) => {
    setTimeout(
      () => failed(new Error(`The development server is slow to start:\n${printed}`)),
      90_000,
    ).unref();
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk;
        if (/Local\s/.test(printed)) ready();
      });
    void ended.then(() => failed(new Error(`The development server ended:\n${printed}`)));
  });
  try {
    await started;
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
