import { CamelCasePlugin, type Dialect, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;

/** camelCase in code, snake_case in the database; JSON values keep their own keys. */
export function kyselyOver(dialect: Dialect): Db {
  return new Kysely<Schema>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] });
}
