import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/**
 * A statement deletes few rows, so that it ends in time. A round has so many statements at most that no other task waits long; the next
 * round deletes the rest.
 */
const rowsPerStatement = 500;
const statementsPerRound = 60;

/**
 * Deletes rows of a table that `isOld` is true of, with what the database deletes with them: in many small statements, because after a pause
 * or a wave of abuse there may be more than one statement could delete. A row that another transaction changes meanwhile is left for
 * the next round.
 */
export async function deleteBatches(db: Db, table: string, isOld: RawBuilder<boolean>): Promise<void> {
  for (let statements = 0; statements < statementsPerRound; statements += 1) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${isOld} limit ${rowsPerStatement})) and ${isOld}`.execute(
      db,
    );
    if (numAffectedRows < rowsPerStatement) return;
  }
}
