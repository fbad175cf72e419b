import type { Db, Listener } from './open.ts';
import { listenOnPostgres } from './postgres.ts';

/**
 * Listens to a channel of NOTIFY. Call it before the first query, because connections that are already open do not listen.
 * Returns the function that ends it.
 */
export async function listen(db: Db, channel: string, listener: Listener): Promise<() => Promise<void>> {
  const stop = listenOnPostgres(db, channel, listener);
  if (stop) return stop;
  const { listenOnPglite } = await import('./embedded.ts');
  return listenOnPglite(db, channel, (payload) => listener.onNotify(payload));
}
