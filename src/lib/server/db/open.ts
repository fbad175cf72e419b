import { CamelCasePlugin, type Dialect, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;

/** Creates the query builder: camelCase in code, snake_case in the database. JSON values keep their keys. */
export function createKysely(dialect: Dialect): Db {
  return new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
}
