import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** Work that comes back keeps its owner only while that person has a role; otherwise it waits for anybody who takes it. */

/**
 * Returns the owner of the row that a statement updates, or null where that person has no role any more. The role is locked,
 * so that it does not end meanwhile. [C-20]
 */
export const currentOwner = (table: 'lead' | 'jobApplication') =>
  sql<string | null>`case when exists (
    select from user_role where user_id = ${sql.ref(`${table}.ownerId`)} for share
  ) then ${sql.ref(`${table}.ownerId`)} end`;

/** Returns those of the given owners who have a role, and locks their roles until the transaction ends. [C-20] */
export async function findCurrentOwners(
  trx: Db,
  ownerIds: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from user_role where user_id = any(${ownerIds}::uuid[]) order by user_id for share`.execute(
    trx,
  );
  return new Set(rows.map(({ userId }) => userId));
}
