import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Db } from './open.ts';
import { withoutTimeouts } from './postgres.ts';

/**
 * Runs the migrations that the database has not had, all in one transaction. The migrator locks, so that processes that
 * start together run each one once. A database that a later version has migrated is left as it is: a deploy can go back by one
 * version (docs/decisions/0049). Rejects when a migration fails, or when the database has one that sorts before our newest and
 * that this version does not know.
 */
export const migrate = (db: Db): Promise<void> =>
  withoutTimeouts(db, async (own) => {
    const migrator = new Migrator({ db: own, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error && !(await hasLaterVersion(own))) throw error;
  });

/** Returns whether the database has every migration of this version, and beyond them only later ones. */
async function hasLaterVersion(db: Db): Promise<boolean> {
  const own = new Set(listMigrationNames());
  const newest = [...own].toSorted().at(-1) ?? '';
  const stored = await sql<{ name: string }>`select name from kysely_migration`.execute(db).then(
    ({ rows }) => new Set(rows.map(({ name }) => name)),
    () => new Set<string>(),
  );
  return own.isSubsetOf(stored) && [...stored].every((name) => own.has(name) || name > newest);
}

/** Returns the names of all migrations of this version. */
export const listMigrationNames = (): string[] => Object.keys(migrations);
