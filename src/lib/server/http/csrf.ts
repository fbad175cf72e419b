import { HttpError } from './http-error.ts';

/**
 * Checks that a write came from one of our pages. A page of another site cannot forge either header; a program that
 * sends neither is accepted only without a cookie, so it has no session. Throws CSRF_FAILED. [C-26]
 */
export function checkCsrf(request: Request, allowedOrigins: ReadonlySet<string>): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (site !== null && site !== 'same-origin') throw new HttpError('CSRF_FAILED');
  if (origin !== null ? !allowedOrigins.has(origin) : site !== null || request.headers.has('cookie'))
    throw new HttpError('CSRF_FAILED');
}
