import type { Breakdown } from '#lib/domain/staff/reports/hiring-funnel.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadPersonNames } from '../person-names.ts';

/** Returns the function that names the groups of a breakdown by their keys. */
export async function loadGroupLabels(
  db: Db,
  by: Breakdown,
  keys: readonly string[],
): Promise<(key: string | null) => string> {
  const names = await loadNames(db, by, keys);
  return (key) => (key === null ? 'Nobody' : (names?.get(key) ?? (names ? 'Deleted' : key)));
}

/** Returns null for keys that are names themselves. */
async function loadNames(
  db: Db,
  by: Breakdown,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  if (by === 'JOB') return loadJobNames(db, keys);
  if (by === 'OWNER') return loadPersonNames(db, keys);
  if (by !== 'EMPLOYER') return null;
  if (!keys.length) return new Map();
  const rows = await db.selectFrom('employer').select(['id', 'name']).where('id', 'in', keys).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Loads the titles of jobs with their codes by id. */
export async function loadJobNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (!ids.length) return new Map();
  const rows = await db
    .selectFrom('job')
    .select(['id', 'title', 'code'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, title, code }) => [id, `${title} (${code})`]));
}
