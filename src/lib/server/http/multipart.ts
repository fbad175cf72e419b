import { HttpError } from './http-error.ts';

/** C-28: one file of 5 MB and what multipart says about it. */
const maxUploadBodyBytes = 6 * 1024 * 1024;

/** What a call that takes a file gets in place of a JSON body: the bytes as they come. */
export interface Upload {
  /** With the boundary. */
  contentType: string;
  body: AsyncIterable<Uint8Array>;
}

/** Refuses by the headers what cannot be a file's upload. @throws HttpError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE */
export function checkUploadHeaders(request: Request): void {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;.*\bboundary=/i.test(type))
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send multipart/form-data' });
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBodyBytes) throw uploadTooLarge();
}

/** The token of `Authorization: Bearer …`; null for other schemes, which browsers may send by themselves (`Basic`). */
export function bearerOf(request: Request): string | null {
  const header = request.headers.get('authorization') ?? '';
  if (!/^Bearer(\s|$)/i.test(header)) return null;
  return /^Bearer ([\w.~+/=-]{1,500})$/i.exec(header)?.[1] ?? '';
}

export function readUpload(request: Request): Upload {
  return {
    contentType: request.headers.get('content-type') ?? '',
    body: atMost(request.body as AsyncIterable<Uint8Array> | null),
  };
}

/** Whatever the header said of its length. */
async function* atMost(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxUploadBodyBytes) throw uploadTooLarge();
    yield chunk;
  }
}

/** The rest of the body is not read, so the connection cannot be used again (C-28). */
export const uploadTooLarge = () =>
  new HttpError('PAYLOAD_TOO_LARGE', {
    message: 'Please choose a file of at most 5 MB',
    fields: ['file'],
    headers: { connection: 'close' },
  });
