import type pg from 'pg';
import { type CurrentRequest, findRequest } from '#lib/server/current-request.ts';

/**
 * How long one request may wait for the database in all. Each statement has its own limit, but a page executes a dozen of them, and on a slow
 * database their waits add up. [C-40]
 */
const limitsMs = { read: 10_000, write: 30_000 };

/** PostgreSQL's code of a canceled statement, so that the request gets the same 503. */
const canceled = '57014';

const isOver = ({ databaseMs = 0, isRead }: CurrentRequest): boolean =>
  databaseMs >= (isRead ? limitsMs.read : limitsMs.write);

/** Returns the error of a request that has waited too long, which becomes a 503. */
export const waitedTooLong = (): Error =>
  Object.assign(new Error('the request waited for the database too long'), { code: canceled });

/** Runs a wait for the database, as that for a connection, at the expense of the current request. Throws when its time is over. */
export async function spend<Result>(wait: () => Promise<Result>): Promise<Result> {
  const request = findRequest();
  if (!request) return wait();
  if (isOver(request)) throw waitedTooLong();
  const startedAt = performance.now();
  try {
    return await wait();
  } finally {
    request.databaseMs = (request.databaseMs ?? 0) + performance.now() - startedAt;
  }
}

/** Makes the statements of a connection count. A transaction whose time is over can still end. */
export function countStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const counting = (text: unknown, ...rest: unknown[]) => {
    const endsTransaction = text === 'commit' || text === 'rollback';
    return endsTransaction ? query(text, ...rest) : spend(() => query(text, ...rest));
  };
  Object.assign(client, { query: counting });
}
