import { HttpError } from './http-error.ts';

/**
 * Whether a write came from a page of ours (C-26). A browser cannot forge either header; a program that
 * sends neither may call only without a cookie, so it acts for nobody.
 * @throws HttpError CSRF_FAILED
 */
export function checkCsrf(request: Request, allowedOrigins: ReadonlySet<string>): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  if (site !== null && site !== 'same-origin') throw new HttpError('CSRF_FAILED');
  if (origin !== null ? !allowedOrigins.has(origin) : site !== null || request.headers.has('cookie'))
    throw new HttpError('CSRF_FAILED');
}
