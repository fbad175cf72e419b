import type { ErrorBody } from '#lib/contract/core/errors.ts';
import type { Media } from '#lib/contract/media/media.ts';
import { toCamel } from '#lib/domain/core/casing.ts';
import { api } from './api.ts';
import { ApiError, NetworkError, UnreadableAnswerError } from './api-error.ts';

export interface FileToSend {
  file: Blob;
  /** What it is called where it is shown or downloaded. */
  name: string;
  /** Public: whoever knows the address. Otherwise the owner alone. */
  isPublic: boolean;
  /** From 0 to 1: how much has left this device. The answer comes a moment after 1, when the server has looked at it. */
  onProgress?: ((fraction: number) => void) | undefined;
  /** Aborted, the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** The server gives a body 60 s to arrive (C-31) and then looks at the file. */
const timeoutMilliseconds = 90_000;
const path = '/api/v1/upload/';

/**
 * API-34: one file as multipart, to the media host with a bearer where there is one (C-33), else to the API with the
 * session. By XMLHttpRequest, since fetch does not tell how much of a body has been sent.
 * @throws ApiError, NetworkError, UnreadableAnswerError, or the signal's reason
 */
export async function sendFile(sent: FileToSend): Promise<Media> {
  sent.signal?.throwIfAborted();
  if (!import.meta.env.PUBLIC_MEDIA_HOST)
    return send(`${import.meta.env.PUBLIC_API_BASE_URL ?? ''}${path}`, null, sent);
  const { token, uploadUrl } = await api('POST /api/v1/upload/token/');
  return send(uploadUrl, token, sent);
}

function send(url: string, token: string | null, { file, name, isPublic, onProgress, signal }: FileToSend) {
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
    request.onload = () => settle(request, done, failed);
    request.onerror = () => unreachable('unreachable');
    request.ontimeout = () => unreachable('timeout');
    request.onabort = () => failed(signal?.reason);
    request.onloadend = () => signal?.removeEventListener('abort', cancel);
    signal?.addEventListener('abort', cancel);
    request.send(form);
  });
}

function settle(request: XMLHttpRequest, done: (media: Media) => void, failed: (error: Error) => void): void {
  const parsed = parse(request.responseText);
  if (request.status < 200 || request.status > 299)
    failed(new ApiError(request.status, (parsed as Partial<ErrorBody> | undefined) ?? null));
  else if (parsed) done(parsed as Media);
  else failed(new UnreadableAnswerError());
}

/** Undefined when it is no JSON object. */
function parse(text: string): object | undefined {
  try {
    const value = toCamel(JSON.parse(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
