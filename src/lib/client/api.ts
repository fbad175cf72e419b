import { FetchError, ofetch } from 'ofetch';
import { track } from '#lib/browser/event-queue.ts';
import type { BodyInputOf, PathParams, QueryInputOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { ErrorBody } from '#lib/contract/core/errors.ts';
import type { Contract } from '#lib/contract/index.ts';
import type { ConversionKind } from '#lib/domain/core/attribution.ts';
import { toCamel, toSnake } from '#lib/domain/core/casing.ts';
import { proofHeader } from '#lib/domain/core/limits/proof-of-work.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import { ApiError, NetworkError, UnreadableResponseError } from './api-error.ts';

/** The key of a route, such as `'POST /api/v1/auth/user-exists/'`. */
export type ApiKey = keyof Contract & string;

export type ApiResponse<Key extends ApiKey> = ResponseOf<Contract[Key]>;

type InputPart<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

export type ApiInput<Key extends ApiKey> = InputPart<'body', BodyInputOf<Contract[Key]>> &
  InputPart<'query', QueryInputOf<Contract[Key]>> &
  (unknown extends PathParams<Key> ? unknown : { params: PathParams<Key> });

/** The requests that are conversions. Forms that are posted without script are counted by the server alone. [TRACK-01] */
const conversions: Partial<Record<ApiKey, ConversionKind>> = {
  'POST /api/v3/auth/register/': 'SIGN_UP',
  'POST /api/v1/programs/{programSlug}/send-brochure/': 'BROCHURE',
  'POST /api/v1/cap/request-sales-callback/': 'CALLBACK',
  'POST /api/v1/moonshot/jobs/{jobSlug}/apply/': 'JOB_APPLICATION',
};

/** The timeout of the whole response with its body; an SMS gateway and a phone's network may be slow. */
const timeoutMilliseconds = 20_000;

/**
 * Calls a route of the contract and returns its typed response: snake_case on the wire, camelCase here. Nothing is cached or
 * retried, because a second OTP request would send a second SMS; only a request that the server rejected until the browser
 * has solved a challenge is sent again. Throws `ApiError`, `NetworkError` or
 * `UnreadableResponseError`. [API-01 to API-03]
 */
export async function api<Key extends ApiKey>(
  key: Key,
  ...[input]: Partial<ApiInput<Key>> extends ApiInput<Key> ? [input?: ApiInput<Key>] : [input: ApiInput<Key>]
): Promise<ApiResponse<Key>> {
  const [method = 'GET', path = ''] = key.split(' ');
  const { body, query, params } = (input ?? {}) as {
    body?: object;
    query?: object;
    params?: Record<string, string>;
  };
  const request = { path: fillPath(path, params ?? {}), method, body, query };
  const { response, parsed } = await sendWithProof(request, await send(request));
  if (!response.ok) throw new ApiError(response.status, asErrorBody(parsed));
  if (parsed === undefined) throw new UnreadableResponseError();
  const kind = conversions[key];
  if (kind) track('converted', { kind });
  return parsed as ApiResponse<Key>;
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

interface SentRequest {
  path: string;
  method: string;
  body: object | undefined;
  query: object | undefined;
}

/** Challenges per request. A phone may change its network meanwhile, and the answer is valid for one. */
const maxChallenges = 3;

/** Where the network is busy, solves the challenge of the response and sends the request again with the answer. [C-12] */
async function sendWithProof(request: SentRequest, first: Awaited<ReturnType<typeof send>>) {
  let response = first;
  let parsed = parse(response._data ?? '');
  for (let solved = 0; solved < maxChallenges; solved += 1) {
    const { challenge } = asErrorBody(parsed) ?? {};
    if (response.status !== 428 || !challenge) break;
    const answer = await solve(challenge);
    if (answer === null) break;
    response = await send(request, { [proofHeader]: answer });
    parsed = parse(response._data ?? '');
  }
  return { response, parsed };
}

/** Returns null when the browser cannot solve it, and then the response of the server is shown. */
async function solve(challenge: string): Promise<string | null> {
  try {
    const { solveProof } = await import('./proof-of-work.ts');
    return await solveProof(challenge);
  } catch {
    return null;
  }
}

async function send({ path, method, body, query }: SentRequest, headers: Record<string, string> = {}) {
  try {
    return await ofetch.raw<string, 'text'>(path, {
      method,
      // The same server unless configured otherwise. [APP-03]
      baseURL: import.meta.env.PUBLIC_API_BASE_URL ?? '',
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: toSnake(body ?? {}) as Record<string, unknown> }),
      ...(query ? { query: toSnake(query) as Record<string, unknown> } : {}),
      responseType: 'text',
      ignoreResponseError: true,
      retry: false,
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
  } catch (error) {
    throw new NetworkError(networkReason(error), error);
  }
}

function networkReason(error: unknown): 'offline' | 'unreachable' | 'timeout' {
  if (globalThis.navigator?.onLine === false) return 'offline';
  const cause = error instanceof FetchError ? error.cause : error;
  return cause instanceof Error && cause.name === 'TimeoutError' ? 'timeout' : 'unreachable';
}

/** Returns undefined when the text is not JSON. */
function parse(text: string): unknown {
  try {
    return toCamel(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asErrorBody(parsed: unknown): Partial<ErrorBody> | null {
  return isRecord(parsed) ? parsed : null;
}
