import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Db, kyselyOver } from './open.ts';
import { valueTypes } from './value-types.ts';

/** All below the 3 seconds within which a request gets its 503 when the database cannot answer. */
const connectMs = 2000;
const statementMs = 2000;
const silenceMs = 2500;

const urls = new WeakMap<Db, string>();

/** A pool on PostgreSQL. Connects at the first query; one that cannot be answered fails within 3 seconds. */
export function openPostgres(url: string): { db: Db; close(): Promise<void> } {
  const pool = new pg.Pool({
    ...shared(url),
    max: 10,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000,
  });
  // An idle connection died: the pool has dropped it already, and the next query opens another.
  pool.on('error', () => {});
  pool.on('connect', dropWhenSilent);
  const db = kyselyOver(new PostgresDialect({ pool }));
  urls.set(db, url);
  return { db, close: () => db.destroy().then(() => (pool.ended ? undefined : pool.end())) };
}

/** The same database without time-outs and on one connection, for migrations, which may take their time. */
export function unhurried(db: Db): { db: Db; close(): Promise<void> } {
  const url = urls.get(db);
  if (url === undefined) return { db, close: async () => {} };
  const pool = new pg.Pool({ ...shared(url), max: 1, connectionTimeoutMillis: connectMs });
  pool.on('error', () => {});
  const patient = kyselyOver(new PostgresDialect({ pool }));
  return { db: patient, close: () => patient.destroy() };
}

function shared(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    application_name: 'liftoff',
    keepAlive: true,
    // As in the embedded database, whatever the server's own setting is. And nobody's disk turns any more: with the
    // server's own guess of what a jump costs, it reads thousands of rows from end to end to find fifty.
    options: '-c timezone=UTC -c intervalstyle=postgres -c datestyle=ISO -c random_page_cost=1.1',
    types: {
      getTypeParser: (id: number, format: 'text') => valueTypes[id] ?? pg.types.getTypeParser(id, format),
    } as pg.CustomTypesConfig,
  };
}

/**
 * A server that vanished (a cut cable, a stopped machine) answers nothing, not even statement_timeout, and the
 * kernel waits for minutes. A connection that owes an answer and says nothing for this long is closed: its
 * query fails, the pool forgets it, and nobody gets it again.
 */
function dropWhenSilent(client: pg.PoolClient): void {
  // The pool listens to idle connections only; one that dies between two statements would end the process.
  client.on('error', () => {});
  const { connection } = client as unknown as { connection: { stream: import('node:net').Socket } };
  const socket = connection.stream;
  socket.setTimeout(silenceMs, () => {
    const heard = socket.bytesRead;
    // A look back after our own pause: what arrived while this process was busy is read first.
    setTimeout(() => {
      const owes = (client as unknown as { _activeQuery: unknown })._activeQuery;
      if (owes && socket.bytesRead === heard) socket.destroy();
    }, 100).unref();
  });
}
