import { sql } from 'kysely';
import type { Db } from './open.ts';

/** The one clock that all processes share: what has ended is decided by it. */
export async function databaseNow(db: Db): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow();
  return now;
}
