import { FetchError, ofetch } from 'ofetch';
import type { BodyInputOf, PathParams, QueryInputOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { ErrorBody } from '#lib/contract/core/errors.ts';
import type { Contract } from '#lib/contract/index.ts';
import { toCamel, toSnake } from '#lib/domain/core/casing.ts';
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

/** The timeout of the whole response with its body; an SMS gateway and a phone's network may be slow. */
const timeoutMilliseconds = 20_000;

/**
 * Calls a route of the contract and returns its typed response: snake_case on the wire, camelCase here. Nothing is cached or
 * retried, because a second OTP request would send a second SMS. Throws `ApiError`, `NetworkError` or
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
  const response = await send(fillPath(path, params ?? {}), method, body, query);
  const parsed = parse(response._data ?? '');
  if (!response.ok) throw new ApiError(response.status, asErrorBody(parsed));
  if (parsed === undefined) throw new UnreadableResponseError();
  return parsed as ApiResponse<Key>;
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

async function send(path: string, method: string, body?: object, query?: object) {
  try {
    return await ofetch.raw<string, 'text'>(path, {
      method,
      // The same server unless configured otherwise. [APP-03]
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
