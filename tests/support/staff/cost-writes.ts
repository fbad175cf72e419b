import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { costRoutes } from '#lib/contract/staff/reports/costs.ts';
import type { TestApi } from '../api.ts';

/** Every write of staff about spend. */
export type CostWrite = Exclude<keyof typeof costRoutes, `GET ${string}`>;

/** One valid request for each write endpoint of spend. A missing endpoint does not compile. */
export function costWrites(test: TestApi): Record<CostWrite, () => Promise<{ key: string; body: object }>> {
  const path = '/api/v1/staff/reports/spend/';
  const insertImport = async (deletedAt: string | null) => {
    const id = randomUUID();
    await sql`
      insert into spend_import (id, mode, recorded_by_id, deleted_at) values (${id}, 'ADD', ${id}, ${deletedAt})`.execute(
      test.db,
    );
    await sql`insert into spend_entry values (${id}, '2026-03-02', 'news', '', 100)`.execute(test.db);
    return id;
  };
  return {
    'POST /api/v1/staff/reports/spend/import/': async () => ({
      key: `POST ${path}import/`,
      body: { csv: 'day,source,amount\n2026-03-02,news,5', is_preview: false, mode: 'REPLACE' },
    }),
    'POST /api/v1/staff/reports/spend/{importId}/delete/': async () => ({
      key: `POST ${path}${await insertImport(null)}/delete/`,
      body: {},
    }),
    'POST /api/v1/staff/reports/spend/{importId}/restore/': async () => ({
      key: `POST ${path}${await insertImport('2026-03-03T10:00:00Z')}/restore/`,
      body: {},
    }),
  };
}
