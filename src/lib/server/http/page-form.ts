import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { ErrorBody } from '#lib/contract/core/errors.ts';
import type { Contract, RouteKey } from '#lib/contract/index.ts';
import { toCamel, toSnake } from '#lib/domain/core/casing.ts';
import { socketAddressKey } from './client-address.ts';
import { HttpError } from './http-error.ts';

const maxFormBytes = 64 * 1024;

/** The fields of a form that a page posted without a script, as text; of a repeated one the last. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw new HttpError('UNSUPPORTED_MEDIA_TYPE');
  // Every browser says how long a form is.
  const length = request.headers.get('content-length');
  if (length === null || Number(length) > maxFormBytes) throw new HttpError('PAYLOAD_TOO_LARGE');
  return Object.fromEntries(new URLSearchParams(await request.text()));
}

export type PageResponse<K extends RouteKey> =
  | { answer: ResponseOf<Contract[K]>; status: number; error: null }
  | { answer: null; status: number; error: ErrorBody };

/** What says who sent the form and from where; limits, sessions, attribution and C-26 look at these. */
const forwardedHeaders = ['cookie', 'origin', 'sec-fetch-site', 'user-agent', 'x-forwarded-for'];

/**
 * Makes a call of the API for a form that came without a script: the same checks, limits and sentences as for the
 * island, in this process and without the network.
 */
export async function callApiForPage<K extends RouteKey>(
  api: (request: Request) => Promise<Response>,
  page: Request,
  key: K,
  body: Record<string, unknown>,
  params: Record<string, string> = {},
): Promise<PageResponse<K>> {
  const [method = 'POST', template = '/'] = key.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const headers = new Headers({ 'content-type': 'application/json' });
  for (const name of forwardedHeaders) {
    const value = page.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const request = new Request(new URL(path, page.url), {
    method,
    headers,
    body: JSON.stringify(toSnake(body)),
  });
  Reflect.set(request, socketAddressKey, Reflect.get(page, socketAddressKey));
  const response = await api(request);
  const parsed = toCamel(await response.json());
  return response.ok
    ? { answer: parsed as ResponseOf<Contract[K]>, status: response.status, error: null }
    : { answer: null, status: response.status, error: parsed as ErrorBody };
}
