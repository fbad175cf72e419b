import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Db } from './open.ts';
import { openWithoutTimeouts } from './postgres.ts';

/**
 * Runs the migrations that the database has not had, all in one transaction. The migrator locks, so that processes that
 * start together run each one once.
 */
export async function migrate(db: Db): Promise<void> {
  const { db: migrationDb, close } = openWithoutTimeouts(db);
  try {
    const migrator = new Migrator({ db: migrationDb, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await close();
  }
}

/** Returns the names of all migrations of this version. */
export const listMigrationNames = (): string[] => Object.keys(migrations);
