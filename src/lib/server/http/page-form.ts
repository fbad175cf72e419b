import type { Endpoint, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import type { Contract, RouteKey } from '#lib/contract/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import { checkFormBody } from './body.ts';
import { cookiesOf } from './cookies.ts';
import { checkCsrf } from './csrf.ts';
import { HttpError } from './http-error.ts';
import { bodyBoundsOf, type EndpointRequest, type RouteHandler, runEndpoint } from './run-endpoint.ts';
import { logFailure, type ServeOptions } from './serve.ts';

/** Forms of server-rendered pages: they post to their own page, so that they work without a script. */

const maxFormBytes = 64 * 1024;

interface ReadFormOptions {
  maxBytes?: number;
  /** Also accepts `multipart/form-data`, which browsers use for a form with a file. */
  acceptsFiles?: boolean;
}

/** Reads the form that a page received. Throws PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE. [C-28] */
export async function readFormData(
  request: Request,
  { maxBytes = maxFormBytes, acceptsFiles = false }: ReadFormOptions = {},
): Promise<FormData> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (!acceptsFiles && type !== 'application/x-www-form-urlencoded')
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE');
  // Every browser sends the length of a form.
  const length = request.headers.get('content-length');
  if (length === null || Number(length) > maxBytes) throw new HttpError('PAYLOAD_TOO_LARGE');
  try {
    return await request.formData();
  } catch {
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE');
  }
}

/** Returns the text of a field, and an empty text for a field that was not sent or is a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the text of every field, of a repeated field the last one. A rejected form is shown again with it. */
export const textValuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'));

/** Why a form was rejected, as its page shows it: a sentence, and a message for each field to correct. */
export interface FormErrors {
  status: number;
  message: string;
  fields: Record<string, string>;
  errorCode?: ErrorCode;
  /** With STALE_WRITE: the record as it is now. */
  current?: unknown;
  /** With PROOF_REQUIRED: what the form sends again after the wait. [C-12] */
  wait?: SignedWait | undefined;
}

export interface SignedWait {
  text: string;
  secondsLeft: number;
}

/** Converts an HttpError to the errors of a form. Rethrows everything else. */
export function toFormErrors(error: unknown): FormErrors {
  if (!(error instanceof HttpError)) throw error;
  const { error: message, fieldErrors: fields, errorCode, current, retryAfter = 0 } = error.body('');
  const { wait } = error.options.extra ?? {};
  return {
    ...{ status: error.status, message, fields, errorCode, current },
    ...(typeof wait === 'string' && { wait: { text: wait, secondsLeft: retryAfter } }),
  };
}

/** The page that a form was posted to. */
export interface FormPage {
  request: Request;
}

/** The input of an endpoint that a form is parsed to. */
export interface EndpointInput {
  params?: Record<string, string>;
  body: Record<string, unknown>;
  /** The signed wait, when the form was sent again after one. [C-12] */
  wait?: string;
  /** The file of an endpoint that accepts one. */
  file?: File;
  /** Everybody may see the file. */
  isPublicFile?: boolean;
}

/** Returns a handler that runs another one. */
export type WrapHandler = (handler: RouteHandler['handler']) => RouteHandler['handler'];

/**
 * Runs an endpoint for a form in process and returns its response. Throws an HttpError for every failure. `wrap` may run its
 * handler in another way, for example without storing anything.
 */
export type CallEndpoint = <K extends RouteKey>(
  key: K,
  page: FormPage,
  input: EndpointInput,
  wrap?: WrapHandler,
) => Promise<ResponseOf<Contract[K]>>;

/**
 * Creates the function that runs endpoints for forms. CSRF, access, limits, bounds and validation are those of a request
 * to the API. The session is the one that the middleware has read, or is read again when the form took long to arrive.
 * The middleware sends the cookies that the endpoint sets.
 */
export function createCallEndpoint({ routes, handlers, deps, authorize }: ServeOptions): CallEndpoint {
  return async (key, page, { params = {}, body, wait = null, file, isPublicFile = false }, wrap) => {
    const request = file ? createUploadRequest(page.request, file, isPublicFile) : page.request;
    try {
      const endpoint = routes[key] as Endpoint;
      checkCsrf(request, deps.config.allowedOrigins);
      const cookies = cookiesOf(request, deps.config);
      const handler = handlers[key] as unknown as RouteHandler['handler'];
      const call: EndpointRequest = {
        ...{ route: key, endpoint, request, params, cookies, isWrite: true },
        proof: { kind: 'wait', text: wait },
        handler: wrap ? wrap(handler) : handler,
        authorize: () => authorize(endpoint.access, { request, cookies, bearer: null }),
        query: () => ({}),
        readBody: async () => checkFormBody(body, bodyBoundsOf(endpoint)),
      };
      return (await runEndpoint(call, deps)) as never;
    } catch (error) {
      throw logFailure(error, deps.log, { method: request.method, path: new URL(request.url).pathname });
    }
  };
}

/** Creates the request that a program would upload the file with, on behalf of the sender of the form. */
function createUploadRequest({ url, headers }: Request, file: File, isPublic: boolean): Request {
  const sent = new Headers(headers);
  sent.delete('content-type');
  sent.delete('content-length');
  const body = new FormData();
  body.set('public', String(isPublic));
  body.set('file', file);
  return new Request(url, { method: 'POST', headers: sent, body });
}

/** The part of the API that forms need. */
export interface FormApi {
  callEndpoint: CallEndpoint;
  /** For what a form shows before it is confirmed. */
  db: Db;
}

export type FormActionResult<K extends RouteKey> =
  | { response: ResponseOf<Contract[K]>; errors: null }
  | { response: null; errors: FormErrors };

/** The endpoint of a form. */
export interface FormAction<K extends RouteKey, Context extends unknown[]> {
  (api: FormApi, page: FormPage, form: FormData, ...context: Context): Promise<FormActionResult<K>>;
  /** Runs the endpoint with a wrapped handler. */
  wrapped(
    wrap: WrapHandler,
    api: FormApi,
    page: FormPage,
    form: FormData,
    ...context: Context
  ): Promise<FormActionResult<K>>;
}

/**
 * Connects a form to an endpoint. `parse` turns the posted fields into the endpoint's input; the returned function
 * calls the endpoint in process, for the person who posted the form, and returns its response or the errors to show.
 * Whatever `parse` needs besides the form is passed after it.
 */
export function formAction<K extends RouteKey, Context extends unknown[] = []>(
  endpoint: K,
  parse: (form: FormData, ...context: Context) => EndpointInput,
): FormAction<K, Context> {
  const call = async (
    wrap: WrapHandler | undefined,
    api: FormApi,
    page: FormPage,
    form: FormData,
    ...context: Context
  ): Promise<FormActionResult<K>> => {
    try {
      const response = await api.callEndpoint(endpoint, page, parse(form, ...context), wrap);
      return { response, errors: null };
    } catch (error) {
      return { response: null, errors: toFormErrors(error) };
    }
  };
  const action = (api: FormApi, page: FormPage, form: FormData, ...context: Context) =>
    call(undefined, api, page, form, ...context);
  return Object.assign(action, { wrapped: call });
}
