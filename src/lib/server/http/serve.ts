import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type Access, type Endpoint, staffPath, staffWriteLimit } from '#lib/contract/core/endpoint.ts';
import { toSnake } from '#lib/domain/core/casing.ts';
import type { Config } from '#lib/server/config.ts';
import { type Db, isUnavailable } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import { checkBodyHeaders, readJson } from './body.ts';
import { networkOf } from './client-address.ts';
import { type Cookies, cookiesOf } from './cookies.ts';
import { checkCsrf } from './csrf.ts';
import { HttpError, outageSeconds } from './http-error.ts';
import { bearerOf, checkUploadHeaders, readUpload } from './multipart.ts';
import { readQuery } from './query.ts';
import { consumeOrThrow, consumeRouteLimits } from './route-limits.ts';
import { createRouter } from './routes.ts';
import { validate } from './validate.ts';

/** The dependencies of `serve` itself. All other properties of the object are passed on to the handlers. */
export interface ServeDeps {
  config: Pick<Config, 'allowedOrigins' | 'secureCookies' | 'isProduction'>;
  db: Db;
  log: Log;
  /** Returns the visitor's address (C-12); called only for endpoints that need it. */
  clientAddress: (request: Request) => string;
}

/** The parts of a request that identify its sender. */
export interface Credentials {
  request: Request;
  cookies: Cookies;
  /** The token of the Authorization header, read for `uploader` endpoints only. */
  bearer: string | null;
}

/** The authenticated sender, as far as the endpoint needs one. */
export interface Caller {
  session: { user: { id: string } } | null;
  /** The token of `uploader` endpoints, which replaces the session. */
  uploader: object | null;
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

/** A route's endpoint with its handler. */
export interface RouteHandler {
  endpoint: Endpoint;
  handler: (input: object) => Promise<unknown>;
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
        { endpoint, handler: handlers[key] as unknown as RouteHandler['handler'] },
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
  { endpoint, handler, request, url, params, cookies, isStaffPath }: MatchedRequest,
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
      ...{ endpoint, handler, request, params, cookies, isWrite, query, readBody },
      authorize: () => authorize(endpoint.access, { request, cookies, bearer }),
    },
    deps,
  );
}

/** A request that has passed the checks of its headers. */
export interface EndpointRequest extends RouteHandler {
  request: Request;
  params: Record<string, string>;
  cookies: Cookies;
  isWrite: boolean;
  authorize: () => Promise<Caller>;
  query: () => unknown;
  readBody: () => Promise<unknown>;
}

/**
 * Authorizes the caller, consumes the rate limits, validates the input, runs the handler and returns the response's body.
 *
 * A JSON body is authorized twice. Before it is read, so that an outsider cannot make the server hold a body or use up the
 * limits of those who share the network. And after it has arrived, because a slow sender's session may end meanwhile; a
 * session that was read just now is not read again. An upload is authorized once: the handler reads it while it arrives,
 * and its token is valid after a logout as well (C-33).
 */
export async function runEndpoint(
  { endpoint, handler, request, params, cookies, authorize, isWrite, ...input }: EndpointRequest,
  deps: ServeDeps,
): Promise<unknown> {
  const isStaff = endpoint.access === 'staff';
  const early = await authorize();
  const network = () => networkOf(deps.clientAddress(request));
  if (endpoint.limits) await consumeRouteLimits(deps.db, endpoint.limits, network());
  // Staff are counted one by one, because an office shares one address.
  if (isWrite && isStaff && early.session)
    await consumeOrThrow(deps.db, { key: `staff-write:${early.session.user.id}`, ...staffWriteLimit });

  const query = endpoint.query ? validate(endpoint.query, input.query()) : undefined;
  const upload = endpoint.acceptsFile ? readUpload(request) : undefined;
  const json = await input.readBody();
  const caller = isWrite && !endpoint.acceptsFile ? await authorize() : early;
  const body = endpoint.body ? validate(endpoint.body, json) : undefined;
  const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 255);
  const response = await handler({
    ...deps,
    ...caller,
    cookies,
    userAgent,
    network,
    params,
    query,
    body,
    upload,
  });
  // Staff responses hold the most data of other people, so fields outside the schema are always removed from them.
  // Elsewhere only tests and development pay for the check.
  const isTrusted = deps.config.isProduction && !isStaff;
  return isTrusted ? response : z.parse(endpoint.response, response);
}

/** The bounds of an endpoint's body, where they differ from the common ones (C-28, C-29). */
export const bodyBoundsOf = ({ maxBodyBytes: bytes, maxBodyKeys: keys, maxTextLength: text }: Endpoint) => ({
  bytes,
  keys,
  text,
});

function respondWithError(request: Request, url: URL, error: unknown, cookies: Cookies, log: Log): Response {
  const requestId = randomUUID();
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

/** Maps an unexpected failure: 503 when the database is unreachable, 500 for everything else. */
const toHttpError = (error: unknown) =>
  isUnavailable(error)
    ? new HttpError('SERVICE_UNAVAILABLE', { retryAfter: outageSeconds })
    : new HttpError('INTERNAL_ERROR');

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
