import { type Expression, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Where a page ended, in a form that an address can carry. */

export type CursorPart = string | null;

export const toCursor = (parts: readonly CursorPart[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** What may stand at a place of a cursor. */
const parts = {
  id: isId,
  instant: isInstant,
  instantOrNone: (part: unknown) => part === null || isInstant(part),
  part: (part: unknown) => part === 'LATE' || part === 'REST',
};

/** A cursor of these places. @throws HttpError VALIDATION_FAILED for one that we have not made */
export function readCursor(
  after: string | undefined,
  places: readonly (keyof typeof parts)[],
): CursorPart[] | null {
  if (!after) return null;
  try {
    const found: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (Array.isArray(found) && found.length === places.length)
      if (places.every((place, index) => parts[place](found[index]))) return found;
  } catch {}
  throw new HttpError('VALIDATION_FAILED', { message: 'Follow the address in `next`', fields: ['after'] });
}

/** As the database takes one, whoever made it. */
function isId(part: unknown): boolean {
  return typeof part === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part);
}

/** As `instantText` writes it, and a time that there is. */
function isInstant(part: unknown): boolean {
  const form = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
  return typeof part === 'string' && form.test(part) && isRealDate(part);
}

/** `2026-02-30` is a Date to JavaScript, and none to the database. */
function isRealDate(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text.slice(0, 10);
}

/** To the microsecond, as the database keeps it: a Date would round, and the next page repeat. */
export const instantText = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** From here on a list says "more than". */
export const mostCounted = 10_000;

/** How many rows there are, up to one more than the most: what grows for ever is not read whole for each page. */
export async function countUpTo(
  db: Db,
  query: { limit(most: number): Expression<unknown> },
): Promise<number> {
  const found = query.limit(mostCounted + 1);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${found} found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** A page was asked for with one row more than it shows, which tells whether there is a next one. */
export function splitPage<T>(rows: readonly T[], limit: number): { shown: T[]; last: T | null } {
  const shown = rows.slice(0, limit);
  return { shown, last: rows.length > limit ? (shown.at(-1) ?? null) : null };
}
