import type { Db } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';

/** Returns a person's full name. */
export const formatPersonName = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** Loads people's names by id; deleted accounts are left out. */
export async function loadPersonNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, formatPersonName(row)]));
}
