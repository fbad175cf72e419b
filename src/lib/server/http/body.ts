import { jsonBounds, safeCamel, UnsafeShapeError } from '#lib/domain/core/casing.ts';
import { HttpError } from './http-error.ts';

/** Largest JSON body. [C-28] */
const maxJsonBytes = 64 * 1024;

/**
 * Checks by its headers that a body is JSON and not too large, before anything is read. A request without a body needs
 * no content type. Throws PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE. [C-26] [C-28]
 */
export function checkBodyHeaders(request: Request, maxBytes = maxJsonBytes): void {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > maxBytes) throw tooLarge();
  const type = request.headers.get('content-type');
  if (type === null && (request.body === null || length === '0')) return;
  if (type?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE');
}

/** The bounds of a body where an endpoint has other ones than C-28 and C-29. */
export interface BodyBounds {
  bytes?: number | undefined;
  keys?: number | undefined;
  text?: number | undefined;
}

/**
 * Reads a JSON object, of at most `bytes` whatever its header says, and returns it with camelCase keys. Throws
 * PAYLOAD_TOO_LARGE, INVALID_JSON or, outside the bounds of C-29, VALIDATION_FAILED.
 */
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

/**
 * Applies the bounds of a JSON body to the one that a form was parsed to. Throws PAYLOAD_TOO_LARGE or VALIDATION_FAILED.
 * [C-28] [C-29]
 */
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

async function readText(request: Request, maxBytes: number): Promise<string> {
  if (!request.body) return '';
  const bytes = await readBytes(request.body as unknown as AsyncIterable<Uint8Array>, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpError('INVALID_JSON');
  }
}

/** Reads a body of at most so many bytes. Throws PAYLOAD_TOO_LARGE. [C-28] */
export async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // The client disconnected or took too long, so nobody reads this response.
    throw error instanceof HttpError ? error : new HttpError('INVALID_JSON');
  }
  return Buffer.concat(chunks);
}

/** Closes the connection: the rest of the body was not read, so it cannot carry another request. [C-28] */
const tooLarge = () => new HttpError('PAYLOAD_TOO_LARGE', { headers: { connection: 'close' } });
