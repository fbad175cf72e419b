import * as z from 'zod/mini';
import { type Endpoint, staffWriteLimit } from '#lib/contract/core/endpoint.ts';
import type { Config } from '#lib/server/config.ts';
import { type RateLimit, release } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Log } from '#lib/server/log.ts';
import { networkOf } from './client-address.ts';
import type { Cookies } from './cookies.ts';
import { consumeOrThrow } from './limits/consume-or-throw.ts';
import { countsAgainstLimits } from './limits/counted-errors.ts';
import type { ProofInput } from './limits/require-proof.ts';
import { type ConsumeLimits, consumeRouteLimits } from './limits/route-limits.ts';
import { readUpload } from './multipart.ts';
import { validate } from './validate.ts';

/** The dependencies of `serve` itself. All other properties of the object are passed on to the handlers. */
export interface ServeDeps {
  config: Pick<Config, 'allowedOrigins' | 'secureCookies' | 'isProduction' | 'secretKeys' | 'limits'>;
  db: Db;
  log: Log;
  /** Returns the visitor's address (C-12); called only for endpoints that need it. */
  clientAddress: (request: Request) => string;
}

/** The authenticated sender, as far as the endpoint needs one. */
export interface Caller {
  session: { user: { id: string } } | null;
  /** The owner of the token of `uploader` endpoints, which replaces the session. */
  uploader: { id: string } | null;
}

/** A route's endpoint with its handler. */
export interface RouteHandler {
  /** The key of the route. */
  route: string;
  endpoint: Endpoint;
  handler: (input: object) => Promise<unknown>;
}

/** A request that has passed the checks of its headers. */
export interface EndpointRequest extends RouteHandler {
  request: Request;
  params: Record<string, string>;
  cookies: Cookies;
  isWrite: boolean;
  /** For endpoints whose network may be busy. [C-12] */
  proof: ProofInput;
  authorize: () => Promise<Caller>;
  query: () => unknown;
  readBody: () => Promise<unknown>;
}

/**
 * Authorizes the caller, consumes the rate limits, validates the input, runs the handler and returns the response's body.
 * What was counted for the device and the network is released when the request is rejected. [C-12]
 */
export async function runEndpoint(call: EndpointRequest, deps: ServeDeps): Promise<unknown> {
  const caller = await call.authorize();
  const network = () => networkOf(deps.clientAddress(call.request));
  const accountId = caller.session?.user.id ?? caller.uploader?.id ?? null;
  const counted: RateLimit[] = [];
  const consumeLimits: ConsumeLimits = async (limits) => {
    counted.push(...(await consumeRouteLimits({ ...deps, ...call, network, accountId }, limits)));
  };
  try {
    if (call.endpoint.limits) await consumeLimits(call.endpoint.limits);
    return await runHandler(call, { ...deps, network, consumeLimits }, caller);
  } catch (error) {
    // When the database is away, the caller learns that, and the limits stay counted.
    if (!countsAgainstLimits(error)) await release(deps.db, counted).catch(() => {});
    throw error;
  }
}

interface HandlerDeps extends ServeDeps {
  network: () => string;
  consumeLimits: ConsumeLimits;
}

/**
 * Validates the input, runs the handler and returns the response's body.
 *
 * A JSON body is authorized twice. Before it is read, so that an outsider cannot make the server hold a body or use up the
 * limits of those who share the network. And after it has arrived, because a slow sender's session may end meanwhile; a
 * session that was read just now is not read again. An upload is authorized once: the handler reads it while it arrives,
 * and its token is valid after a logout as well (C-33).
 */
async function runHandler(
  { endpoint, handler, request, params, cookies, authorize, isWrite, ...input }: EndpointRequest,
  deps: HandlerDeps,
  early: Caller,
): Promise<unknown> {
  const isStaff = endpoint.access === 'staff';
  // Staff are counted one by one, because an office shares one address.
  if (isWrite && isStaff && early.session)
    await consumeOrThrow(deps.db, { key: `staff-write:${early.session.user.id}`, ...staffWriteLimit });

  const query = endpoint.query ? validate(endpoint.query, input.query()) : undefined;
  const upload = endpoint.acceptsFile ? readUpload(request) : undefined;
  const json = await input.readBody();
  const caller = isWrite && !endpoint.acceptsFile ? await authorize() : early;
  const body = endpoint.body ? validate(endpoint.body, json) : undefined;
  const userAgent = (request.headers.get('user-agent') ?? '').slice(0, 255);
  const asksForPrivacy = request.headers.get('dnt') === '1' || request.headers.get('sec-gpc') === '1';
  const response = await handler({
    ...deps,
    ...caller,
    cookies,
    userAgent,
    asksForPrivacy,
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
