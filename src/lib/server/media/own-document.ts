import { pdfType, resumeTypes } from '#lib/domain/media/media.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * Locks a document of the person's own until the end of the transaction, so that it cannot be deleted before it is used.
 * Null means no document and is always allowed. A résumé may be a Word file, and everybody can open slides. Throws VALIDATION_FAILED at the field for
 * everything else.
 */
export async function requireOwnDocument(
  trx: Db,
  userId: string,
  mediaId: string | null,
  field: 'resume' | 'letter' | 'slides',
): Promise<void> {
  if (mediaId === null) return;
  const document = await trx
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('userId', '=', userId)
    .where('mimeType', 'in', field === 'resume' ? resumeTypes : [pdfType])
    .$if(field === 'slides', (query) => query.where('isPublic', '=', true))
    .forKeyShare()
    .executeTakeFirst();
  if (document) return;
  const words = field === 'resume' ? 'a PDF or Word file' : 'a PDF';
  throw new HttpError('VALIDATION_FAILED', {
    message: `Please choose ${words} of your own`,
    fields: [field],
  });
}
