import { randomInt, randomUUID } from 'node:crypto';
import { type APIRequestContext, request } from 'playwright/test';
import { findPostgres, type Postgres, startPostgres } from '../../support/postgres.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { post, signUpVerified } from '../support/auth/signed-in.ts';
import { expect, test } from '../support/test.ts';

/** Two processes on one PostgreSQL, each with its cache of pages. */

const paths = [
  '/moonshot/',
  '/moonshot/jobs/',
  '/moonshot/jobs/?city=Pune',
  '/events/',
  '/portfolios/asha-verma/',
];
/** How late another process may show a write. */
const boundMs = 1000;

let postgres: Postgres;
let servers: ServerProcess[] = [];

test.describe('two processes with a cache each', () => {
  test.skip(!findPostgres(), 'this machine has no PostgreSQL');
  test.setTimeout(300_000);

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    postgres = await startPostgres();
    // The first one adds the demo data.
    for (let index = 0; index < 2; index += 1)
      servers.push(await startServer({ DATABASE_URL: postgres.url }));
  });
  test.afterAll(async () => {
    for (const server of servers) await server.stop();
    servers = [];
    await postgres?.remove();
  });

  const oneOf = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
  const isHit = (headers: Headers) => headers.get('cache-status')?.includes('hit') ?? false;

  test('[C-39] what a visitor sees never depends on who asked before, nor on languages, cookies or queries', async () => {
    const people: { context: APIRequestContext; secrets: string[] }[] = [];
    for (let index = 0; index < 4; index += 1) {
      const context = await request.newContext();
      const origin = oneOf(servers).url;
      const { phone, email } = await signUpVerified(context, origin);
      people.push({ context, secrets: [phone, email] });
    }
    const visit = async ({ url }: ServerProcess, path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${url}${path}`, { headers });
      return { response, html: await response.text() };
    };
    const clean = new Map<string, string>();
    for (const server of servers)
      for (const path of paths) clean.set(server.url + path, (await visit(server, path)).html);

    const secrets = people.flatMap((person) => person.secrets);
    let hits = 0;
    for (let round = 0; round < 400; round += 1) {
      const [server, path] = [oneOf(servers), oneOf(paths)];
      const junk = `${path.includes('?') ? '&' : '?'}utm_content=${randomUUID()}&name=${randomUUID()}`;
      if (round % 4 === 0) {
        const response = await oneOf(people).context.get(`${server.url}${path}${junk}`);
        expect(response.status()).toBe(200);
        expect(response.headers()['cache-control']).toMatch(/no-store|private/);
        expect(response.headers()['cache-status'] ?? '').not.toContain('hit');
        continue;
      }
      const { response, html } = await visit(server, path + junk, {
        'accept-language': oneOf(['hi-IN', 'ta', 'en-GB;q=0.8', 'x'.repeat(200)]),
        'user-agent': `browser ${randomUUID()}`,
        referer: `https://example.com/${oneOf(secrets)}`,
        ...(round % 3 ? {} : { cookie: `utm_first=${randomUUID()}; ref_code=${oneOf(secrets)}` }),
      });
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(secrets.filter((secret) => html.includes(secret))).toEqual([]);
      expect(html === clean.get(server.url + path), `${path} is the page of a new visitor`).toBe(true);
      if (isHit(response.headers)) hits += 1;
    }
    // Junk makes no pages of its own, so nearly all of the 300 visitors got one that was there.
    expect(hits).toBeGreaterThan(270);
    for (const { context } of people) await context.dispose();
  });

  test('[API-30] of 1,000 writes and reads no read is older than the last write in its process, or than a second in another one', async () => {
    const owner = await request.newContext();
    const [first] = servers as [ServerProcess];
    const login = { country_iso_code: 'IN', phone: '9876543210' };
    const { otp_id } = await post(owner, first.url, '/api/v1/auth/login/request-otp/', login);
    const inbox = await owner.get(`${first.url}/dev/inbox.json?to=%2B919876543210`);
    const otp = (await inbox.json()).messages[0].code;
    await post(owner, first.url, '/api/v1/auth/login/verify-otp/', { otp_id, otp });
    const own = await (await owner.get(`${first.url}/api/v1/portfolios/asha-verma/`)).json();
    const { id } = own.portfolio ?? own;
    let { version } = own.portfolio ?? own;

    const writes = [{ number: 0, at: 0, server: first }];
    const write = async (number: number) => {
      const server = oneOf(servers);
      const response = await owner.patch(`${server.url}/api/v1/portfolios/${id}/update/`, {
        headers: { origin: server.url },
        data: { version, headline: `Headline ${number}` },
      });
      const body = await response.json();
      expect(response.status(), JSON.stringify(body)).toBe(200);
      version = (body.portfolio ?? body).version;
      writes.push({ number, at: performance.now(), server });
    };
    const tooOld: string[] = [];
    let hits = 0;
    const read = async () => {
      const server = oneOf(servers);
      const begun = performance.now();
      const expected = writes.findLast(
        (one) => one.at <= (one.server === server ? begun : begun - boundMs),
      )?.number;
      const response = await fetch(`${server.url}/portfolios/asha-verma/`);
      const shown = Number(/Headline (\d+)/.exec(await response.text())?.[1] ?? 0);
      if (shown < (expected ?? 0)) tooOld.push(`${shown} instead of ${expected}`);
      if (isHit(response.headers)) hits += 1;
    };

    let reads = 0;
    const readOn = async () => {
      while (reads++ < 700) await read();
    };
    const writeAll = async () => {
      for (let number = 1; number <= 300; number += 1) await write(number);
    };
    await Promise.all([writeAll(), readOn(), readOn()]);
    expect(tooOld).toEqual([]);
    expect(hits).toBeGreaterThan(100);
    await owner.dispose();
  });
});
