import type { ErrorCode } from '#lib/contract/core/errors.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Rejections that answer a question about somebody's number or email, that cost an attempt, or that reject a guess. */
const countedErrors: ReadonlySet<ErrorCode> = new Set([
  'USER_NOT_FOUND',
  'PHONE_ALREADY_REGISTERED',
  'EMAIL_ALREADY_REGISTERED',
  'OTP_INVALID',
  'OTP_EXPIRED',
  'OTP_ALREADY_USED',
  'OTP_SUPERSEDED',
  'OTP_ATTEMPTS_EXCEEDED',
  'ACCOUNT_DISABLED',
  'NOT_FOUND',
] satisfies ErrorCode[]);

/** Returns whether a rejected request counts against the limits of its device and network; a rejected input never does. [C-12] */
export const countsAgainstLimits = (error: unknown): boolean =>
  error instanceof HttpError && countedErrors.has(error.errorCode);
