import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * Locks a public picture of the person's own until the end of the transaction, so that it cannot be deleted before it is
 * shown. Throws VALIDATION_FAILED at the field for another person's file, a private one or a PDF.
 */
export async function requireOwnPicture(
  trx: Db,
  userId: string,
  mediaId: string,
  field = 'avatarMediaId',
): Promise<void> {
  const picture = await trx
    .selectFrom('media')
    .select('id')
    .where('id', '=', mediaId)
    .where('userId', '=', userId)
    .where('isPublic', '=', true)
    .where('kind', '=', 'IMAGE')
    .forKeyShare()
    .executeTakeFirst();
  if (!picture)
    throw new HttpError('VALIDATION_FAILED', {
      message: 'Please choose a picture of your own',
      fields: [field],
    });
}
