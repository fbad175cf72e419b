import { sql } from 'kysely';
import { joinFacts, type SearchSource } from './search-source.ts';

interface FoundEmployer {
  id: string;
  name: string;
  contacts: string | null;
}

/** The words of a text that is searched for, each the beginning of a word; a number without its grouping. */
const listWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/(?<=\d)[\s()/-]+(?=\d)/g, '')
    .split(/[\s,;:]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 6);

const likeText = (word: string): string => `% ${word.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Employers by the words of their name, and by the name, email and phone of their contacts. There are some hundreds of both,
 * so no index serves it. [API-41]
 */
export const foundEmployers: SearchSource = {
  kind: 'EMPLOYER',
  find: async (db, { text }, limit) => {
    const words = listWords(text);
    if (!words.length) return [];
    const all = (searched: ReturnType<typeof sql>) =>
      sql.join(
        words.map((word) => sql`(' ' || ${searched}) like ${likeText(word)}`),
        sql` and `,
      );
    const digits = words.join('').replace(/\D/g, '').replace(/^0+/, '');
    const isPhone = /^[+\d\s()/-]+$/.test(text.trim()) && digits.length >= 4;
    const byPhone = isPhone
      ? sql`position(${digits} in regexp_replace(coalesce(contact.phone, ''), '\\D', '', 'g')) > 0`
      : sql`false`;
    const person = sql`lower(contact.name || ' ' || coalesce(contact.email, ''))`;
    const { rows } = await sql<FoundEmployer>`
      select id, name, (
        select string_agg(concat_ws(', ', contact.name, contact.email, contact.phone), ' · ' order by contact.id)
        from employer_contact contact
        where contact.employer_id = employer.id and (${all(person)} or ${byPhone})) as contacts
      from employer
      where merged_into_id is null and (${all(sql`lower(name)`)} or exists (
        select from employer_contact contact
        where contact.employer_id = employer.id and (${all(person)} or ${byPhone})))
      order by archived_at is not null, name, id limit ${limit}`.execute(db);
    return rows.map(({ id, name, contacts }) => ({
      ...{ id, title: name, href: `/staff/employers/${id}/` },
      text: joinFacts('Employer', contacts),
    }));
  },
};
