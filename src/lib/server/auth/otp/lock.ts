import { peek } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { guessLimits } from './limits.ts';

/** Refuses a number at which too many codes were guessed, and says until when (C-04). @throws HttpError ACCOUNT_LOCKED */
export async function refuseLocked(db: Db, phoneE164: string, fields: readonly string[]): Promise<void> {
  const locked = await peek(db, guessLimits(phoneE164));
  if (locked) throw new HttpError('ACCOUNT_LOCKED', { retryAfter: locked.retryAfter, fields });
}
