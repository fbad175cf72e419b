import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Work that comes back keeps its owner only while that person has a role; otherwise it waits for anybody who takes it.
 * A role that is being revoked counts as ended, so a transaction that has locked a lead or an application never waits for it.
 */

/**
 * Returns the owner of the row that a statement updates, or null where that person has no role any more. The role is locked,
 * so that it does not end meanwhile. [C-20]
 */
export const currentOwner = (table: 'lead' | 'jobApplication') =>
  sql<string | null>`case when exists (
    select from user_role where user_id = ${sql.ref(`${table}.ownerId`)} for key share skip locked
  ) then ${sql.ref(`${table}.ownerId`)} end`;

/** Returns those of the given owners who have a role, and locks their roles until the transaction ends. [C-20] */
export async function findCurrentOwners(
  trx: Db,
  ownerIds: readonly (string | null)[],
): Promise<ReadonlySet<string | null>> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from user_role where user_id = any(${ownerIds}::uuid[]) for key share skip locked`.execute(
    trx,
  );
  return new Set(rows.map(({ userId }) => userId));
}

/**
 * Returns whether a person has a role, and locks it until the transaction ends, so that it is not revoked meanwhile. Call it
 * before locking what the person gets: a revocation locks the role first too. [C-20] [C-42]
 */
export async function lockRole(trx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from user_role where user_id = ${userId} for key share`.execute(trx);
  return rows.length > 0;
}
