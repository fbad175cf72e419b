import { FetchError, ofetch } from 'ofetch';
import type { BodyInputOf, PathParams, QueryInputOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { ErrorBody } from '#lib/contract/core/errors.ts';
import type { Contract } from '#lib/contract/index.ts';
import { toCamel, toSnake } from '#lib/domain/core/casing.ts';
import { ApiError, NetworkError, UnreadableAnswerError } from './api-error.ts';

/** `'POST /api/v1/auth/user-exists/'`: the line that names a call everywhere. */
export type ApiKey = keyof Contract & string;

export type ApiAnswer<Key extends ApiKey> = ResponseOf<Contract[Key]>;

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

export type ApiInput<Key extends ApiKey> = Part<'body', BodyInputOf<Contract[Key]>> &
  Part<'query', QueryInputOf<Contract[Key]>> &
  (unknown extends PathParams<Key> ? unknown : { params: PathParams<Key> });

/** For the whole answer, its body included; an SMS gateway may be slow, and a phone's network too. */
const timeoutMilliseconds = 20_000;

/**
 * One typed call of the contract (API-01 to API-03): snake_case on the wire and camelCase here, uncached, never
 * repeated by itself (a second OTP request would be a second SMS).
 * @throws ApiError, NetworkError, UnreadableAnswerError
 */
export async function api<Key extends ApiKey>(
  key: Key,
  ...[input]: Partial<ApiInput<Key>> extends ApiInput<Key> ? [input?: ApiInput<Key>] : [input: ApiInput<Key>]
): Promise<ApiAnswer<Key>> {
  const [method = 'GET', path = ''] = key.split(' ');
  const { body, query, params } = (input ?? {}) as {
    body?: object;
    query?: object;
    params?: Record<string, string>;
  };
  const response = await send(fillPath(path, params ?? {}), method, body, query);
  const parsed = parse(response._data ?? '');
  if (!response.ok) throw new ApiError(response.status, asErrorBody(parsed));
  if (parsed === undefined) throw new UnreadableAnswerError();
  return parsed as ApiAnswer<Key>;
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

async function send(path: string, method: string, body?: object, query?: object) {
  try {
    return await ofetch.raw<string, 'text'>(path, {
      method,
      // APP-03: the same server unless configured otherwise.
      baseURL: import.meta.env.PUBLIC_API_BASE_URL ?? '',
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
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

/** Undefined when it is not JSON. */
function parse(text: string): unknown {
  try {
    return toCamel(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function asErrorBody(parsed: unknown): Partial<ErrorBody> | null {
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : null;
}
