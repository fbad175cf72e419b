import { Agent, request } from 'node:http';
import { startProxy } from '../../support/health-checking-proxy.ts';
import { findPostgres, startPostgres } from '../../support/postgres.ts';
import { freePort, type ServerProcess, startServer } from '../../support/server-process.ts';
import { expect, test } from '../support/test.ts';

const restarts = 10;
const perSecond = 200;
const tickMs = 20;

interface Sent {
  total: number;
  /** What each failed request got, with its address. */
  failures: string[];
}

/** What visitors do, by how many of 20 do it: files, cached pages, calls, pages from the database, and forms from slow phones. */
const shares = [
  { share: 10, path: '/about/' },
  { share: 6, path: '/moonshot/jobs/' },
  { share: 2, path: '/api/v1/live-events/' },
  { share: 1, path: '/moonshot/jobs/?search=excel' },
  { share: 1, path: '/api/v1/auth/user-exists/', method: 'POST' },
];
const kinds = shares.flatMap(({ share, path, method = 'GET' }) => Array(share).fill({ path, method }));

/**
 * Sends `perSecond` requests a second, whatever becomes of them. Each answer has to be whole and 200. The body of a form arrives in two
 * parts, a second apart.
 */
function startLoad(url: string, siteOrigin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 400 });
  const sent: Sent = { total: 0, failures: [] };
  const running = new Set<Promise<void>>();

  const send = (number: number) =>
    new Promise<void>((done) => {
      const { path, method } = kinds[number % kinds.length];
      const fail = (reason: unknown) => {
        sent.failures.push(`${method} ${path}: ${reason}`);
        done();
      };
      const phone = String(9_000_000_000 + number);
      const body = method === 'POST' ? JSON.stringify({ country_iso_code: 'IN', phone }) : '';
      // Each visitor has a network and a device of their own.
      const visitor = `100.${64 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
      const headers = { origin: siteOrigin, 'x-visitor': visitor, 'content-type': 'application/json' };
      const req = request(
        `${url}${path}`,
        { method, agent, headers: { ...headers, 'content-length': body.length } },
        (res) => {
          const reason = `${res.statusCode} ${res.headers['x-reason'] ?? ''}`;
          res.on('error', fail).on('aborted', () => fail('the answer broke off'));
          res.on('end', () => (res.statusCode === 200 ? done() : fail(reason))).resume();
        },
      );
      req.on('error', fail);
      if (!body) return void req.end();
      req.write(body.slice(0, 10));
      setTimeout(() => req.end(body.slice(10)), 1000);
    });

  const timer = setInterval(() => {
    for (let i = 0; i < (perSecond * tickMs) / 1000; i += 1) {
      const one = send(sent.total++).finally(() => running.delete(one));
      running.add(one);
    }
  }, tickMs);
  return async (): Promise<Sent> => {
    clearInterval(timer);
    await Promise.all(running);
    agent.destroy();
    return sent;
  };
}

test('[C-40] two processes behind a proxy are restarted one after another under 200 requests a second, and no request fails', async () => {
  test.skip(!findPostgres(), 'this machine has no PostgreSQL');
  test.setTimeout(300_000);
  const postgres = await startPostgres();
  const ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://localhost:${port}`);
  const [siteOrigin = ''] = urls;
  const start = (index: number) =>
    startServer({
      PORT: String(ports[index]),
      // Two processes of one site.
      SITE_ORIGIN: siteOrigin,
      DATABASE_URL: postgres.url,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SHUTDOWN_DELAY_SECONDS: '1',
    });
  const servers: ServerProcess[] = [await start(0), await start(1)];
  const proxy = await startProxy(urls);
  const stopLoad = startLoad(proxy.url, siteOrigin);
  for (let restart = 0; restart < restarts; restart += 1) {
    const index = restart % 2;
    expect(await servers[index]?.stop()).toBe(0);
    servers[index] = await start(index);
    await expect.poll(() => proxy.isReady(urls[index] ?? '')).toBe(true);
  }
  const { total, failures } = await stopLoad();
  console.log(`${restarts} restarts, ${total} requests, ${failures.length} of them failed`);
  expect(failures.slice(0, 20)).toEqual([]);
  expect(total).toBeGreaterThan(restarts * perSecond);
  proxy.close();
  for (const server of servers) expect(await server.stop()).toBe(0);
  await postgres.remove();
});
