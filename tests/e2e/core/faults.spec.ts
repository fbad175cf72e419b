import pg from 'pg';
import { findPostgres, type Postgres, startPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { expect, test } from '../support/test.ts';

/** What visitors of one server see while PostgreSQL has a fault, and what is lost. docs/operations/faults.md has the table. */

test.skip(!findPostgres(), 'this machine has no PostgreSQL');
test.describe.configure({ mode: 'serial' });

const maxConnections = 30;
let postgres: Postgres;
let server: ServerProcess;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  // A commit is on the disk before it is acknowledged, as in production.
  postgres = await startPostgres({ settings: { synchronous_commit: 'on', max_connections: maxConnections } });
  server = await startServer({
    DATABASE_URL: postgres.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    METRICS_PORT: '0',
  });
});
test.afterAll(async () => {
  await server?.stop();
  await postgres?.remove();
});

const get = (path: string) => fetch(`${server.url}${path}`, { signal: AbortSignal.timeout(12_000) });
/** A search is rendered for each request. */
const search = () => get('/moonshot/jobs/?search=excel');
let people = 0;

/** Registers somebody with a network of their own, and returns the id that was acknowledged, or the error. */
async function register(): Promise<{ status: number; id?: string; body: Record<string, unknown> }> {
  people += 1;
  const n = people;
  const response = await fetch(`${server.url}/api/v3/auth/register/`, {
    method: 'POST',
    signal: AbortSignal.timeout(12_000),
    headers: {
      ...{ 'content-type': 'application/json', origin: server.url, 'sec-fetch-site': 'same-origin' },
      'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    },
    body: JSON.stringify({
      ...{ first_name: 'Asha', email: `fault-${n}@example.com`, country_iso_code: 'IN' },
      phone: `98${10_000_000 + n * 101}`,
    }),
  });
  const body = (await response.json()) as Record<string, unknown> & { user?: { id: string } };
  return { status: response.status, ...(body.user && { id: body.user.id }), body };
}

/** Expects what does not need PostgreSQL, and that a page and a call of the API say readably that it is away. */
async function expectOutage(): Promise<void> {
  const page = await search();
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  const text = await page.text();
  expect(text).toContain('We will be right back.');
  expect(text).toContain(page.headers.get('x-request-id') ?? 'no id');
  await expectRejected(await get('/api/v1/moonshot/jobs/'));
  await expectPublicPages();
}

async function expectRejected(call: Response): Promise<void> {
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await call.json()).toEqual({
    ...{ error_code: 'SERVICE_UNAVAILABLE', error: expect.any(String), field_errors: {}, retry_after: 5 },
    request_id: call.headers.get('x-request-id'),
  });
}

/** A file, a page from the cache, and that the process is not to be restarted. */
async function expectPublicPages(): Promise<void> {
  const cached = await get('/moonshot/jobs/');
  expect([cached.status, cached.headers.get('cache-status')]).toEqual([200, 'liftoff; hit']);
  expect((await get('/terms/')).status).toBe(200);
  expect((await get('/health/live/')).status).toBe(200);
}

/** Puts a page into the cache, so that the fault finds it there. */
async function warmUp(): Promise<void> {
  await expect
    .poll(async () => (await get('/moonshot/jobs/')).headers.get('cache-status'))
    .toBe('liftoff; hit');
}

async function expectRecovery(): Promise<void> {
  await expect.poll(async () => (await search()).status, { timeout: 8_000 }).toBe(200);
  await expect.poll(async () => (await register()).status, { timeout: 8_000 }).toBe(200);
  await expect.poll(async () => (await get('/health/ready/')).status, { timeout: 8_000 }).toBe(200);
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(postgres.url);
  client.on('error', () => {});
  await client.connect();
  return client;
}

const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'liftoff%'`;

test('[C-40] PostgreSQL restarts under sign-ups: nobody waits for long, and nothing that was acknowledged is lost', async () => {
  await warmUp();
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let isOver = false;
  const lane = async () => {
    while (!isOver) {
      const { status, id } = await register();
      statuses.add(status);
      if (id) acknowledged.push(id);
    }
  };
  const lanes = Array.from({ length: 10 }, lane);
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(100);
  await postgres.stop();
  const before = acknowledged.length;
  await expectOutage();
  await postgres.start();
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
  isOver = true;
  await Promise.all(lanes);
  expect([...statuses].toSorted()).toEqual([200, 503]);
  const client = await connect();
  const { rows } = await client.query('select id from app_user where id = any($1)', [acknowledged]);
  await client.end();
  expect(rows).toHaveLength(acknowledged.length);
  await expectRecovery();
});

test('[C-40] a lock that holds up every statement: 503 within seconds, and all works as soon as it is gone', async () => {
  await warmUp();
  const client = await connect();
  await client.query('begin; lock table job, app_user in access exclusive mode');
  const began = performance.now();
  // More visitors than there are connections.
  const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await search()).status));
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(new Set(statuses)).toEqual(new Set([503]));
  await expectOutage();
  await client.query('rollback');
  await client.end();
  await expectRecovery();
});

test('[C-40] PostgreSQL has no connection left: 503 at once, and the pool recovers', async () => {
  await warmUp();
  const admin = await connect();
  const others: pg.Client[] = [];
  await admin.query(endConnections);
  for (;;)
    try {
      others.push(await connect());
    } catch {
      const { rows } = await admin.query(endConnections);
      if (!rows.length) break;
    }
  await expectOutage();
  await expect.poll(async () => (await get('/health/ready/')).status).toBe(503);
  await Promise.all([admin, ...others].map((client) => client.end()));
  await expectRecovery();
});

test('[C-40] PostgreSQL only reads: pages are shown, writes are 503, and readiness says so', async () => {
  const admin = await connect();
  const setReadOnly = (value: 'on' | 'off') =>
    admin.query(`alter database postgres set default_transaction_read_only = ${value}`);
  await setReadOnly('on');
  await admin.query(endConnections);
  await expect
    .poll(async () => (await get('/health/ready/')).json())
    .toMatchObject({
      ...{ is_ready: true, database: 'read-only' },
    });
  for (const path of ['/moonshot/jobs/?search=excel', '/events/', '/api/v1/live-events/'])
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  expect(await register()).toMatchObject({
    ...{ status: 503, body: { error_code: 'SERVICE_UNAVAILABLE', retry_after: 5 } },
  });
  await admin.query('begin read write');
  await admin.query(`alter database postgres reset default_transaction_read_only`);
  await admin.query('commit');
  await admin.end();
  await expectRecovery();
});

test('[C-40] the faults have left no more lines than requests that failed', () => {
  const lines = server
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const background = lines.filter((line) => !line.includes('requestId'));
  expect(background.length).toBeLessThan(40);
});
