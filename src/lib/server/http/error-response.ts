import { toSnake } from '#lib/domain/core/casing.ts';
import { isUnavailable } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import { HttpError, outageSeconds } from './http-error.ts';
import { requireRequestId } from './node/request-id.ts';

/**
 * Returns the error response of a request outside the API's routes, in the API's format. Logs unexpected errors, as a
 * 503 when the database is unreachable or a disk is full, else as a 500.
 */
export function errorResponse(request: Request, error: unknown, log: Log): Response {
  const requestId = requireRequestId();
  const known = error instanceof HttpError ? error : toHttpError(error);
  if (known.status >= 500) {
    const path = new URL(request.url).pathname;
    log.error({ requestId, path, errorCode: known.errorCode, err: error }, 'could not answer');
  }
  const headers = {
    ...known.headers(),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  const body = request.method === 'HEAD' ? null : JSON.stringify(toSnake(known.body(requestId)));
  return new Response(body, { status: known.status, headers });
}

/** Maps an unexpected failure: 503 when the database is unreachable or a disk is full, 500 for everything else. */
export const toHttpError = (error: unknown): HttpError =>
  isUnavailable(error)
    ? new HttpError('SERVICE_UNAVAILABLE', { retryAfter: outageSeconds })
    : new HttpError('INTERNAL_ERROR');
