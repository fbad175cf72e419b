import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { renewWhenReadOnly } from './connections/renew-connections.ts';
import { countStatements, spend } from './connections/time-budget.ts';
import { createKysely, type Db, type Listener, type OnStatement } from './open.ts';
import { prepareOnPostgres } from './prepared.ts';
import { valueTypes } from './value-types.ts';

/** All are below 3 seconds, within which a request must get its 503 when the database does not respond. */
const connectMs = 2000;
const statementMs = 2000;
const silenceMs = 2500;

const maxConnections = 10;

const urls = new WeakMap<Db, string>();
const pools = new WeakMap<Db, pg.Pool>();

/** Opens a pool on PostgreSQL, which connects at the first query. A query without a response fails within 3 seconds. */
export function openPostgres(url: string, onStatement?: OnStatement): { db: Db; close(): Promise<void> } {
  const pool = new pg.Pool({
    ...poolOptions(url),
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 10_000,
  });
  // An idle connection broke. The pool has removed it already, and the next query opens another one.
  pool.on('error', () => {});
  pool.on('connect', closeWhenSilent);
  const connect = renewWhenReadOnly(pool);
  pool.on('connect', prepareOnPostgres);
  pool.on('connect', countStatements);
  const db = createKysely(
    new PostgresDialect({
      pool: { options: pool.options, connect: () => spend(connect), end: () => pool.end() },
    }),
    onStatement,
  );
  urls.set(db, url);
  pools.set(db, pool);
  return { db, close: () => db.destroy().then(() => (pool.ended ? undefined : pool.end())) };
}

/** Returns the connections of the pool and how many callers wait for one; null for the embedded database. */
export function countConnections(
  db: Db,
): { busy: number; idle: number; waiting: number; max: number } | null {
  const pool = pools.get(db);
  if (!pool) return null;
  const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
  return { busy: totalCount - idle, idle, waiting, max: maxConnections };
}

const reconnectMs = 500;
const heartbeatMs = 10_000;

/**
 * Listens on every connection that the pool opens from now on, and on one more. PostgreSQL reports a transaction's own
 * notifications before it confirms the commit, so those of this process arrive before the write returns. The extra connection
 * hears the others while the pool is idle; `onGap` is called each time that it listens again after it was lost. Returns null
 * for another database, else the function that ends this.
 */
export function listenOnPostgres(
  db: Db,
  channel: string,
  { onNotify, onGap }: Listener,
): (() => Promise<void>) | null {
  const [url, pool] = [urls.get(db), pools.get(db)];
  if (url === undefined || !pool) return null;
  const listenOn = async (client: pg.ClientBase) => {
    client.on('notification', ({ payload = '' }) => onNotify(payload));
    await client.query(`listen ${channel}`);
  };
  // A connection that cannot listen is broken, which its next query reports.
  pool.on('connect', (client) => void listenOn(client).catch(() => undefined));
  let isClosed = false;
  let ear: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (isFirst: boolean): Promise<void> => {
    const client = new pg.Client({
      ...poolOptions(url),
      application_name: 'liftoff-listener',
      connectionTimeoutMillis: connectMs,
      query_timeout: silenceMs,
    });
    ear = client;
    client.on('error', () => {});
    client.once('end', () => retry(client));
    try {
      await client.connect();
      await listenOn(client);
      if (!isFirst) onGap();
      heartbeat(client);
    } catch {
      await client.end().catch(() => undefined);
      retry(client);
    }
  };
  const retry = (lost: pg.Client) => {
    if (isClosed || ear !== lost) return;
    ear = null;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(false), reconnectMs).unref();
  };
  // A server that has vanished closes nothing, so silence ends the connection.
  const heartbeat = (client: pg.Client) => {
    timer = setTimeout(
      () =>
        client.query('select 1').then(
          () => heartbeat(client),
          () => client.end().catch(() => undefined),
        ),
      heartbeatMs,
    ).unref();
  };
  void connect(true);
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    await ear?.end().catch(() => undefined);
  };
}

/**
 * Calls `run` with the same database on one connection without timeouts, for what reads whole tables: migrations, the counting of what
 * reports read, a search of all messages for a person. A request has two seconds for a statement.
 */
export async function withoutTimeouts<Result>(db: Db, run: (own: Db) => Promise<Result>): Promise<Result> {
  const own = openWithoutTimeouts(db);
  try {
    return await run(own.db);
  } finally {
    await own.close();
  }
}

/** Opens the connection that `withoutTimeouts` uses. The embedded database has no timeouts anyway. */
export function openWithoutTimeouts(db: Db): { db: Db; close(): Promise<void> } {
  const url = urls.get(db);
  if (url === undefined) return { db, close: async () => {} };
  const pool = new pg.Pool({ ...poolOptions(url), max: 1, connectionTimeoutMillis: connectMs });
  pool.on('error', () => {});
  const migrationDb = createKysely(new PostgresDialect({ pool }));
  return { db: migrationDb, close: () => migrationDb.destroy() };
}

function poolOptions(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    application_name: 'liftoff',
    keepAlive: true,
    // The settings of the embedded database, which override the server's own. With the default
    // random_page_cost, which is that of spinning disks, the planner scans thousands of rows to find fifty. It has no
    // compiler: compiling a report's statement took 1.5 seconds, running it takes 0.2.
    options: '-c timezone=UTC -c intervalstyle=postgres -c datestyle=ISO -c random_page_cost=1.1 -c jit=off',
    types: {
      getTypeParser: (id: number, format: 'text') => valueTypes[id] ?? pg.types.getTypeParser(id, format),
    } as pg.CustomTypesConfig,
  };
}

/**
 * Closes a connection that runs a query and receives nothing for `silenceMs`, so that the query fails and the pool
 * removes the connection. A server that has vanished (a cut cable, a stopped machine) does not even enforce
 * statement_timeout, and the kernel would wait for minutes.
 */
function closeWhenSilent(client: pg.PoolClient): void {
  // The pool handles errors of idle connections only; one between two statements would end the process.
  client.on('error', () => {});
  const { connection } = client as unknown as { connection: { stream: import('node:net').Socket } };
  const socket = connection.stream;
  const activeQuery = () => (client as unknown as { _activeQuery: unknown })._activeQuery;
  socket.setTimeout(silenceMs, () => {
    const query = activeQuery();
    const bytesBefore = socket.bytesRead;
    // A connection that was idle until now owes nothing, also where a query begins in the next 100 ms.
    if (!query) return;
    // Nothing was read while this process was busy, so it first reads the data that has arrived.
    setTimeout(() => {
      if (activeQuery() === query && socket.bytesRead === bytesBefore) socket.destroy();
    }, 100).unref();
  });
}
