import type { ColumnType } from 'kysely';

/** A timestamptz that each insert names. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** A timestamptz that the database fills in where an insert leaves it out. */
export type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;

/** A jsonb column that each insert names: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

/** A jsonb column that the database fills in where an insert leaves it out. */
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
