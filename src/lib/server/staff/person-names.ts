import type { Db } from '#lib/server/db/index.ts';
import { formatPersonName } from './hiring/applications/present-application-card.ts';

/** What people are called, by id; whoever is gone is left out. */
export async function loadPersonNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, formatPersonName(row)]));
}
