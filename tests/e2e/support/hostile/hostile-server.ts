import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { createSession } from '#lib/server/auth/session.ts';
import type { Db } from '#lib/server/db/index.ts';
import { demoPeople, seedPerson } from '#lib/server/demo/person.ts';
import { generateShortlistKey, hashShortlistKey } from '#lib/server/hiring/employer-links/link-key.ts';
import { registeredApp } from '#lib/server/http/node/app-hook.ts';
import type { Runtime } from '#lib/server/runtime.ts';
import { grantRole } from '#lib/server/staff/grant-role.ts';

/**
 * Runs server.mjs unchanged, in a process that a test can ask for sessions and for its memory, by a `POST` to
 * 127.0.0.1:`CONTROL_PORT`.
 */
const root = join(import.meta.dirname, '../../../..');
await import(pathToFileURL(join(root, 'dist/server/entry.mjs')).href);

export type Role = 'admin' | 'staff' | 'candidate' | 'beginner';
export type ControlRequest = { do: 'sign-in' } | { do: 'read-ids' } | { do: 'measure-memory' };
export type Sessions = Record<Role, string>;
/** The ids of the rows of each table. */
export type Ids = Record<string, string[]>;
/** In bytes, after a garbage collection. */
export interface Memory {
  heapUsed: number;
  external: number;
}

const app = registeredApp<Runtime>();
const { start } = app;
app.start = async () => {
  const runtime = await start();
  await listen(Number(process.env.CONTROL_PORT), runtime);
  return runtime;
};
await import(pathToFileURL(join(root, 'server.mjs')).href);

function listen(port: number, { db }: Runtime): Promise<void> {
  const server = createServer(async (request, response) => {
    try {
      const result = await control(db, (await json(request)) as ControlRequest);
      response.end(JSON.stringify(result));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  return new Promise((ready) => server.listen(port, '127.0.0.1', ready));
}

function control(db: Db, request: ControlRequest): Promise<Sessions | Ids | Memory> {
  switch (request.do) {
    case 'sign-in':
      return signIn(db);
    case 'read-ids':
      return readIds(db);
    case 'measure-memory':
      return measureMemory();
  }
}

const people = {
  admin: demoPeople.kavita,
  staff: { firstName: 'Vikram', lastName: 'Rao', email: 'vikram.rao@example.com', phone: '+919876543219' },
  candidate: demoPeople.asha,
  beginner: demoPeople.rohan,
} satisfies Record<Role, object>;

/** Creates a session of each person and empties the limits, so that most requests reach a handler. */
async function signIn(db: Db): Promise<Sessions> {
  await sql`delete from rate_counter`.execute(db);
  const sessions = {} as Sessions;
  for (const [role, person] of Object.entries(people) as [Role, (typeof people)[Role]][]) {
    const userId = await seedPerson(db, person);
    if (role === 'staff') await grantRole(db, person.phone, 'staff');
    sessions[role] = await db
      .transaction()
      .execute((trx) =>
        createSession(trx, { userId, provenAt: 'now', isVerified: true, userAgent: 'test', replaces: null }),
      );
  }
  return sessions;
}

const tables = [
  ...[
    'app_user',
    'candidate_registration',
    'employer',
    'job',
    'job_location',
    'job_application',
    'job_offer',
  ],
  ...['training_batch', 'interview_slot', 'interviewer', 'interview', 'scorecard', 'placement'],
  ...['portfolio', 'portfolio_project', 'portfolio_link', 'portfolio_work', 'media', 'enrolment'],
  ...['callback_request', 'lead', 'lead_filter', 'staff_action', 'outbox', 'webhook'],
];

async function readIds(db: Db): Promise<Ids> {
  const ids: Ids = {};
  await insertWebhook(db);
  for (const table of tables) {
    const id = sql.ref(table === 'candidate_registration' ? 'user_id' : 'id');
    const { rows } = await sql<{ id: string }>`
      select ${id} as id from ${sql.table(table)} order by 1 limit 20`.execute(db);
    ids[table] = rows.map((row) => row.id);
  }
  const { rows: calls } = await sql<{ reference: string }>`select reference from callback_request`.execute(
    db,
  );
  ids.shortlist_key = [await openShortlist(db)];
  ids.reference = calls.map(({ reference }) => reference);
  for (const table of ['job', 'portfolio']) {
    const { rows } = await sql<{ slug: string }>`select slug from ${sql.table(table)} order by slug`.execute(
      db,
    );
    ids[`${table}_slug`] = rows.map(({ slug }) => slug);
  }
  return ids;
}

/** Adds a webhook to an address at which nobody listens. */
async function insertWebhook(db: Db): Promise<void> {
  await sql`
    insert into webhook (id, name, url, events, secret_hash, created_by_id)
    values (gen_random_uuid(), 'A CRM', 'http://127.0.0.1:9/', '{offer.made}', 'x', gen_random_uuid())`.execute(
    db,
  );
}

/** Gives the demo's link of an employer a key that is known, and returns it. */
async function openShortlist(db: Db): Promise<string> {
  const key = generateShortlistKey();
  await sql`update employer_link set key_hash = ${hashShortlistKey(key)}`.execute(db);
  return key;
}

/** Needs `node --expose-gc`. */
async function measureMemory(): Promise<Memory> {
  for (let at = 0; at < 3; at += 1) {
    await new Promise((later) => setImmediate(later));
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return { heapUsed, external };
}
