import type { Answer, Visitor } from '../visitor.ts';

export interface FileToUpload {
  bytes: Uint8Array;
  name?: string;
  /** The media type that the sender claims. */
  type?: string;
  isPublic?: boolean;
}

const boundary = 'liftoff-test-boundary';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** Formats one part of a multipart form as a browser does. */
export function formatPart(name: string, value: string | Uint8Array, more = ''): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]);
}

export const closingBoundary = Buffer.from(`--${boundary}--\r\n`);

export function formatFilePart(
  bytes: Uint8Array,
  name = 'picture.png',
  type = 'image/png',
  field = 'file',
): Buffer {
  return formatPart(field, bytes, `; filename="${name}"\r\nContent-Type: ${type}`);
}

/** Returns the body as a stream of chunks, as it arrives from a network. */
function inPieces(body: Uint8Array, size = 16_384): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= body.length) return controller.close();
      controller.enqueue(body.subarray(at, at + size));
      at += size;
    },
  });
}

/** Uploads a file as multipart with the session's cookie. [API-34] */
export function upload(
  visitor: Visitor,
  { bytes, name, type, isPublic = true }: FileToUpload,
): Promise<Answer> {
  return sendParts(visitor, [
    formatPart('public', String(isPublic)),
    formatFilePart(bytes, name, type),
    closingBoundary,
  ]);
}

export function sendParts(
  visitor: Visitor,
  parts: readonly Uint8Array[],
  headers: Record<string, string | null> = {},
): Promise<Answer> {
  const body = inPieces(Buffer.concat(parts));
  return visitor.call('POST /api/v1/upload/', body, { 'content-type': multipartType, ...headers });
}
