import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { HttpError } from './http-error.ts';

interface FailedTransition<Need> {
  because: 'ACTOR' | 'STATUS' | Need;
  reason: string;
}

/** Converts a rejected transition to its HTTP error; the message is the guard's sentence. */
export function toHttpError<Need extends string>(
  { because, reason }: FailedTransition<Need>,
  codes: Partial<Record<Need | 'STATUS', ErrorCode>>,
  fields: Record<string, string> = {},
): HttpError {
  const code = because === 'ACTOR' ? 'PERMISSION_DENIED' : codes[because as Need | 'STATUS'];
  return new HttpError(code ?? 'INVALID_STATE', { message: reason, fields });
}
