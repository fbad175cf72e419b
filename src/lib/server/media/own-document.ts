import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * Locks a document of the person's own until the end of the transaction, so that it cannot be deleted before it is used.
 * Null means no document and is always allowed. Throws VALIDATION_FAILED at the field for everything else.
 */
export async function requireOwnDocument(
  trx: Db,
  userId: string,
  mediaId: string | null,
  field: string,
): Promise<void> {
  if (mediaId === null) return;
  const document = await trx
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('userId', '=', userId)
    .where('kind', '=', 'DOCUMENT')
    .forKeyShare()
    .executeTakeFirst();
  if (!document)
    throw new HttpError('VALIDATION_FAILED', { message: 'Please choose a PDF of your own', fields: [field] });
}
