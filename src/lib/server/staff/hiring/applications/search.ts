import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** Finding people by the beginnings of words; an index holds the same expression (migration 031-staff). */

const personWords = sql`array_to_tsvector(regexp_split_to_array(translate(lower(trim(
  first_name || ' ' || last_name || ' ' || email || ' ' || substr(phone_e164, 2) || ' ' || right(phone_e164, 10)
)), '’', ''''), '\\s+'))`;

/** Users whose words begin with all that is asked for; null where nothing is. */
function personIds(search: string | undefined): RawBuilder<unknown> | null {
  const query = toPrefixQuery(search);
  return query === null ? null : sql`(select id from app_user where ${personWords} @@ ${query}::tsquery)`;
}

/** So many people are looked up first, and their applications by them; a word that means more is no search. */
const maxPeople = 200;

/**
 * What a column of users must be: told by name, where they are few, so that the database reads their rows and no others.
 * Null where nothing is asked for; what is typed without a word in it finds nobody.
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

/**
 * `asha ver` → `'asha':* & 'ver':*`; each word quoted, so that none of them is an operator. What stands within a word
 * stays, as in `O’Brien`; a number is one word however it is divided: `+91 98765-43210`.
 */
export function toPrefixQuery(search = ''): string | null {
  const words = search
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(
      /(?<!\S)[+(]?\d[\d\s().-]*(?!\S)/g,
      (number) => `${number.replace(/\D/g, '').replace(/^0+/, '')} `,
    )
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}@]+$/gu, ''))
    .filter(Boolean);
  const quoted = words.slice(0, 6).map((word) => `'${word.replace(/['\\]/g, '$&$&')}':*`);
  return quoted.length ? quoted.join(' & ') : null;
}

/** `MS-26-00817`, also without its dashes; null where the words are no number of an application. */
export function parseApplicationNumber(search = ''): string | null {
  const [, year, serial] = /^\s*ms[\s-]?(\d{2})[\s-]?(\d{1,9})\s*$/i.exec(search) ?? [];
  return year && serial ? `MS-${year}-${serial.padStart(5, '0')}` : null;
}
