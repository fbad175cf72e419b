import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CurrentRequest, withRequest } from '#lib/server/current-request.ts';
import { isUnavailable } from '#lib/server/db/index.ts';
import { ownDatabase, type TestDatabase } from '../support/database.ts';

const within = <Result>(request: CurrentRequest, work: () => Promise<Result>): Promise<Result> =>
  new Promise((done, failed) => withRequest(request, () => void work().then(done, failed)));

describe.runIf(inject('databaseUrl') as string | undefined)('a request on a slow PostgreSQL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await ownDatabase();
  });
  afterAll(() => database?.close());

  const wait = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(database.db);
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => null,
      (error: unknown) => error,
    );

  it('[C-40] waits 10 s for its statements in all, and a write 30 s', async () => {
    for (const [isRead, ms] of [
      [true, 10_000],
      [false, 30_000],
    ] as const) {
      // The connection is there, so that its beginning does not count.
      await wait(0);
      const request: CurrentRequest = { id: '0123abcd', route: null, isRead, databaseMs: ms - 500 };
      await within(request, () => wait(0.55));
      const error = await within(request, () => failure(wait(0)));
      expect([isUnavailable(error), String(error)]).toEqual([true, expect.stringContaining('too long')]);
      // Others have their own time.
      await within({ id: '4567abcd', route: null, isRead }, () => wait(0));
    }
  });

  it('[C-40] undoes its transaction when its time is over, and gives the connection back', async () => {
    const write = () =>
      database.db.transaction().execute(async (trx) => {
        await trx
          .insertInto('rateCounter')
          .values({ key: 'slow', count: 1, expiresAt: new Date() })
          .execute();
        await sql`select pg_sleep(0.05)`.execute(trx);
        await sql`select 1`.execute(trx);
      });
    // More than the pool has connections.
    for (let round = 0; round < 12; round += 1) {
      const request: CurrentRequest = { id: '0123abcd', route: null, databaseMs: 29_980 };
      expect(isUnavailable(await within(request, () => failure(write())))).toBe(true);
    }
    expect(await database.db.selectFrom('rateCounter').select('key').execute()).toEqual([]);
  });
});
