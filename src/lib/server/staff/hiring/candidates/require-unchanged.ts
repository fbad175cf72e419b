import type { Db } from '#lib/server/db/index.ts';
import { lockRegistration } from '#lib/server/hiring/registration/move-registration.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireCandidate } from './find-candidates.ts';

/**
 * Throws STALE_WRITE, with the current candidate, where the details were changed after staff had loaded them. Locks the
 * registration, so that they stay unchanged until the transaction ends.
 */
export async function requireUnchanged(
  trx: Db,
  userId: string,
  updatedAt: string | undefined,
): Promise<void> {
  const row = await lockRegistration(trx, userId);
  if (!row || updatedAt === undefined || row.updatedAt.getTime() === Date.parse(updatedAt)) return;
  throw new HttpError('STALE_WRITE', {
    message: 'The candidate changed these details. Check them again.',
    extra: { current: await requireCandidate(trx, userId) },
  });
}
