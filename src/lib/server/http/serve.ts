import { type Access, type Endpoint, staffPath } from '#lib/contract/core/endpoint.ts';
import { toSnake } from '#lib/domain/core/casing.ts';
import { proofHeader } from '#lib/domain/core/limits/proof-of-work.ts';
import type { Log } from '#lib/server/log.ts';
import { nameRoute } from '../current-request.ts';
import { checkBodyHeaders, readJson } from './body.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { checkCsrf } from './csrf.ts';
import { toHttpError } from './error-response.ts';
import { HttpError } from './http-error.ts';
import { bearerOf, checkUploadHeaders } from './multipart.ts';
import { requireRequestId } from './node/request-id.ts';
import { readQuery } from './query.ts';
import { createRouter } from './routes.ts';
import { bodyBoundsOf, type Caller, type RouteHandler, runEndpoint, type ServeDeps } from './run-endpoint.ts';

/** The parts of a request that identify its sender. */
export interface Credentials {
  request: Request;
  cookies: Cookies;
  /** The token of the Authorization header, read for `uploader` endpoints only. */
  bearer: string | null;
}

/** Finds out who calls. Throws an HttpError when the endpoint's access does not admit them. */
export type Authorize = (access: Access, credentials: Credentials) => Promise<Caller>;

export interface ServeOptions {
  routes: Record<string, Endpoint>;
  /** One function per route, by the route's key. */
  handlers: Record<string, (input: never) => Promise<unknown>>;
  deps: ServeDeps;
  authorize: Authorize;
}

interface MatchedRequest extends RouteHandler {
  request: Request;
  url: URL;
  params: Record<string, string>;
  cookies: Cookies;
  /** Only staff reach this line on such a path. */
  isStaffPath: boolean;
}

/**
 * Turns the route table into `(Request) => Promise<Response>`. The checks run in this order: method, size and type, CSRF,
 * authorization, rate limit, validation, then the handler. Under the staff's path authorization comes first, so that an
 * outsider cannot learn which routes exist.
 */
export function serve({ routes, handlers, deps, authorize }: ServeOptions) {
  const match = createRouter(
    Object.fromEntries(
      Object.entries(routes).map(([key, endpoint]) => [
        key,
        { route: key, endpoint, handler: handlers[key] as unknown as RouteHandler['handler'] },
      ]),
    ),
  );

  return async function api(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const cookies = cookiesOf(request, deps.config);
    try {
      const isStaffPath = url.pathname.startsWith(staffPath);
      if (isStaffPath) await authorize('staff', { request, cookies, bearer: null });
      const { value: route, params } = match(request.method, url.pathname);
      nameRoute(route.route.slice(route.route.indexOf(' ') + 1));
      const matched = { ...route, request, url, params, cookies, isStaffPath };
      const body = await handleRequest(matched, deps, authorize);
      return respond(request, 200, body, {}, cookies);
    } catch (error) {
      return respondWithError(request, url, error, cookies, deps.log);
    }
  };
}

/** Runs every check of one matched request and then its handler; returns the response's body. */
async function handleRequest(
  { route, endpoint, handler, request, url, params, cookies, isStaffPath }: MatchedRequest,
  deps: ServeDeps,
  authorize: Authorize,
): Promise<unknown> {
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  if (endpoint.acceptsFile) checkUploadHeaders(request);
  else if (isWrite) checkBodyHeaders(request, endpoint.maxBodyBytes);
  // A browser never sends a bearer token on its own, so such a request needs no CSRF check (C-33).
  const bearer = endpoint.access === 'uploader' ? bearerOf(request) : null;
  if (bearer === null) checkCsrf(request, deps.config.allowedOrigins);
  if (endpoint.access === 'staff' && !isStaffPath) throw new HttpError('NOT_FOUND');
  const readBody = async () =>
    isWrite && !endpoint.acceptsFile ? readJson(request, bodyBoundsOf(endpoint)) : undefined;
  const query = () => readQuery(url.searchParams);
  return runEndpoint(
    {
      ...{ route, endpoint, handler, request, params, cookies, isWrite, query, readBody },
      proof: { kind: 'work', text: request.headers.get(proofHeader) },
      authorize: () => authorize(endpoint.access, { request, cookies, bearer }),
    },
    deps,
  );
}

function respondWithError(request: Request, url: URL, error: unknown, cookies: Cookies, log: Log): Response {
  const requestId = requireRequestId();
  const httpError = logFailure(error, log, { requestId, method: request.method, path: url.pathname });
  return respond(request, httpError.status, httpError.body(requestId), httpError.headers(), cookies);
}

/** Maps any failure of an endpoint to an HttpError, and logs those that are the server's fault. */
export function logFailure(error: unknown, log: Log, details: Record<string, string>): HttpError {
  const httpError = error instanceof HttpError ? error : toHttpError(error);
  if (httpError.status >= 500)
    log.error({ ...details, errorCode: httpError.errorCode, err: error }, 'call failed');
  return httpError;
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

function respond(
  request: Request,
  status: number,
  body: unknown,
  extra: Record<string, string>,
  cookies: Cookies,
): Response {
  const headers = new Headers({ ...jsonHeaders, ...extra });
  for (const cookie of cookies.toSend()) headers.append('set-cookie', cookie);
  return new Response(request.method === 'HEAD' ? null : JSON.stringify(toSnake(body)), { status, headers });
}
