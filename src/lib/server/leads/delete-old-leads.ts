import { sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Deletes what the privacy policy promises to delete: requests and leads two years after the last contact. The database deletes a
 * conversion with the request or account that it belongs to (migration 125).
 */
export async function deleteOldLeads(db: Db): Promise<void> {
  const twoYearsAgo = sql<Date>`now() - interval '2 years'`;
  await db.deleteFrom('brochureRequest').where('requestedAt', '<', twoYearsAgo).execute();
  await db
    .deleteFrom('callbackRequest')
    .where('requestedAt', '<', twoYearsAgo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('callbackEvent')
            .select('id')
            .whereRef('callbackId', '=', 'callbackRequest.id')
            .where('at', '>=', twoYearsAgo),
        ),
      ),
    )
    .execute();
  await db
    .deleteFrom('lead')
    .where('mergedIntoId', 'is', null)
    .where('askedAt', '<', twoYearsAgo)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('leadAttempt')
            .select('id')
            .whereRef('leadId', '=', 'lead.id')
            .where('at', '>=', twoYearsAgo),
        ),
      ),
    )
    .execute();
}
