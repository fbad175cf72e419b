import { sql } from 'kysely';
import { type Db, openDatabase } from '#lib/server/db/index.ts';
import type { TestDatabase } from './database.ts';

/** Opens a database that takes no writes, as after a failover to a standby; the embedded one does so on a full disk. */
export async function openReadOnly({
  db,
  url,
}: TestDatabase): Promise<{ db: Db; close(): Promise<unknown> }> {
  if (url) {
    const options = new URLSearchParams({ options: '-c default_transaction_read_only=on' });
    return openDatabase({ databaseUrl: `${url}?${options}`, dataDir: '' });
  }
  await sql`set default_transaction_read_only = on`.execute(db);
  return { db, close: () => sql`set default_transaction_read_only = off`.execute(db) };
}
