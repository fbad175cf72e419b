import type { Endpoint, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { ErrorCode } from '#lib/contract/core/errors.ts';
import type { Contract, RouteKey } from '#lib/contract/index.ts';
import { checkFormBody } from './body.ts';
import { cookiesOf } from './cookies.ts';
import { checkCsrf } from './csrf.ts';
import { HttpError } from './http-error.ts';
import { bodyBoundsOf, type Caller, type Line, logFailure, runEndpoint, type ServeOptions } from './serve.ts';

/** Forms of server-rendered pages: they post to their own page, so that they work without a script. */

const maxFormBytes = 64 * 1024;

interface ReadFormOptions {
  maxBytes?: number;
  /** Also reads `multipart/form-data`, which a form with a file is sent as. */
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
}

/** Turns an HttpError into the errors of a form. Throws everything else again. */
export function toFormErrors(error: unknown): FormErrors {
  if (!(error instanceof HttpError)) throw error;
  const { error: message, fieldErrors: fields, errorCode, current } = error.body('');
  return { status: error.status, message, fields, errorCode, current };
}

/** The page that a form was posted to: its request, and what the middleware has read of its sender. */
export interface FormPage {
  request: Request;
  locals: {
    session: Caller['session'];
    /** Set by the middleware once the sender's staff role is proven. */
    staffId?: string;
  };
}

/** The input of an endpoint that a form is parsed to. */
export interface EndpointInput {
  params?: Record<string, string>;
  body: Record<string, unknown>;
}

/** Runs an endpoint for a form in process and returns its response. Throws an HttpError for every failure. */
export type CallEndpoint = <K extends RouteKey>(
  key: K,
  page: FormPage,
  input: EndpointInput,
) => Promise<ResponseOf<Contract[K]>>;

/**
 * Creates the function that runs endpoints for forms, with the session that the page already has. CSRF, access, limits,
 * bounds and validation are those of a request to the API. The middleware sends the cookies that the endpoint sets.
 */
export function createCallEndpoint({
  routes,
  handlers,
  deps,
}: Pick<ServeOptions, 'routes' | 'handlers' | 'deps'>): CallEndpoint {
  return async (key, page, { params = {}, body }) => {
    const { request, locals } = page;
    try {
      const endpoint = routes[key] as Endpoint;
      const handler = handlers[key] as unknown as Line['handler'];
      checkCsrf(request, deps.config.allowedOrigins);
      const caller = { session: sessionFor(endpoint, locals), uploader: null };
      const cookies = cookiesOf(request, deps.config);
      const readBody = async () => checkFormBody(body, bodyBoundsOf(endpoint));
      const authorized = { request, params, cookies, caller, isWrite: true, query: () => ({}), readBody };
      return (await runEndpoint({ endpoint, handler, ...authorized }, deps)) as never;
    } catch (error) {
      throw logFailure(error, deps.log, { method: request.method, path: new URL(request.url).pathname });
    }
  };
}

/** Returns the session that the endpoint may know. Throws NOT_FOUND where the page has not proven the staff role. */
function sessionFor({ access }: Endpoint, { session, staffId }: FormPage['locals']): Caller['session'] {
  if (access === 'public') return null;
  if (access === 'anyone') return session;
  if (access !== 'staff')
    throw new TypeError(`No page has a form for an endpoint with the access ${access}.`);
  if (!session || session.user.id !== staffId) throw new HttpError('NOT_FOUND');
  return session;
}

/** The part of the API that forms need. */
export interface FormApi {
  callEndpoint: CallEndpoint;
}

export type FormActionResult<K extends RouteKey> =
  | { response: ResponseOf<Contract[K]>; errors: null }
  | { response: null; errors: FormErrors };

/**
 * Connects a form to an endpoint. `parse` turns the posted fields into the endpoint's input; the returned function
 * calls the endpoint in process, with the session that the page already has, and returns its response or the errors
 * to show. Whatever `parse` needs besides the form is passed after it.
 */
export function formAction<K extends RouteKey, Context extends unknown[] = []>(
  endpoint: K,
  parse: (form: FormData, ...context: Context) => EndpointInput,
) {
  return async (
    api: FormApi,
    page: FormPage,
    form: FormData,
    ...context: Context
  ): Promise<FormActionResult<K>> => {
    try {
      const response = await api.callEndpoint(endpoint, page, parse(form, ...context));
      return { response, errors: null };
    } catch (error) {
      return { response: null, errors: toFormErrors(error) };
    }
  };
}
