import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { runRolledBack } from '#lib/server/db/index.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import { createReadinessCheck } from '#lib/server/readiness.ts';
import { useTestApi } from '../../support/api.ts';

const test = useTestApi();
const check = (more: { mediaStore?: MediaStore } = {}) => createReadinessCheck({ ...test, ...more })();
afterEach(() => void vi.useRealTimers());
const healthy = {
  ...{ is_ready: true, database: 'ok', migrations: 'ok', media: 'ok', outbox_lag_seconds: 0 },
};

it('is ready with all migrations, also with those of a newer version', async () => {
  expect(await check()).toEqual(healthy);
  await runRolledBack(test.db, async (trx) => {
    await sql`insert into kysely_migration (name, timestamp) values ('999-newer', '')`.execute(trx);
    expect((await createReadinessCheck({ ...test, db: trx })()).is_ready).toBe(true);
    await sql`delete from kysely_migration where name like '0%'`.execute(trx);
    expect(await createReadinessCheck({ ...test, db: trx })()).toEqual({
      ...healthy,
      ...{ is_ready: false, migrations: 'missing' },
    });
  });
});

it('says that uploads cannot be read, and stays ready, because every process shares them', async () => {
  const away = { get: () => Promise.reject(new Error('away')) } as unknown as MediaStore;
  expect(await check({ mediaStore: away })).toEqual({ ...healthy, media: 'unavailable' });
});

it('is not ready without the database, and says nothing of why', async () => {
  const answer = await runRolledBack(test.db, async (trx) => {
    await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    return createReadinessCheck({ ...test, db: trx })();
  });
  expect(answer).toEqual({
    ...{ is_ready: false, database: 'unavailable', migrations: null, media: 'ok', outbox_lag_seconds: null },
  });
});

it('stays ready while one or two checks are late, because under load every process is, and not when the database stays silent', async () => {
  let isSilent = false;
  const db = test.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => (isSilent ? new Promise(() => {}) : Promise.resolve(result)),
  });
  // The limit passes only where the test lets it pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const mediaStore = { get: async () => null } as unknown as MediaStore;
  const isReady = createReadinessCheck({ db, mediaStore }, { limitMs: 500, validMs: 0 });
  const isReadyAfterLimit = async () => {
    const answer = isReady();
    await vi.advanceTimersByTimeAsync(500);
    return answer;
  };
  const late = { is_ready: true, database: 'late', migrations: null, media: 'ok', outbox_lag_seconds: null };
  expect(await isReady()).toEqual(healthy);
  isSilent = true;
  expect([await isReadyAfterLimit(), await isReadyAfterLimit()]).toEqual([late, late]);
  expect(await isReadyAfterLimit()).toEqual({ ...late, is_ready: false });
  isSilent = false;
  expect(await isReady()).toEqual(healthy);
});

it('asks the database once for many requests', async () => {
  let asked = 0;
  const mediaStore = {
    get: async () => {
      asked += 1;
      return null;
    },
  } as unknown as MediaStore;
  const isReady = createReadinessCheck({ ...test, mediaStore });
  await Promise.all(Array.from({ length: 50 }, () => isReady()));
  expect(asked).toBe(1);
});
