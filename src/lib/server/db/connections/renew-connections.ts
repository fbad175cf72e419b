import type pg from 'pg';

/** PostgreSQL's code of a write on a standby, or where somebody has made the database read-only. */
const readOnly = '25006';
const renewMs = 5000;

/**
 * Returns the function that takes a connection from the pool. After a write that PostgreSQL rejected because it only reads, older
 * connections are replaced: after a failover the address leads to another server, while connections to the former one would stay open for
 * as long as they are busy.
 */
export function renewWhenReadOnly(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const openedAt = new WeakMap<pg.PoolClient, number>();
  let renewedAt = Number.NEGATIVE_INFINITY;
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now());
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const watching = async (...args: unknown[]) => {
      try {
        return await query(...args);
      } catch (error) {
        const now = performance.now();
        if ((error as { code?: unknown }).code === readOnly && now - renewedAt >= renewMs) renewedAt = now;
        throw error;
      }
    };
    Object.assign(client, { query: watching });
  });
  return async () => {
    for (;;) {
      const client = await pool.connect();
      if ((openedAt.get(client) ?? 0) >= renewedAt) return client;
      client.release(true);
    }
  };
}
