import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Db } from './open.ts';
import { unhurried } from './postgres.ts';

/**
 * Brings the database up to date, each migration once, however many processes start together (the migrator
 * locks). All of it commits or nothing does.
 */
export async function migrate(db: Db): Promise<void> {
  const { db: patient, close } = unhurried(db);
  try {
    const migrator = new Migrator({ db: patient, provider: { getMigrations: async () => migrations } });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  } finally {
    await close();
  }
}
