import { sql } from 'kysely';
import type { Db } from './open.ts';

/** Returns the database's time. All processes share this clock, so deadlines are compared with it. */
export async function databaseNow(db: Db): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow();
  return now;
}
