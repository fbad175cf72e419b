import { randomUUID } from 'node:crypto';
import { toSnake } from '#lib/domain/core/casing.ts';
import type { Log } from '#lib/server/log.ts';
import { HttpError } from './http-error.ts';

/**
 * Returns the error response of a request outside the API's routes, in the API's format. Logs unexpected errors, as a
 * 500.
 */
export function errorResponse(request: Request, error: unknown, log: Log): Response {
  const requestId = randomUUID();
  const known = error instanceof HttpError ? error : new HttpError('INTERNAL_ERROR');
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
