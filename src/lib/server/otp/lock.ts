import type { Db } from '../db/index.ts';
import { HttpError } from '../http/http-error.ts';
import { findFull } from '../rate-limit.ts';
import { guessLimits } from './limits.ts';

/** Refuses a number at which too many codes were guessed, and says until when (C-04). @throws HttpError ACCOUNT_LOCKED */
export async function refuseLocked(db: Db, phoneE164: string, fields: readonly string[]): Promise<void> {
  const locked = await findFull(db, guessLimits(phoneE164));
  if (locked) throw new HttpError('ACCOUNT_LOCKED', { retryAfter: locked.retryAfter, fields });
}
