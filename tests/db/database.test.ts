import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Db, executePrepared, isUniqueViolation, migrate } from '#lib/server/db/index.ts';
import { type TestDatabase, testDatabase, travel } from '../support/database.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db;
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const put = (into: Db, key: string, count = 0) =>
  into
    .insertInto('rateCounter')
    .values({ key, count, expiresAt: new Date('2030-01-01T00:00:00Z') })
    .execute();
const countOf = async (key: string) =>
  (await db.selectFrom('rateCounter').select('count').where('key', '=', key).executeTakeFirst())?.count;

it('reads every type the same on both drivers', async () => {
  const { rows } = await sql`
    select count(*) as rows, 9007199254740991::int8 as big, 7::int4 as small, 1.5::float8 as real, 12.30::numeric as exact,
      '\\x00ff10'::bytea as bytes, interval '1 day 02:03:04' as span, date '2026-02-28' as day,
      timestamptz '2026-02-28 12:00:00.123+05:30' as instant, timestamp '2026-02-28 12:00:00' as wall_clock,
      '{"someKey": {"snake_key": 1}}'::jsonb as json, array['a', 'b"c']::text[] as words, true as flag, null as nothing,
      current_setting('timezone') as zone
    from rate_counter`.execute(db);
  expect(rows[0]).toStrictEqual({
    rows: 0,
    big: Number.MAX_SAFE_INTEGER,
    small: 7,
    real: 1.5,
    exact: '12.30',
    bytes: Buffer.from([0, 255, 16]),
    span: '1 day 02:03:04',
    day: '2026-02-28',
    instant: new Date('2026-02-28T06:30:00.123Z'),
    wallClock: '2026-02-28 12:00:00',
    json: { someKey: { snake_key: 1 } },
    words: ['a', 'b"c'],
    flag: true,
    nothing: null,
    zone: 'UTC',
  });
});

it('[C-40] finds nothing in an empty list, and everything outside of it', async () => {
  await put(db, 'one');
  const find = (operator: 'in' | 'not in') =>
    db.selectFrom('rateCounter').select('key').where('key', operator, []).execute();
  expect(await find('in')).toEqual([]);
  expect(await find('not in')).toEqual([{ key: 'one' }]);
});

describe('a database that a later version has migrated', () => {
  const addMigration = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
      db,
    );
  const removeMigration = (name: string) =>
    sql`delete from kysely_migration where name = ${name}`.execute(db);

  it('is left as it is, so that a deploy can go back by one version', async () => {
    await addMigration('999-later');
    await expect(migrate(db)).resolves.toBeUndefined();
    await removeMigration('999-later');
  });

  it('is refused when it lacks one of ours, or has an earlier one that we do not know', async () => {
    await addMigration('999-later');
    await removeMigration('113-confirmed-actions');
    await expect(migrate(db)).rejects.toThrow('999-later is missing');
    await addMigration('113-confirmed-actions');
    await removeMigration('999-later');
    await addMigration('000-unknown');
    await expect(migrate(db)).rejects.toThrow('000-unknown is missing');
    await removeMigration('000-unknown');
    await expect(migrate(db)).resolves.toBeUndefined();
  });
});

describe('a prepared statement', () => {
  const read = (on: Db, key: string, least: number, after = new Date('2029-12-31T23:59:59.999Z')) =>
    executePrepared(
      on,
      on
        .selectFrom('rateCounter')
        .select(['key', 'count', 'expiresAt'])
        .where('key', '=', key)
        .where('count', '>=', least)
        .where('expiresAt', '>', after)
        .compile(),
    );

  it('gives what a plain one gives, and takes any text, number and date', async () => {
    const key = `it's a \\ "key" $1 ; --`;
    await put(db, key, 7);
    const plain = await db.selectFrom('rateCounter').select(['key', 'count', 'expiresAt']).execute();
    for (let use = 0; use < 8; use += 1) expect((await read(db, key, 7)).rows).toStrictEqual(plain);
    expect((await read(db, key, 8)).rows).toEqual([]);
    expect((await read(db, key, 7, new Date('2030-01-01T00:00:00Z'))).rows).toEqual([]);
  });

  it('sees its own transaction, and outlives one that is rolled back', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await put(trx, 'inside');
      expect((await read(trx, 'inside', 0)).rows).toHaveLength(1);
      await sql`select 1 / 0`.execute(trx);
    });
    await expect(failing).rejects.toThrow();
    expect((await read(db, 'inside', 0)).rows).toEqual([]);
  });

  it('reads on while a migration adds a column', async () => {
    await put(db, 'one');
    await read(db, 'one', 0);
    await sql`alter table rate_counter add column added integer`.execute(db);
    try {
      expect((await read(db, 'one', 0)).rows).toHaveLength(1);
    } finally {
      await sql`alter table rate_counter drop column added`.execute(db);
    }
    expect((await read(db, 'one', 0)).rows).toHaveLength(1);
  });
});

it('accepts the same parameters on both drivers', async () => {
  const bytes = Buffer.from([1, 2, 255]);
  const instant = new Date('2026-02-28T06:30:00.123Z');
  const { rows } = await sql`
    select ${bytes}::bytea as bytes, ${instant}::timestamptz as instant, ${12}::int8 as number,
      make_interval(secs => ${90.5}) as span, ${JSON.stringify({ a: [1] })}::jsonb as json, ${['x', 'y']}::text[] as words`.execute(
    db,
  );
  expect(rows[0]).toStrictEqual({
    bytes,
    instant,
    number: 12,
    span: '00:01:30.5',
    json: { a: [1] },
    words: ['x', 'y'],
  });
});

it('names the unique index that a second row violates', async () => {
  await put(db, 'only');
  const error = await put(db, 'only').catch((thrown) => thrown);
  expect(isUniqueViolation(error, 'rate_counter_pkey')).toBe(true);
});

it('can migrate again without a change', async () => {
  await Promise.all([migrate(db), migrate(db)]);
});

describe('concurrent transactions', () => {
  it('do not see or undo each other', async () => {
    await put(db, 'counter');
    const addOne = (n: number) =>
      db.transaction().execute(async (trx) => {
        const { count } = await trx
          .selectFrom('rateCounter')
          .select('count')
          .where('key', '=', 'counter')
          .forUpdate()
          .executeTakeFirstOrThrow();
        await put(trx, `mark ${n}`);
        await sleep(2);
        await trx
          .updateTable('rateCounter')
          .set({ count: count + 1 })
          .where('key', '=', 'counter')
          .execute();
        if (n % 3 === 0) throw new Error('changed my mind');
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => addOne(n)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(await countOf('counter')).toBe(20);
    expect(await countOf('mark 0')).toBeUndefined();
    expect(await countOf('mark 1')).toBe(0);
  });

  it('do not include queries from outside', async () => {
    let outside: Promise<unknown> | undefined;
    const failed = db.transaction().execute(async (trx) => {
      await put(trx, 'inside');
      outside = put(db, 'outside');
      await sleep(5);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await outside;
    expect(await countOf('outside')).toBe(0);
    expect(await countOf('inside')).toBeUndefined();
  });
});

describe('test support', () => {
  it('travel() moves every stored time into the past', async () => {
    await put(db, 'one');
    await db.insertInto('inboxMessage').values({ recipient: '+911', medium: 'SMS', text: 'hello' }).execute();
    await travel(db, 3600);
    const { expiresAt } = await db.selectFrom('rateCounter').select('expiresAt').executeTakeFirstOrThrow();
    const { at } = await db.selectFrom('inboxMessage').select('at').executeTakeFirstOrThrow();
    expect(expiresAt).toEqual(new Date('2029-12-31T23:00:00Z'));
    expect(Date.now() - at.getTime()).toBeGreaterThan(3_590_000);
  });

  it('reset() empties every table and keeps the migrations', async () => {
    await put(db, 'one');
    await database.reset();
    expect(await countOf('one')).toBeUndefined();
    await migrate(db);
  });
});
