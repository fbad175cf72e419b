import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { registeredApp } from '#lib/server/http/node/app-hook.ts';
import type { Runtime } from '#lib/server/runtime.ts';
import { triggerEvent } from './hiring/hiring-server.ts';

/**
 * Runs server.mjs unchanged, in a process where time can pass for one person: `POST
 * /?phone=%2B91…&seconds=31` on 127.0.0.1:`CLOCK_PORT`. Other tests are not affected. `POST /hiring` triggers
 * an event on the employer's side, see hiring.ts.
 */
const root = join(import.meta.dirname, '../../..');
await import(pathToFileURL(join(root, 'dist/server/entry.mjs')).href);

const app = registeredApp<Runtime>();
const { start } = app;
app.start = async () => {
  const runtime = await start();
  await answerOn(Number(process.env.CLOCK_PORT), runtime);
  return runtime;
};
await import(pathToFileURL(join(root, 'server.mjs')).href);

function answerOn(port: number, runtime: Runtime): Promise<void> {
  const { db } = runtime;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/hiring') {
      const [status, answer] = await json(request)
        .then((event) => triggerEvent(runtime, event as Parameters<typeof triggerEvent>[1]))
        .then((result): [number, string] => [200, JSON.stringify(result ?? null)])
        .catch((error): [number, string] => [500, String(error)]);
      response.writeHead(status).end(answer);
      return;
    }
    const [phone, seconds] = [searchParams.get('phone') ?? '', Number(searchParams.get('seconds'))];
    const failure = await letTimePass(db, phone, seconds).then(() => null, String);
    response.writeHead(failure ? 500 : 200).end(failure);
  });
  return new Promise((ready) => server.listen(port, '127.0.0.1', ready));
}

/** Moves the stored times of the person and the number into the past: codes, limits, locks, sessions and tests. */
async function letTimePass(db: Db, phone: string, seconds: number): Promise<void> {
  const time = sql`make_interval(secs => ${seconds}::float8)`;
  const person = sql`select id from app_user where ${phone} in (phone_e164, pending_phone_e164)`;
  await db.transaction().execute(async (trx) => {
    await sql`
      update otp_challenge set created_at = created_at - ${time}, expires_at = expires_at - ${time},
        consumed_at = consumed_at - ${time}, superseded_at = superseded_at - ${time}
      where phone_e164 = ${phone} or user_id in (${person})`.execute(trx);
    await sql`
      update rate_counter set expires_at = expires_at - ${time}
      where right(key, length(${phone})) = ${phone}
        or exists (select from app_user where id in (${person}) and right(key, 36) = app_user.id::text)`.execute(
      trx,
    );
    await sql`
      update session set created_at = created_at - ${time}, last_seen_at = last_seen_at - ${time},
        expires_at = expires_at - ${time}, proven_at = proven_at - ${time}
      where user_id in (${person})`.execute(trx);
    await sql`
      update scholarship_registration set slot_starts_at = slot_starts_at - ${time}
      where user_id in (${person})`.execute(trx);
  });
}
