import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import pg from 'pg';
import type { Db } from './open.ts';

/**
 * Prepared statements. A database plans an unprepared statement each time, and planning one that reads a
 * dozen tables takes four times as long as running it. A prepared one is planned once per connection.
 */

const mark = '/* prepared */ ';

/**
 * Executes a statement that is prepared by the connection's first use of it. Its text must be the same each
 * time, because a connection keeps every text. Its columns must be named one by one: a connection that is
 * open while a migration adds a column rejects a prepared `select *`. This does not apply to tables inside
 * JSON columns.
 */
export const executePrepared = <Row>(db: Db, query: CompiledQuery<Row>): Promise<QueryResult<Row>> =>
  db.executeQuery({ ...query, sql: mark + query.sql });

/** Whether a statement is one that `executePrepared` executes. */
export const isPrepared = (text: string): boolean => text.startsWith(mark);

/** Names by text. PostgreSQL shortens names of more than 63 characters, so the text is not its own name. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared_${names.size + 1}`;
  names.set(text, name);
  return name;
}

/** Makes a connection of the `pg` driver prepare what `executePrepared` executes. */
export function prepareOnPostgres(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const preparing = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && isPrepared(text)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest);
  Object.assign(client, { query: preparing });
}

/** Does the same for PGlite, which has no call for it, by the statements PREPARE and EXECUTE. */
export async function prepareOnPglite(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection);
  const prepared = new Set<string>();
  connection.executeQuery = async <Row>(query: CompiledQuery, ...rest: never[]) => {
    if (!isPrepared(query.sql)) return execute<Row>(query, ...rest);
    const name = nameOf(query.sql);
    if (!prepared.has(name)) await execute(CompiledQuery.raw(`prepare ${name} as ${query.sql}`));
    prepared.add(name);
    const values = query.parameters.map(toLiteral).join(', ');
    return execute<Row>(CompiledQuery.raw(`execute ${name}${values && `(${values})`}`), ...rest);
  };
}

function toLiteral(value: unknown): string {
  if (value instanceof Date) return toLiteral(value.toISOString());
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new TypeError('A prepared statement takes strings, numbers and dates only');
  return pg.escapeLiteral(String(value));
}
