import { sql } from 'kysely';
import type { Db } from './open.ts';

/** Ends the transaction of a preview. */
class Rollback extends Error {}

/**
 * Runs `run` in a transaction that is always rolled back, and returns its result. A transaction that `run` begins becomes a
 * savepoint, so that code with transactions of its own can be tried unchanged. Throws what `run` throws. Locks are held until
 * the end; `run` must use no other connection, because the embedded database has only one.
 */
export async function runRolledBack<Result>(db: Db, run: (trx: Db) => Promise<Result>): Promise<Result> {
  let result: { value: Result } | null = null;
  const rollback = new Rollback();
  try {
    await db.transaction().execute(async (trx) => {
      result = { value: await run(withSavepoints(trx)) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return (result as { value: Result } | null)?.value as Result;
}

/**
 * Runs `run` in one transaction, and returns its result. As in `runRolledBack`, a transaction that `run` begins becomes a
 * savepoint, so all of them are committed together or not at all.
 */
export const runAtomically = <Result>(db: Db, run: (trx: Db) => Promise<Result>): Promise<Result> =>
  db.transaction().execute((trx) => run(withSavepoints(trx)));

/** Returns the transaction with a `transaction()` that works inside it. */
function withSavepoints(trx: Db): Db {
  const nested = { execute: <Result>(change: (inner: Db) => Promise<Result>) => runSavepoint(trx, change) };
  return new Proxy(trx, {
    get(target, key) {
      if (key === 'transaction') return () => nested;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Runs a part of a transaction, and takes back only this part when it throws. */
async function runSavepoint<Result>(trx: Db, change: (inner: Db) => Promise<Result>): Promise<Result> {
  await sql`savepoint tried`.execute(trx);
  try {
    const result = await change(trx);
    await sql`release savepoint tried`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint tried`.execute(trx);
    throw error;
  }
}
