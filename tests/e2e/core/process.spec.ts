import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from '../../support/postgres.ts';
import { startServer } from '../../support/server-process.ts';
import { isSoak } from '../../support/soak.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(() => {
  // Several servers start here, each with its own database.
  test.setTimeout(180_000);
});

test('the start-up prints the address; a port or data folder in use is rejected with a message; after kill -9 the folder is free again; SIGTERM ends the process with 0', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'liftoff-locked-'));
  const first = await startServer({ DATA_DIR: dataDir });
  expect(first.printed()).toContain(first.url);
  expect(first.printed()).toContain('/dev/inbox/');
  expect(first.printed()).toContain('+91');

  await expect(startServer({ PORT: new URL(first.url).port })).rejects.toThrow(
    /code 1:\nPort \d+ is in use[^\n]+\n$/,
  );
  await expect(startServer({ DATA_DIR: dataDir })).rejects.toThrow(/code 1:\n[^\n]+\n$/);

  first.child.kill('SIGKILL');
  await first.stop();
  const next = await startServer({ DATA_DIR: dataDir });
  expect(await next.stop()).toBe(0);
  rmSync(dataDir, { recursive: true });
});

test('an invalid setting is rejected with a message', async () => {
  await expect(startServer({ MESSAGES: 'pigeon' })).rejects.toThrow(
    /code 1:\nMESSAGES must be one of[^\n]+\n$/,
  );
});

test('[C-40] pages and requests fail quickly while the database is down, and recover automatically', async () => {
  test.skip(!findPostgres(), 'this machine has no PostgreSQL');
  const postgres = await startPostgres();
  const server = await startServer({ DATABASE_URL: postgres.url });
  const get = (path: string) =>
    fetch(`${server.url}${path}`, { signal: AbortSignal.timeout(isSoak ? 3_000 : 15_000) });
  // A search is rendered for each request.
  const jobs = () => get('/moonshot/jobs/?search=excel');
  expect([(await jobs()).status, (await get('/moonshot/jobs/')).status]).toEqual([200, 200]);
  expect((await get('/health/ready/')).status).toBe(200);

  await postgres.stop();
  const away = await jobs();
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
  expect(away.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(await away.text()).toContain('We will be right back.');
  // What was cached can be read for the rest of its minute.
  expect((await get('/moonshot/jobs/')).headers.get('cache-status')).toBe('liftoff; hit');
  await expect.poll(async () => (await get('/health/ready/')).status).toBe(503);
  expect(await (await get('/health/ready/')).json()).toMatchObject({ database: 'unavailable', media: 'ok' });
  expect((await get('/health/live/')).status).toBe(200);
  const call = await fetch(`${server.url}/api/v1/moonshot/jobs/`);
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
  // A page that depends on the session loads the session first.
  const known = await fetch(`${server.url}/moonshot/applications/`, { headers: { cookie: 'sid=x' } });
  expect(known.status).toBe(503);
  expect((await fetch(`${server.url}/terms/`)).status).toBe(200);

  await postgres.start();
  await expect.poll(async () => (await jobs()).status, { timeout: isSoak ? 5_000 : 15_000 }).toBe(200);
  await expect.poll(async () => (await get('/health/ready/')).status).toBe(200);
  await server.stop();
  await postgres.remove();
});

test('[C-40] a server that stops says that it is not ready, answers for a while, and ends each connection', async () => {
  const server = await startServer({ SHUTDOWN_DELAY_SECONDS: '8' });
  const get = (path: string) => fetch(`${server.url}${path}`);
  expect((await get('/health/ready/')).status).toBe(200);
  const code = server.stop();
  await expect.poll(async () => (await get('/health/ready/')).status, { intervals: [50] }).toBe(503);
  for (const path of ['/about/', '/events/', '/api/v1/moonshot/jobs/', '/health/live/']) {
    const { status, headers } = await get(path);
    expect([path, status, headers.get('connection')]).toEqual([path, 200, 'close']);
  }
  expect(await code).toBe(0);
});
