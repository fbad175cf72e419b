import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Database, isUnavailable, migrate, openDatabase } from '#lib/server/db/index.ts';
import { mountSmallDisk, type SmallDisk } from '../support/full-disk.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { waitFor } from '../support/wait-for.ts';

const disk = inject('databaseUrl' as never) === undefined ? null : mountSmallDisk(300);

describe.runIf(disk)('a PostgreSQL whose disk is full', () => {
  const { folder, fill, free, remove } = disk ?? ({} as SmallDisk);
  let postgres: Postgres;
  let database: Database;

  beforeAll(async () => {
    postgres = await startPostgres({
      settings: { synchronous_commit: 'on', max_wal_size: '64MB', min_wal_size: '32MB' },
      parent: folder,
    });
    database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
    await migrate(database.db);
  }, 60_000);
  afterAll(async () => {
    await database?.close();
    await postgres?.remove();
    remove();
  });

  const write = (n: number) =>
    database.db
      .insertInto('rateCounter')
      .values({ key: `${n} ${'x'.repeat(2000)}`, count: n, expiresAt: new Date() })
      .execute();

  it('[C-40] rejects writes as unavailable, loses none that it acknowledged, and takes them again once there is space', async () => {
    const acknowledged: number[] = [];
    const writeUntilFull = async () => {
      for (let n = acknowledged.length; ; n += 1) {
        const error = await write(n).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        if (error) return error;
        acknowledged.push(n);
      }
    };
    await write(-1);
    fill();
    expect(isUnavailable(await writeUntilFull())).toBe(true);
    expect(isUnavailable(await write(-2).catch((error) => error))).toBe(true);
    free();
    // It ends when it cannot extend its log. Whoever runs it starts it again.
    await postgres.stop();
    await postgres.start();
    await waitFor(() => write(-3));
    const { count } = await database.db
      .selectFrom('rateCounter')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('count', '>=', 0)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(acknowledged.length);
    expect(acknowledged.length).toBeGreaterThan(0);
  }, 60_000);
});
