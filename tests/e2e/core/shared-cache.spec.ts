import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type APIRequestContext, request } from 'playwright/test';
import { type NotificationFilter, startNotificationFilter } from '../../support/notification-filter.ts';
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
/** The same where no notification reaches it. */
const lostBoundMs = 60_000;
const owned = '/portfolios/asha-verma/';

let postgres: Postgres;
/** The way of the first server to PostgreSQL. */
let filter: NotificationFilter;
let servers: ServerProcess[] = [];
interface OwnerSession {
  owner: APIRequestContext;
  save(server: ServerProcess, number: number): Promise<void>;
}
let session: Promise<OwnerSession> | undefined;

test.describe('two processes with a cache each', () => {
  test.skip(!findPostgres(), 'this machine has no PostgreSQL');
  test.setTimeout(300_000);

  test.beforeAll(async () => {
    test.setTimeout(120_000);
    postgres = await startPostgres();
    filter = await startNotificationFilter(postgres.url);
    // The first one adds the demo data.
    for (const url of [filter.url, postgres.url]) servers.push(await startServer({ DATABASE_URL: url }));
  });
  test.afterAll(async () => {
    await (await session)?.owner.dispose();
    for (const server of servers) await server.stop();
    servers = [];
    filter?.close();
    await postgres?.remove();
  });

  const oneOf = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
  const isHit = (headers: Headers) => headers.get('cache-status')?.includes('hit') ?? false;

  /** Logs in who owns a portfolio, once, because codes are rare. `save` stores a number in its headline. */
  const signInOwner = () => {
    session ??= createSession();
    return session;
  };
  async function createSession(): Promise<OwnerSession> {
    const owner = await request.newContext();
    const [first] = servers as [ServerProcess];
    const login = { country_iso_code: 'IN', phone: '9876543210' };
    const { otp_id } = await post(owner, first.url, '/api/v1/auth/login/request-otp/', login);
    const inbox = await owner.get(`${first.url}/dev/inbox.json?to=%2B919876543210`);
    const otp = (await inbox.json()).messages[0].code;
    await post(owner, first.url, '/api/v1/auth/login/verify-otp/', { otp_id, otp });
    const own = await (await owner.get(`${first.url}/api/v1${owned}`)).json();
    const { id } = own.portfolio ?? own;
    let { version } = own.portfolio ?? own;
    const save = async ({ url }: ServerProcess, number: number) => {
      const response = await owner.patch(`${url}/api/v1/portfolios/${id}/update/`, {
        headers: { origin: url },
        data: { version, headline: `Headline ${number}` },
      });
      const body = await response.json();
      expect(response.status(), JSON.stringify(body)).toBe(200);
      version = (body.portfolio ?? body).version;
    };
    return { owner, save };
  }

  /** Returns the number that the page of a server shows. */
  async function show({ url }: ServerProcess): Promise<{ shown: number; isCached: boolean }> {
    const response = await fetch(`${url}${owned}`);
    const shown = Number(/Headline (\d+)/.exec(await response.text())?.[1] ?? 0);
    return { shown, isCached: isHit(response.headers) };
  }

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
    const { save } = await signInOwner();
    const writes = [{ number: 0, at: 0, server: servers[0] as ServerProcess }];
    const write = async (number: number) => {
      const server = oneOf(servers);
      await save(server, number);
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
      const { shown, isCached } = await show(server);
      if (shown < (expected ?? 0)) tooOld.push(`${shown} instead of ${expected}`);
      if (isCached) hits += 1;
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
  });

  test('[API-30] a process that no notification reaches shows a write of the other within a minute, and within a second once it listens again', async () => {
    const { save } = await signInOwner();
    const [deaf, other] = servers as [ServerProcess, ServerProcess];
    const fillCache = () => expect.poll(async () => (await show(deaf)).isCached).toBe(true);
    /** Returns after how many milliseconds the page shows a number. No older one may be asked for after the bound. */
    const measure = async (number: number) => {
      const began = performance.now();
      for (;;) {
        const askedMs = performance.now() - began;
        if ((await show(deaf)).shown === number) return askedMs;
        expect(askedMs).toBeLessThan(lostBoundMs);
        await wait(100);
      }
    };
    await save(other, 1001);
    expect(await measure(1001)).toBeLessThan(boundMs);

    await fillCache();
    filter.lose();
    await save(other, 1002);
    expect(await show(deaf)).toEqual({ shown: 1001, isCached: true });
    const lostMs = await measure(1002);

    await fillCache();
    await save(other, 1003);
    expect(await show(deaf)).toEqual({ shown: 1002, isCached: true });
    await filter.restore();
    const backMs = await measure(1003);
    expect(backMs).toBeLessThan(boundMs);
    console.log(
      `shown after ${lostMs.toFixed(0)} ms without notifications, ${backMs.toFixed(0)} ms after it listens again`,
    );
    await save(other, 1004);
    expect(await measure(1004)).toBeLessThan(boundMs);
  });
});
