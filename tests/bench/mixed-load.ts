import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#lib/server/db/index.ts';
import { createPlainPicture } from '../support/media/pictures.ts';
import { listStaffPages, requireAdminId, signInStaff } from './staff-pages.ts';

interface MixedLoadOptions {
  url: string;
  databaseUrl: string;
  /** Requests that begin in a second. */
  perSecond: number;
  seconds: number;
  /** Called after each minute of the load. */
  onMinute(minute: number, count: number): void;
}

/** A request of the load. A function makes a new one each time. */
type Visit = { path: string } & RequestInit;

const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
const programs = ['career-accelerator-program', 'embark-pro'];
const portraits = [96, 192, 384].map((width) => `/images/thumb/${width}/content/portraits/ananya-iyer`);

/** Of a hundred requests so many are of this kind. */
const shares = { page: 62, api: 12, file: 6, document: 2, staffPage: 8, write: 9, upload: 1 };

/**
 * Sends what visitors, people with an account and staff send, at a steady rate. Half of the pages are past the cache. Returns how many
 * requests were sent, those that failed with 5xx or without an answer, by path, and the milliseconds that each took.
 */
export async function sendMixedLoad(
  options: MixedLoadOptions,
): Promise<{ count: number; failed: Map<string, number>; times: number[] }> {
  const visits = await prepareVisits(options);
  const kinds = Object.entries(shares).flatMap(([kind, share]) =>
    Array.from({ length: share }, () => kind as keyof typeof shares),
  );
  const failed = new Map<string, number>();
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  const begin = performance.now();
  let count = 0;
  let minute = 0;
  while (performance.now() - begin < options.seconds * 1000) {
    const visit = visits[kinds[randomInt(kinds.length)] ?? 'page']();
    const sentAt = performance.now();
    const sent = send(options.url, visit).then((works) => {
      open.delete(sent);
      times.push(performance.now() - sentAt);
      if (!works) failed.set(visit.path, (failed.get(visit.path) ?? 0) + 1);
    });
    open.add(sent);
    count += 1;
    await wait(Math.max(0, begin + (count * 1000) / options.perSecond - performance.now()));
    const passed = Math.floor((performance.now() - begin) / 60_000);
    if (passed > minute) options.onMinute(passed, count);
    minute = passed;
  }
  await Promise.all(open);
  return { count, failed, times };
}

/** Returns whether the server has answered, with anything but 5xx. Limits of the server answer with 429. */
async function send(url: string, { path, ...init }: Visit): Promise<boolean> {
  try {
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init });
    await response.arrayBuffer();
    return response.status < 500;
  } catch {
    return false;
  }
}

async function prepareVisits({
  url,
  databaseUrl,
}: MixedLoadOptions): Promise<Record<keyof typeof shares, () => Visit>> {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const { db } = database;
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path ?? '/');
  const assets = [...(await (await fetch(url)).text()).matchAll(/\/_astro\/[\w.-]+/g)].map(([path]) => path);
  const staff = await signInStaff(db, await requireAdminId(db));
  const staffPages = await listStaffPages(db);
  const people = await db
    .selectFrom('appUser')
    .select('id')
    .where('phoneVerifiedAt', 'is not', null)
    .execute();
  const accounts = await Promise.all(people.map(({ id }) => signInStaff(db, id)));
  await database.close();
  const picture = await createPlainPicture(1600, 1200).jpeg().toBuffer();
  const jobs = pages.filter((path) => path.startsWith('/moonshot/jobs/'));
  const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
  const post = (path: string, body: object, headers = {}): Visit => ({
    path,
    ...json,
    headers: { ...json.headers, 'x-forwarded-for': newAddress(), ...headers },
    body: JSON.stringify(body),
  });

  const api = [
    '/api/v1/live-events/',
    '/api/v1/moonshot/jobs/',
    '/api/v1/public/reviews/',
    '/api/v1/public/coaches/',
    ...jobs.map((path) => `/api/v1${path}`),
  ];
  const writes: (() => Visit)[] = [
    () => post('/api/v1/auth/user-exists/', { country_iso_code: 'IN', phone: newPhone() }),
    () =>
      post('/api/v3/auth/register/', {
        ...{ first_name: 'Meera', last_name: 'Nair', email: newEmail() },
        ...{ country_iso_code: 'IN', phone: newPhone(), product: 'cap' },
      }),
    () => post(`/api/v1/programs/${pick(programs)}/send-brochure/`, { email: newEmail() }),
    () => post('/api/v1/analytics/events/', visitOfTenPages(), { cookie: 'consent=analytics' }),
  ];
  return {
    page: () => ({
      path: pick(pages),
      headers: {
        ...{ 'accept-encoding': 'br', accept: 'text/html' },
        ...pick([{}, { cookie: 'unknown=1' }, pick(accounts)]),
      },
    }),
    api: () => ({ path: pick(api), headers: pick([{}, pick(accounts)]) }),
    file: () => ({ path: pick(assets), headers: { 'accept-encoding': 'br' } }),
    document: () => ({
      path: pick([
        ...programs.map((slug) => `/programs/${slug}/brochure.pdf`),
        ...['/og/portfolios/asha-verma.png', ...portraits],
      ]),
      headers: { accept: 'image/avif,image/webp,*/*' },
    }),
    staffPage: () => ({ path: pick(staffPages), headers: staff }),
    write: () => pick(writes)(),
    upload: () => {
      const body = new FormData();
      body.set('public', 'true');
      body.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
      return { path: '/api/v1/upload/', method: 'POST', body, headers: pick(accounts) };
    },
  };
}

const visitOfTenPages = () => ({
  visit_id: randomUUID(),
  events: Array.from({ length: 10 }, (_, index) => ({
    ...{ name: 'page_viewed', number: index + 1, age: 1000, path: '/programs/embark-pro/' },
    properties: { referrer_host: null },
  })),
});

const newPhone = () => `9${randomInt(100_000_000, 999_999_999)}`;
const newEmail = () => `bench-${randomUUID()}@example.com`;
const newAddress = () => `2001:db8:${randomInt(0x10000).toString(16)}:${randomInt(0x10000).toString(16)}::1`;
