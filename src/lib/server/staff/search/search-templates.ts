import { sql } from 'kysely';
import { templatePurposes } from '#lib/domain/staff/message-templates.ts';
import { joinFacts, type SearchSource } from './search-source.ts';

/** Templates whose name or subject has each word. All are read, because staff write a few dozen of them. */
export const foundTemplates: SearchSource = {
  kind: 'TEMPLATE',
  find: async (db, { text }, limit) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 6);
    const rows = await db
      .selectFrom('messageTemplate')
      .select(['id', 'name', 'purpose', 'subject'])
      .where('deletedAt', 'is', null)
      .where(sql<boolean>`(select bool_and(strpos(lower(name || ' ' || coalesce(subject, '')), word) > 0)
        from unnest(${words}::text[]) word)`)
      .orderBy('name')
      .limit(limit)
      .execute();
    return rows.map(({ id, name, purpose, subject }) => ({
      ...{ id, title: name, href: `/staff/templates/${id}/` },
      text: joinFacts(templatePurposes[purpose], subject),
    }));
  },
};
