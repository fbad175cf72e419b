import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  type Database,
  type Db,
  isUnavailable,
  openDatabase,
  waitForDatabase,
} from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { isSoak } from '../support/soak.ts';

const lines: string[] = [];
const log = { warn: (_: object, line: string) => void lines.push(line) } as unknown as Log;
/** The product's limits, to which a machine that is busy with other tests adds its own time. */
const limits = isSoak ? { unavailable: 3000, back: 5000 } : { unavailable: 10_000, back: 15_000 };
const ask = (db: Db) => sql`select 1`.execute(db);
const askMany = (db: Db) => Promise.allSettled(Array.from({ length: 30 }, () => ask(db)));

async function expectUnavailable(db: Db): Promise<void> {
  const began = performance.now();
  const outcomes = await askMany(db);
  expect(performance.now() - began).toBeLessThan(limits.unavailable);
  for (const outcome of outcomes)
    expect(outcome.status === 'rejected' && isUnavailable(outcome.reason)).toBe(true);
}

async function expectBack(db: Db): Promise<void> {
  const deadline = performance.now() + limits.back;
  while (
    performance.now() < deadline &&
    !(await ask(db).then(
      () => true,
      () => false,
    ))
  )
    await sleep(100);
  expect(performance.now()).toBeLessThan(deadline);
  expect((await askMany(db)).filter(({ status }) => status === 'rejected')).toEqual([]);
}

// These tests stop their own server, because other files use the server of the run.
describe.runIf(inject('databaseUrl') as string | undefined)('when PostgreSQL is not available', () => {
  let postgres: Postgres;
  let database: Database;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await database?.close();
    await postgres?.remove();
  });

  it('reports unavailable within 3 s while the server is stopped, and works within 5 s of its return', {
    timeout: 90_000,
  }, async () => {
    database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
    await askMany(database.db);
    for (let round = 0; round < 2; round += 1) {
      const halfway = database.db.transaction().execute(async (trx) => {
        await ask(trx);
        await postgres.stop();
        await ask(trx);
      });
      expect(isUnavailable(await halfway.catch((error) => error))).toBe(true);
      await expectUnavailable(database.db);
      await postgres.start();
      await expectBack(database.db);
    }
    await database.close();
  });

  it('is waited for at the start of a process', async () => {
    await postgres.stop();
    database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
    const { db } = database;
    await expect(waitForDatabase(db, log, 0)).rejects.toSatisfy(isUnavailable);
    const waiting = waitForDatabase(db, log);
    await postgres.start();
    await waiting;
    await ask(db);
    expect(lines).toEqual(['the start waits for the database']);
    await database.close();
  });

  it('does the same when the network drops all packets silently', { timeout: 90_000 }, async () => {
    const line = await silentLine(Number(new URL(postgres.url).port));
    database = await openDatabase({
      databaseUrl: postgres.url.replace(/:\d+\//, `:${line.port}/`),
      dataDir: '',
    });
    await askMany(database.db);
    line.silence(true);
    await expectUnavailable(database.db);
    await expectUnavailable(database.db);
    line.silence(false);
    await expectBack(database.db);
    await database.close();
    line.close();
  });

  it('keeps a connection whose query begins after 2.5 idle seconds', async () => {
    database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
    await ask(database.db);
    await sleep(2540);
    await sql`select pg_sleep(0.3)`.execute(database.db);
    await database.close();
  });

  it('cancels a statement that runs too long, and keeps the connection', async () => {
    database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
    const began = performance.now();
    expect(isUnavailable(await sql`select pg_sleep(60)`.execute(database.db).catch((error) => error))).toBe(
      true,
    );
    expect(performance.now() - began).toBeLessThan(limits.unavailable);
    await ask(database.db);
    await database.close();
  });
});

/** Starts a proxy to the server. While it is silent, both ends stay connected and receive nothing. */
async function silentLine(target: number) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isSilent) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    silence(silent: boolean) {
      isSilent = silent;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
