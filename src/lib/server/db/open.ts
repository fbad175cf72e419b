import {
  CamelCasePlugin,
  type Dialect,
  HandleEmptyInListsPlugin,
  Kysely,
  replaceWithNoncontingentExpression,
} from 'kysely';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;

export interface Listener {
  /** Called with the text of each notification: for a write of this process before its commit returns. */
  onNotify(payload: string): void;
  /** Called when notifications of other processes may have been missed. */
  onGap(): void;
}

/** A statement that has ended. Its text has placeholders for values. */
export interface EndedStatement {
  text: string;
  milliseconds: number;
  hasFailed: boolean;
}

/** Called after each statement, in the context of its caller. */
export type OnStatement = (statement: EndedStatement) => void;

/**
 * Creates the query builder: camelCase in code, snake_case in the database. JSON values keep their keys. A condition on an empty
 * list, which is no valid SQL, is false for `in` and true for `not in`.
 */
export function createKysely(dialect: Dialect, onStatement?: OnStatement): Db {
  return new Kysely<Schema>({
    dialect,
    plugins: [
      new CamelCasePlugin({ maintainNestedObjectKeys: true }),
      new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression }),
    ],
    ...(onStatement && {
      log: ({ level, query, queryDurationMillis: milliseconds }) =>
        onStatement({ text: query.sql, milliseconds, hasFailed: level === 'error' }),
    }),
  });
}
