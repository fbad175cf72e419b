import { HttpError } from './http-error.ts';

/** One file of 5 MB and the multipart headers around it. [C-28] */
const maxUploadBodyBytes = 6 * 1024 * 1024;

/** The body of an endpoint that accepts a file: a stream instead of JSON. */
export interface Upload {
  /** Includes the boundary. */
  contentType: string;
  body: AsyncIterable<Uint8Array>;
}

/** Checks by its headers that a request can be an upload. Throws UNSUPPORTED_MEDIA_TYPE or PAYLOAD_TOO_LARGE. */
export function checkUploadHeaders(request: Request): void {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(type))
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send multipart/form-data' });
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBodyBytes) throw uploadTooLarge();
}

/**
 * Returns the token of `Authorization: Bearer …`, or null for other schemes, which browsers may send on their own
 * (`Basic`).
 */
export function bearerOf(request: Request): string | null {
  const header = request.headers.get('authorization') ?? '';
  if (!/^Bearer(\s|$)/i.test(header)) return null;
  return /^Bearer ([\w.~+/=-]{1,500})$/i.exec(header)?.[1] ?? '';
}

export function readUpload(request: Request): Upload {
  return {
    contentType: request.headers.get('content-type') ?? '',
    body: withMaxSize(request.body as AsyncIterable<Uint8Array> | null),
  };
}

/** Counts the bytes itself, because the Content-Length header may be wrong. */
async function* withMaxSize(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxUploadBodyBytes) throw uploadTooLarge();
    yield chunk;
  }
}

/** Closes the connection: the rest of the body was not read, so it cannot carry another request. [C-28] */
export const uploadTooLarge = () =>
  new HttpError('PAYLOAD_TOO_LARGE', {
    message: 'Please choose a file of at most 5 MB',
    fields: ['file'],
    headers: { connection: 'close' },
  });
