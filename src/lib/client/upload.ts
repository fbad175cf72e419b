import type { ErrorBody } from '#lib/contract/core/errors.ts';
import type { Media } from '#lib/contract/media/media.ts';
import { toCamel } from '#lib/domain/core/casing.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import { api } from './api.ts';
import { ApiError, NetworkError, UnreadableResponseError } from './api-error.ts';

export interface SendFileInput {
  file: Blob;
  /** The file name that is shown and used for downloads. */
  name: string;
  /** Public files are readable by everybody who knows the URL, others by their owner alone. */
  isPublic: boolean;
  /** Called with the uploaded fraction from 0 to 1; the response follows after the server has checked the file. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** When aborted, the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The server accepts a body for 60 s (C-31) and then checks the file. */
const timeoutMilliseconds = 90_000;
const path = '/api/v1/upload/';

/**
 * Uploads one file as multipart: to the media host with a bearer token when one is configured, else to the API with the
 * session. It uses XMLHttpRequest because fetch reports no upload progress. [API-34, C-33]
 * @throws ApiError, NetworkError, UnreadableResponseError, or the signal's reason
 */
export async function sendFile(sent: SendFileInput): Promise<Media> {
  sent.signal?.throwIfAborted();
  if (!import.meta.env.PUBLIC_MEDIA_HOST)
    return send(`${import.meta.env.PUBLIC_API_BASE_URL ?? ''}${path}`, null, sent);
  const { token, uploadUrl } = await api('POST /api/v1/upload/token/');
  return send(uploadUrl, token, sent);
}

function send(
  url: string,
  token: string | null,
  { file, name, isPublic, onProgress, signal }: SendFileInput,
) {
  const form = new FormData();
  form.append('public', String(isPublic));
  form.append('file', file, name);
  return new Promise<Media>((done, failed) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    const unreachable = (reason: 'unreachable' | 'timeout') =>
      failed(new NetworkError(navigator.onLine === false ? 'offline' : reason));
    request.open('POST', url);
    request.timeout = timeoutMilliseconds;
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    request.onload = () => handleResponse(request, done, failed);
    request.onerror = () => unreachable('unreachable');
    request.ontimeout = () => unreachable('timeout');
    request.onabort = () => failed(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', cancel);
    signal?.addEventListener('abort', cancel);
    request.send(form);
  });
}

function handleResponse(
  request: XMLHttpRequest,
  done: (media: Media) => void,
  failed: (error: Error) => void,
): void {
  const parsed = parse(request.responseText);
  if (request.status < 200 || request.status > 299)
    failed(new ApiError(request.status, (parsed as Partial<ErrorBody> | undefined) ?? null));
  else if (parsed) done(parsed as Media);
  else failed(new UnreadableResponseError());
}

/** Returns undefined when the text is not a JSON object. */
function parse(text: string): object | undefined {
  try {
    const value = toCamel(JSON.parse(text));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
