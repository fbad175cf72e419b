import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import type { Postgres } from '../../support/postgres.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { loadPage } from '../page-times.ts';
import { watchPlans } from '../scanned-tables.ts';

/** The built server on the filled database, in a process of its own for each use. */
export interface BuiltServer {
  use<Result>(run: (server: ServerProcess) => Promise<Result>): Promise<Result>;
  /** Lists for each page what its statements read sequentially. */
  explain(paths: readonly string[], headers: Record<string, string>): Promise<string[][]>;
}

export function builtServer(
  db: Db,
  postgres: Postgres,
  options: {
    databaseName: string;
    start(): Promise<ServerProcess>;
    end(server: ServerProcess): Promise<void>;
  },
): BuiltServer {
  const { databaseName, start, end } = options;
  const use: BuiltServer['use'] = async (run) => {
    const server = await start();
    try {
      return await run(server);
    } finally {
      await end(server);
    }
  };
  return {
    use,
    explain: async (paths, headers) => {
      const listScans = await watchPlans(postgres, db, databaseName);
      const scans = await use(async (server) => {
        const all: string[][] = [];
        for (const path of paths)
          all.push(await listScans(() => loadPage(server, path, headers).catch(() => undefined)));
        return all;
      });
      // What is timed after this must not log its plans.
      await sql`alter database ${sql.id(databaseName)} reset all`.execute(db);
      return scans;
    },
  };
}
