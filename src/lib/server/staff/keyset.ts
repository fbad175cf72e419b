import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { ListPage } from './list-page.ts';

/** Keyset pagination: a cursor holds the sort key of a page's last row, so rows that change are neither skipped nor repeated. */

export type CursorPart = string | null;

/** Returns a cursor as text that is safe in an address. */
export const formatCursor = (parts: readonly CursorPart[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

const validators = {
  id: isId,
  instant: isInstant,
  instantOrNone: (part: unknown) => part === null || isInstant(part),
  part: (part: unknown) => part === 'LATE' || part === 'DUE' || part === 'REST',
  day: (part: unknown) =>
    typeof part === 'string' && /^20\d\d-\d\d-\d\d$/.test(part) && isRealDate(`${part}T00:00:00.000000Z`),
  integer: (part: unknown) => typeof part === 'string' && /^\d{1,9}$/.test(part),
  text: (part: unknown) => typeof part === 'string' && !part.includes('\0'),
};

/** Parses a cursor whose parts are of these kinds; null for the first page. Throws VALIDATION_FAILED for any other text. */
export function parseCursor(
  after: string | undefined,
  kinds: readonly (keyof typeof validators)[],
): CursorPart[] | null {
  if (!after) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === kinds.length)
      if (kinds.every((kind, index) => validators[kind](parts[index]))) return parts;
  } catch {}
  throw new HttpError('VALIDATION_FAILED', { message: 'Follow the address in `next`', fields: ['after'] });
}

/** Accepts every UUID that the database accepts, of any version. */
function isId(part: unknown): boolean {
  return typeof part === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part);
}

/** Accepts a real time in the format of `instantText`, also one out of bounds, because the list goes on after such a row. */
function isInstant(part: unknown): boolean {
  const format = /^(?!0000)\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
  return typeof part === 'string' && (/^-?infinity$/.test(part) || (format.test(part) && isRealDate(part)));
}

/** JavaScript turns `2026-02-30` into 2 March; the database rejects it. */
function isRealDate(text: string): boolean {
  const year = text.slice(0, text.indexOf('-')).padStart(6, '0');
  const date = new Date(`+${year}${text.slice(text.indexOf('-'))}`);
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().includes(text.slice(text.indexOf('-'), text.indexOf('T')))
  );
}

/** Selects a time to the microsecond: a Date has milliseconds only, and the next page would repeat rows. */
export function instantText(column: string | RawBuilder<unknown>) {
  const time = typeof column === 'string' ? sql.ref(column) : column;
  return sql<string | null>`case when isfinite(${time})
    then to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    else ${time}::text end`;
}

/** Above this a list shows "more than". */
export const maxCounted = 10_000;

/** Counts rows up to one more than `maxCounted`, so that a table that keeps growing is not counted whole for each page. */
export async function countUpToMax(
  db: Db,
  query: { limit(max: number): Expression<unknown> },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${countOf(query)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns such a count as SQL, for a statement with several of them. */
export const countOf = (query: { limit(max: number): Expression<unknown> }) =>
  sql<number>`(select count(*)::int from ${query.limit(maxCounted + 1)} found)`;

/** Turns rows, of which one more than `limit` was selected, into a page. `cursorOf` returns a row's sort key. */
export function toListPage<Row>(
  count: number,
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => readonly CursorPart[],
): ListPage<Row> {
  const results = rows.slice(0, limit);
  const last = rows.length > limit ? results.at(-1) : undefined;
  return { count, results, after: last === undefined ? null : formatCursor(cursorOf(last)) };
}
