import type { Answer, Visitor } from '../visitor.ts';

export interface FileToUpload {
  bytes: Uint8Array;
  name?: string;
  /** What the sender claims. */
  type?: string;
  isPublic?: boolean;
}

const boundary = 'liftoff-test-boundary';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** One part of a form, as a browser writes it. */
export function part(name: string, value: string | Uint8Array, more = ''): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]);
}

export const end = Buffer.from(`--${boundary}--\r\n`);

export function filePart(
  bytes: Uint8Array,
  name = 'picture.png',
  type = 'image/png',
  field = 'file',
): Buffer {
  return part(field, bytes, `; filename="${name}"\r\nContent-Type: ${type}`);
}

/** In pieces, as a network brings it. */
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

/** API-34, through the door: multipart with the session's cookie. */
export function upload(
  visitor: Visitor,
  { bytes, name, type, isPublic = true }: FileToUpload,
): Promise<Answer> {
  return send(visitor, [part('public', String(isPublic)), filePart(bytes, name, type), end]);
}

export function send(
  visitor: Visitor,
  parts: readonly Uint8Array[],
  headers: Record<string, string | null> = {},
): Promise<Answer> {
  const body = inPieces(Buffer.concat(parts));
  return visitor.call('POST /api/v1/upload/', body, { 'content-type': multipartType, ...headers });
}
