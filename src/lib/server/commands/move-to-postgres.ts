import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#lib/server/config.ts';
import { copyRows, MoveError } from '#lib/server/db/copy-rows.ts';
import { migrate, openDatabase } from '#lib/server/db/index.ts';
import { reportFailure } from './with-database.ts';

try {
  console.log(await moveToPostgres());
} catch (error) {
  reportFailure(error);
}

/** Copies the embedded database of `DATA_DIR`, which is left as it is, to the empty PostgreSQL of `DATABASE_URL`. */
async function moveToPostgres(): Promise<string> {
  const config = readConfig();
  if (!config.databaseUrl)
    throw new MoveError(
      'Set DATABASE_URL to an empty PostgreSQL database. DATA_DIR is where the rows come from.',
    );
  if (!existsSync(join(config.dataDir, 'database')))
    throw new MoveError(`There is no database in ${config.dataDir}. Set DATA_DIR as the server has it.`);
  const from = await openDatabase({ ...config, databaseUrl: null });
  try {
    const to = await openDatabase(config);
    try {
      await migrate(from.db);
      await migrate(to.db);
      const rows = await copyRows(from.db, to.db);
      return `${rows} rows are in PostgreSQL, and every table is equal. Start the server with this DATABASE_URL. The embedded database in ${config.dataDir} is unchanged.`;
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
