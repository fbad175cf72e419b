import { sql } from 'kysely';
import { deleteBatches } from '#lib/server/core/delete-batches.ts';
import type { Db } from '#lib/server/db/index.ts';

/**
 * Deletes what the privacy policy promises to delete: requests and leads two years after the last contact. The database deletes a
 * conversion with the request or account that it belongs to (migration 125).
 */
export async function deleteOldLeads(db: Db): Promise<void> {
  await deleteBatches(db, 'brochure_request', sql`requested_at < now() - interval '2 years'`);
  await deleteBatches(
    db,
    'callback_request',
    sql`requested_at < now() - interval '2 years' and not exists (
      select from callback_event where callback_id = callback_request.id and at >= now() - interval '2 years')`,
  );
  await deleteBatches(
    db,
    'lead',
    sql`merged_into_id is null and asked_at < now() - interval '2 years' and not exists (
      select from lead_attempt where lead_id = lead.id and at >= now() - interval '2 years')`,
  );
}
