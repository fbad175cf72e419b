import { rmSync } from 'node:fs';
import { buildIfChanged } from '../../../scripts/build-if-changed.mjs';
import { startPostgres } from '../../support/postgres.ts';
import { startServer } from '../../support/server-process.ts';

/**
 * The server of one run of the browser tests. Every test sends its own address in X-Forwarded-For, see
 * test.ts, so that tests do not share the limits per address (C-12).
 */
await buildIfChanged();
const postgres = process.env.E2E_DATABASE === 'postgres' ? await startPostgres() : null;
const template = postgres ? undefined : process.env.E2E_DATA_TEMPLATE;
if (template) await (await startServer({ DATA_DIR: template })).stop();
const server = await startServer(
  {
    PORT: process.env.E2E_PORT ?? '8000',
    CLOCK_PORT: process.env.E2E_CLOCK_PORT ?? '8001',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    // One run sends more codes than a small site does in an hour (C-11).
    OTP_SENDS_PER_HOUR: '100000',
    OTP_SENDS_PER_HOUR_FOREIGN_COUNTRY: '100000',
    VOICE_CALLS_PER_HOUR: '100000',
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  },
  // The employer's side runs the server's own code, which reads the content as Vite does.
  ['--import', './scripts/vite-imports.mjs', 'tests/e2e/support/server-with-clock.ts'],
);
console.log(`serving ${server.url} on ${postgres ? 'PostgreSQL' : 'PGlite'}`);
server.child.stderr?.pipe(process.stderr);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, async () => {
    const code = await server.stop();
    await postgres?.remove();
    if (template) rmSync(template, { recursive: true, force: true });
    process.exit(code ?? 1);
  });
