import type { ErrorBody, ErrorCode } from '#lib/contract/core/errors.ts';
import type { RouteKey } from '#lib/contract/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { callApiForPage, type PageResponse } from '#lib/server/http/page-form.ts';

/** The staff's pages post to themselves, so that they work before a script; each post is a call of the API. */

const maxFormBytes = 1.5 * 1024 * 1024;

/** What a page shows after a post that was refused: the sentence, and by field what to mend. */
export interface Refused {
  status: number;
  message: string;
  fields: Record<string, string>;
  errorCode?: ErrorCode;
  /** STALE_WRITE: the thing as it is now. */
  current?: unknown;
}

/** A form of a page, also one that carries a file. @throws HttpError */
export async function readStaffForm(request: Request): Promise<FormData> {
  const length = request.headers.get('content-length');
  if (length === null || Number(length) > maxFormBytes) throw new HttpError('PAYLOAD_TOO_LARGE');
  try {
    return await request.formData();
  } catch {
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE');
  }
}

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** All that was typed, for the form that is shown again. */
export const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form.keys()].map((name) => [name, textOf(form, name)]));

export const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value): value is string => typeof value === 'string' && value !== '');

/** The text of a file that was chosen, or of a field of the same name that carries it from the page before. */
export async function fileText(form: FormData, name: string): Promise<string> {
  for (const value of form.getAll(name)) {
    const text = typeof value === 'string' ? value : await value.text();
    if (text) return text;
  }
  return '';
}

export const wholeOf = (form: FormData, name: string): number | null => {
  const text = textOf(form, name).trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
};

type Api = (request: Request) => Promise<Response>;

/** Makes the call in the reader's name. */
export async function staffCall<K extends RouteKey>(
  api: Api,
  request: Request,
  key: K,
  body: Record<string, unknown>,
  params: Record<string, string> = {},
): Promise<
  { answer: NonNullable<PageResponse<K>['answer']>; refused: null } | { answer: null; refused: Refused }
> {
  const { answer, error, status } = await callApiForPage(api, request, key, body, params);
  if (answer !== null) return { answer, refused: null };
  return { answer: null, refused: refusedBy(status, error as ErrorBody) };
}

const refusedBy = (status: number, { error, fieldErrors, errorCode, current }: ErrorBody): Refused => ({
  status,
  message: error,
  fields: fieldErrors,
  errorCode,
  current,
});

/** What a form that could not even be read is answered with. */
export function refusedOf(error: unknown): Refused {
  if (!(error instanceof HttpError)) throw error;
  return refusedBy(error.status, error.body(''));
}
