import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** Searches people by the beginnings of words. An index has the same expression (migration 088). */

export const personWords = sql`array_to_tsvector(regexp_split_to_array(translate(lower(trim(
  first_name || ' ' || last_name || ' ' || email || ' ' || substr(phone_e164, 2) || ' ' || right(phone_e164, 10)
    || ' ~' || reverse(phone_e164)
)), '’', ''''), '\\s+'))`;

/** Returns the ids of users who match every word of a search, as SQL; null for an empty search. */
function personIds(search: string | undefined): RawBuilder<unknown> | null {
  const query = toPrefixQuery(search);
  return query === null ? null : sql`(select id from app_user where ${personWords} @@ ${query}::tsquery)`;
}

/** Up to this number, people are looked up first and named in the query. */
const maxPeople = 200;

/**
 * Returns the condition on a column of user ids, or null for an empty search. Few users are named, so that
 * the database reads their rows only. A search without a word matches nobody.
 */
export async function personCondition(
  db: Db,
  search: string | undefined,
): Promise<RawBuilder<unknown> | null> {
  const people = personIds(search);
  if (!people) return search?.trim() ? sql`= any('{}'::uuid[])` : null;
  const { rows } = await sql<{ id: string }>`select id from ${people} found limit ${maxPeople + 1}`.execute(
    db,
  );
  if (rows.length > maxPeople) return sql`in ${people}`;
  return sql`= any(${`{${rows.map(({ id }) => id).join(',')}}`}::uuid[])`;
}

/** Digits that may be the last ones of a number. */
const phoneEnding = /^\d{4,9}$/;

/**
 * Formats a search as a query of prefixes: `'asha':* & 'ver':*` for `asha ver`. Words are quoted, so that none is an
 * operator. Characters within a word stay, as in `O’Brien`, and a number is one word: `+91 98765-43210`, `(+91) 98765/43210`.
 * Four to nine digits also find the numbers that end in them.
 */
export function toPrefixQuery(search = ''): string | null {
  const words = search
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/(?<!\S)(?:tel:)?[+(]*\d[\d\s()./+-]*(?!\S)/g, (number) => `${number.replace(/\D/g, '')} `)
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}@]+$/gu, ''))
    .filter(Boolean);
  const quoted = words.slice(0, 6).map((word) => {
    // A trunk zero is not a part of the stored number, but an ending may begin with a zero.
    const prefix = `'${word.replace(/^0+(?=\d+$)/, '').replace(/['\\]/g, '$&$&')}':*`;
    return phoneEnding.test(word) ? `(${prefix} | '~${[...word].reverse().join('')}':*)` : prefix;
  });
  return quoted.length ? quoted.join(' & ') : null;
}

/** Parses an application's number, `MS-26-00817`, also without its dashes. Returns null for any other text. */
export function parseApplicationNumber(search = ''): string | null {
  const [, year, serial] = /^\s*ms[\s-]?(\d{2})[\s-]?(\d{1,9})\s*$/i.exec(search) ?? [];
  return year && serial ? `MS-${year}-${serial.padStart(5, '0')}` : null;
}
