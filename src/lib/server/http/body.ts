import { jsonBounds, safeCamel, UnsafeShapeError } from '#lib/domain/core/casing.ts';
import { HttpError } from './http-error.ts';

/** C-28 */
const maxJsonBytes = 64 * 1024;

/**
 * Refuses what is too large or no JSON before anything is read (C-26, C-28).
 * A request without a body needs no content type.
 */
export function checkBodyHeaders(request: Request, mostBytes = maxJsonBytes): void {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > mostBytes) throw tooLarge();
  const type = request.headers.get('content-type');
  if (type === null && (request.body === null || length === '0')) return;
  if (type?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE');
}

/** What a call may change of the common bounds of C-28 and C-29. */
export interface BodyBounds {
  bytes?: number | undefined;
  keys?: number | undefined;
  text?: number | undefined;
}

/** Reads at most so many bytes, whatever the header said, and hands on camelCase keys within the bounds of C-29. */
export async function readJson(
  request: Request,
  {
    bytes = maxJsonBytes,
    keys = jsonBounds.keys,
    text: stringLength = jsonBounds.stringLength,
  }: BodyBounds = {},
): Promise<unknown> {
  const text = await readText(request, bytes);
  if (text === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new HttpError('INVALID_JSON');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new HttpError('INVALID_JSON');
  return checkShape(parsed, keys, stringLength);
}

/** Holds the body that a form was parsed to within the bounds of a JSON body (C-28, C-29). Throws an HttpError. */
export function checkFormBody(
  body: Record<string, unknown>,
  { bytes = maxJsonBytes, keys = jsonBounds.keys, text = jsonBounds.stringLength }: BodyBounds,
): unknown {
  if (Buffer.byteLength(JSON.stringify(body)) > bytes) throw new HttpError('PAYLOAD_TOO_LARGE');
  return checkShape(body, keys, text);
}

function checkShape(value: object, keys: number, stringLength: number): unknown {
  try {
    return safeCamel(value, { keys, stringLength });
  } catch (error) {
    if (error instanceof UnsafeShapeError)
      throw new HttpError('VALIDATION_FAILED', { message: error.message });
    throw error;
  }
}

async function readText(request: Request, mostBytes: number): Promise<string> {
  if (!request.body) return '';
  const bytes = await readBytes(request.body as unknown as AsyncIterable<Uint8Array>, mostBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpError('INVALID_JSON');
  }
}

async function readBytes(body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > mostBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // The client went away or took too long: no fault of ours, and nobody is left to read the answer.
    throw error instanceof HttpError ? error : new HttpError('INVALID_JSON');
  }
  return Buffer.concat(chunks);
}

/** The rest of the body is not read, so the connection cannot be used again (C-28). */
const tooLarge = () => new HttpError('PAYLOAD_TOO_LARGE', { headers: { connection: 'close' } });
