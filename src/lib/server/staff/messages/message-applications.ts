import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/** The application that a message is about. */
export interface MessageApplication {
  id: string;
  number: string;
}

export const uuidPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Loads the applications that messages are about. The key that identifies a message has the id of the application, or of its
 * event, appointment or offer. Keys that belong to no application are left out.
 */
export async function loadMessageApplications(
  db: Db,
  keys: readonly string[],
): Promise<Map<string, MessageApplication>> {
  const idsByKey = new Map(keys.map((key) => [key, key.match(uuidPattern) ?? []]));
  const ids = [...new Set([...idsByKey.values()].flat())];
  if (!ids.length) return new Map();
  const isNamed = sql`id = any(${ids}::uuid[])`;
  const { rows } = await sql<MessageApplication & { partId: string }>`
    select part.id as part_id, application.id, application.number
    from (
      select id, id as application_id from job_application where ${isNamed}
      union all select id, application_id from application_event where ${isNamed}
      union all select id, application_id from interview where ${isNamed}
      union all select id, application_id from training where ${isNamed}
      union all select id, application_id from job_offer where ${isNamed}
    ) part
    join job_application application on application.id = part.application_id`.execute(db);
  const byPart = new Map(rows.map(({ partId, id, number }) => [partId, { id, number }]));
  return new Map(
    [...idsByKey].flatMap(([key, parts]) => {
      const application = parts.map((id) => byPart.get(id)).find(Boolean);
      return application ? [[key, application] as const] : [];
    }),
  );
}
