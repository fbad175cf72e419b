import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { hashToken } from '#lib/server/auth/session.ts';
import { openDatabase } from '#lib/server/db/index.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { createDataFolder, freePort, type ServerProcess, startServer } from '../../support/server-process.ts';
import { expect, test } from '../support/test.ts';

/** Megabytes of V8's old generation: enough for a start on the embedded database and for usual visits, not for many large requests at once. */
const heapMb = 72;
const deaths = 2;
const maxLanes = 300;
const dataDir = createDataFolder('liftoff-memory-limit-');

let server: ServerProcess | undefined;

test.afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts with the same settings each time, as a process manager does. */
async function start(port: string): Promise<ServerProcess> {
  server = await startServer({
    ...{ PORT: port, DATA_DIR: dataDir, DATABASE_URL: '', TRUSTED_PROXIES: '127.0.0.1,::1' },
    NODE_OPTIONS: `--max-semi-space-size=2 --max-old-space-size=${heapMb}`,
  });
  return server;
}

/** Opens the data while no server runs. */
async function withData<Result>(
  read: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<Result>,
) {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null });
  try {
    return await read(db);
  } finally {
    await close();
  }
}

let people = 0;
const newPhone = () => `98${10_000_000 + ++people * 101}`;
const address = (n: number) => ({ 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` });

const requestCallback = (url: string, phone: string) =>
  fetch(`${url}/api/v1/cap/request-sales-callback/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      ...address(Number(phone.slice(-7)) % 9_999_991),
    },
    body: JSON.stringify({
      ...{ first_name: 'Asha', country_iso_code: 'IN', phone, preferred_window: 'ASAP' },
      ...{ consent: true, elapsed_ms: 20_000 },
    }),
  });

/** The largest requests that visitors and staff may send. Each call makes the next one. */
async function createHeavyRequests(cookie: string, certificateId: string) {
  const row = (n: number) => `Person ${n},,person-${n}@example.com,Kochi,,Embark Pro,${'x'.repeat(900)}`;
  const rows = Array.from({ length: 1_000 }, (_, n) => row(n));
  const csv = ['Name,Phone,Email,City,Country,Programmes,Note', ...rows].join('\n');
  const leads = JSON.stringify({ csv, is_preview: true });
  const picture = await createPlainPicture(4_000, 3_000).jpeg().toBuffer();
  let count = 0;
  const kinds: ((url: string) => Promise<Response>)[] = [
    (url) =>
      fetch(`${url}/api/v1/staff/leads/import/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url, cookie },
        body: leads,
      }),
    (url) => fetch(`${url}/staff/leads.csv`, { headers: { cookie } }),
    (url) => fetch(`${url}/staff/applications.csv`, { headers: { cookie } }),
    (url) => fetch(`${url}/certificates/${certificateId}/certificate.pdf`, { headers: address(count) }),
    (url) => fetch(`${url}/moonshot/jobs/?search=excel${count}`, { headers: address(count) }),
    (url) => {
      const body = new FormData();
      body.set('public', 'false');
      body.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
      return fetch(`${url}/api/v1/upload/`, { method: 'POST', headers: { origin: url, cookie }, body });
    },
  ];
  return (url: string) => {
    count += 1;
    return (kinds[count % kinds.length] as (url: string) => Promise<Response>)(url);
  };
}

test('[C-40] a process that reaches the limit of its heap loses nothing that was acknowledged, and starts again', async () => {
  test.setTimeout(400_000);
  const port = String(await freePort());
  await (await startServer({ PORT: port, DATA_DIR: dataDir, DATABASE_URL: '' })).stop();
  const { cookie, certificateId } = await withData(async (db) => {
    const certificate = await db.selectFrom('certificate').select('id').executeTakeFirstOrThrow();
    const token = randomBytes(32).toString('base64url');
    await sql`
      insert into session (token_hash, user_id, expires_at, user_agent)
      select ${hashToken(token)}, user_id, now() + interval '1 day', 'soak' from user_role where role = 'admin' limit 1
    `.execute(db);
    return { cookie: `sid=${token}; signed_in=1`, certificateId: certificate.id };
  });
  const sendHeavy = await createHeavyRequests(cookie, certificateId);
  const acknowledged: string[] = [];
  const unanswered: string[] = [];
  const statuses = new Set<number>();

  for (let death = 1; death <= deaths; death += 1) {
    const { url, child, printed, stop } = await start(port);
    expect((await fetch(`${url}/health/ready/`)).status).toBe(200);
    const isRunning = () => child.exitCode === null && child.signalCode === null;

    // Who got no answer sends the same request again.
    for (const phone of unanswered.splice(0)) {
      expect((await requestCallback(url, phone)).status).toBe(200);
      acknowledged.push(phone);
    }
    const before = acknowledged.length;
    const write = async () => {
      while (isRunning()) {
        const phone = newPhone();
        try {
          const { status } = await requestCallback(url, phone);
          statuses.add(status);
          if (status === 200) acknowledged.push(phone);
        } catch {
          unanswered.push(phone);
          break;
        }
      }
    };
    const writers = Array.from({ length: 4 }, write);
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 20);

    // Each answer is followed by two requests, so the load rises until the process ends.
    let lanes = 0;
    const load = async (): Promise<void> => {
      lanes += 1;
      const more: Promise<void>[] = [];
      while (isRunning())
        try {
          const response = await sendHeavy(url);
          await response.arrayBuffer();
          if (lanes < maxLanes) more.push(load());
        } catch {
          break;
        }
      await Promise.all(more);
    };
    await Promise.all([...writers, ...Array.from({ length: 60 }, load)]);
    await stop();
    // V8 ends the process with a message of its own. Any other end is not the fault of this test.
    expect(child.signalCode).toBe('SIGABRT');
    expect(printed()).toMatch(/JavaScript heap out of memory/);
  }

  const last = await start(port);
  expect((await fetch(`${last.url}/health/ready/`)).status).toBe(200);
  for (const phone of unanswered.splice(0)) {
    expect((await requestCallback(last.url, phone)).status).toBe(200);
    acknowledged.push(phone);
  }
  expect(await last.stop()).toBe(0);
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([]);
  const stored = await withData((db) => db.selectFrom('callbackRequest').select('phoneE164').execute());
  const times = new Map<string, number>();
  for (const { phoneE164 } of stored) times.set(phoneE164, (times.get(phoneE164) ?? 0) + 1);
  expect(acknowledged.filter((phone) => times.get(`+91${phone}`) !== 1)).toEqual([]);
});
