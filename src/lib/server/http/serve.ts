import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type BodyOf,
  type Endpoint,
  type PathParams,
  type QueryOf,
  type ResponseOf,
  staffPath,
  staffWriteLimit,
} from '#lib/contract/core/endpoint.ts';
import type { Contract, RouteKey } from '#lib/contract/index.ts';
import { toSnake } from '#lib/domain/core/casing.ts';
import { requireUploader } from '#lib/server/auth/require-uploader.ts';
import { findSession, requireSession, type Session } from '#lib/server/auth/session.ts';
import type { Config } from '#lib/server/config.ts';
import type { Log } from '#lib/server/core/log.ts';
import { type Db, isUnavailable } from '#lib/server/db/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { MediaStore } from '#lib/server/media/store/index.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import { requireStaff } from '#lib/server/staff/require-staff.ts';
import { checkBodyHeaders, readJson } from './body.ts';
import { networkOf } from './client-address.ts';
import { Cookies } from './cookies.ts';
import { checkCsrf } from './csrf.ts';
import { HttpError, outageSeconds } from './http-error.ts';
import { bearerOf, checkUploadHeaders, readUpload, type Upload } from './multipart.ts';
import { readQuery } from './query.ts';
import { consumeOrThrow, consumeRouteLimits } from './route-limits.ts';
import { createRouter } from './routes.ts';
import { validate } from './validate.ts';

/** What the API is built from; tests pass their own. */
export interface Dependencies {
  config: Config;
  db: Db;
  messages: Messages;
  mediaStore: MediaStore;
  log: Log;
  /** The visitor's address (C-12); asked for only by calls that need it. */
  clientAddress: (request: Request) => string;
}

/** What every handler gets besides its parsed input. */
export interface Context extends Dependencies {
  session: Session | null;
  cookies: Cookies;
  userAgent: string;
  /** The network that limits count by: an IPv4 address or an IPv6 /64. */
  network: () => string;
}

type AccessOf<K extends RouteKey> = Contract[K]['access'];
type RequestContext<K extends RouteKey> =
  AccessOf<K> extends 'signed-in' | 'verified' | 'staff'
    ? Context & { session: Session }
    : Context & { uploader: AccessOf<K> extends 'uploader' ? UserRow : null };
export type Input<K extends RouteKey> = RequestContext<K> & {
  params: PathParams<K>;
  query: QueryOf<Contract[K]>;
  body: BodyOf<Contract[K]>;
  upload: Contract[K] extends { acceptsFile: true } ? Upload : undefined;
};

/** One function per line of the contract: a missing one is a compile error. */
export type Handlers<Keys extends RouteKey = RouteKey> = {
  [K in Keys]: (input: Input<K>) => Promise<ResponseOf<Contract[K]>>;
};

type AnyHandler = (input: Record<string, unknown>) => Promise<unknown>;
type Line = { key: string; call: Endpoint; handler: AnyHandler };

/**
 * Turns the table into `(Request) => Promise<Response>`. Order of checks: method, size and type, CSRF,
 * session, phone verified, rate limit, validation, and then the handler with the state. Of the staff's calls a stranger
 * learns nothing, so there who it is comes first.
 * `documents` are fixed answers by path, sent as they are.
 */
export function serve(
  contract: Contract,
  handlers: Handlers,
  dependencies: Dependencies,
  documents: Record<string, object> = {},
) {
  const lines = Object.fromEntries(
    Object.entries(contract).map(([key, call]) => [
      key,
      {
        key,
        call: call as Endpoint,
        handler: handlers[key as RouteKey] as unknown as AnyHandler,
      } satisfies Line,
    ]),
  );
  const match = createRouter(lines);
  const texts = new Map(
    Object.entries(documents).map(([path, document]) => [path, JSON.stringify(document)]),
  );

  return async function api(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const cookies = new Cookies(request.headers.get('cookie'), dependencies.config);
    try {
      const text = texts.get(url.pathname);
      if (text !== undefined) return sendDocument(request, text);
      const staff = url.pathname.startsWith(staffPath) ? await requireStaff(dependencies.db, cookies) : null;
      const { value: line, params } = match(request.method, url.pathname);
      const answer = await run(line, { request, url, params, cookies, staff });
      return respond(request, 200, answer, {}, cookies);
    } catch (error) {
      return failed(request, url, error, cookies);
    }
  };

  async function run(
    { call, handler }: Line,
    { request, url, params, cookies, staff }: MatchedRequest,
  ): Promise<unknown> {
    const writes = request.method !== 'GET' && request.method !== 'HEAD';
    if (call.acceptsFile) checkUploadHeaders(request);
    else if (writes) checkBodyHeaders(request, call.maxBodyBytes);
    // No browser sends a bearer by itself, so nobody can be made to; and it alone says who calls (C-33).
    const bearer = call.access === 'uploader' ? bearerOf(request) : null;
    if (bearer === null) checkCsrf(request, dependencies.config.allowedOrigins);
    // Before the limits: what a stranger sends takes nothing from those who share the network.
    const uploader = call.access === 'uploader' ? await requireUploader(dependencies, cookies, bearer) : null;
    const session = call.access === 'staff' ? staff : uploader ? null : await sessionFor(call, cookies);
    if (call.access === 'staff' && !session) throw new HttpError('NOT_FOUND');
    const network = () => networkOf(dependencies.clientAddress(request));
    if (call.limits) await consumeRouteLimits(dependencies.db, call.limits, network());
    // By person: an office shares one address.
    if (writes && staff)
      await consumeOrThrow(dependencies.db, { key: `staff-write:${staff.user.id}`, ...staffWriteLimit });

    const query = call.query ? validate(call.query, readQuery(url.searchParams)) : undefined;
    const upload = call.acceptsFile ? readUpload(request) : undefined;
    const { maxBodyBytes: bytes, maxBodyKeys: keys, maxTextLength: text } = call;
    const json = writes && !upload ? await readJson(request, { bytes, keys, text }) : undefined;
    const body = call.body ? validate(call.body, json) : undefined;
    const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 255);
    const answer = await handler({
      ...dependencies,
      session,
      uploader,
      cookies,
      userAgent,
      network,
      params,
      query,
      body,
      upload,
    });
    // What is not named leaves no call of the staff's, which hold the most of other people's; elsewhere tests look.
    const isTrusted = dependencies.config.production && !staff;
    return isTrusted ? answer : z.parse(call.response, answer);
  }

  async function sessionFor(call: Endpoint, cookies: Cookies): Promise<Session | null> {
    if (call.access === 'public') return null;
    if (call.access === 'anyone') {
      const session = await findSession(dependencies.db, cookies);
      return session?.user.disabledAt ? null : session;
    }
    const session = await requireSession(dependencies.db, cookies);
    if (call.access === 'verified' && !session.user.phoneVerifiedAt)
      throw new HttpError('PHONE_NOT_VERIFIED');
    return session;
  }

  function failed(request: Request, url: URL, error: unknown, cookies: Cookies): Response {
    const requestId = randomUUID();
    const known = error instanceof HttpError ? error : toHttpError(error);
    if (known.status >= 500)
      dependencies.log.error(
        { requestId, method: request.method, path: url.pathname, errorCode: known.errorCode, err: error },
        'call failed',
      );
    return respond(request, known.status, known.body(requestId), known.headers(), cookies);
  }
}

interface MatchedRequest {
  request: Request;
  url: URL;
  params: Record<string, string>;
  cookies: Cookies;
  /** Of the staff; null wherever else. */
  staff: Session | null;
}

/** An unexpected failure: the database is away (try again), or a defect of ours. */
const toHttpError = (error: unknown) =>
  isUnavailable(error)
    ? new HttpError('SERVICE_UNAVAILABLE', { retryAfter: outageSeconds })
    : new HttpError('INTERNAL_ERROR');

function sendDocument(request: Request, text: string): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new HttpError('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } });
  return new Response(request.method === 'HEAD' ? null : text, { headers: jsonHeaders });
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
