import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { parseBoolean } from '#lib/domain/core/text.ts';
import { maxUploadBytes } from '#lib/domain/media/media.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type Upload, uploadTooLarge } from '#lib/server/http/multipart.ts';

/**
 * A received file, on this machine's disk, so that twenty uploads at once need only twenty small buffers of
 * memory.
 */
export interface ReceivedFile {
  path: string;
  /** The name that the sender gave it. */
  name: string;
  isPublic: boolean;
}

/** C-32 */
const limits = {
  files: 1,
  fields: 4,
  parts: 5,
  fileSize: maxUploadBytes,
  fieldSize: 1024,
  fieldNameSize: 100,
  headerPairs: 20,
};

/**
 * The time in which a body must have arrived. The server ends slow senders itself; this ends a body at which the parser
 * stops, such as a part without headers. [C-31]
 */
const receiveTimeout = 60_000;

/**
 * Reads the fields `public` and `file` in either order, passes the file to `use` and deletes it afterwards. The limits are
 * enforced while bytes arrive. Throws FILE_REQUIRED, PAYLOAD_TOO_LARGE, VALIDATION_FAILED, or FILE_INVALID for a body that
 * ends early or takes longer than `timeout` milliseconds. [API-34]
 */
export async function withReceivedFile<T>(
  upload: Upload,
  folder: string,
  use: (file: ReceivedFile) => Promise<T>,
  timeout = receiveTimeout,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    const { isPublic, name } = await receive(upload, path, timeout);
    return await use({ path, name, isPublic });
  } finally {
    await rm(path, { force: true });
  }
}

async function receive({ contentType, body }: Upload, path: string, timeout: number) {
  const parser = createParser(contentType);
  const stop = new AbortController();
  const abort = (error: HttpError) => stop.abort(error);
  const timer = setTimeout(() => abort(createCutOffError()), timeout);
  const fields = new Map<string, string>();
  const files: { name: string; isEmpty: Promise<boolean> }[] = [];

  parser.on('field', (name, value) => fields.set(name, value));
  // Parts of bytes without a name arrive here too, although the types exclude them.
  parser.on('file', (field, stream, name: string | undefined) => {
    // The parser reports a body that ends early here too, when nothing may be listening any more, and an error without a
    // listener ends the process. `pipeline` throws it below.
    stream.on('error', () => undefined);
    if (field !== 'file') return void stream.resume();
    stream.on('limit', () => abort(uploadTooLarge()));
    const isEmpty = writeTo(path, stream, stop.signal);
    // Without its file the parser would wait for the rest of the time: nobody reads what follows.
    isEmpty.catch((error) => stop.abort(toUploadError(error)));
    files.push({ name: name ?? '', isEmpty });
  });
  parser.on('filesLimit', () => abort(createFieldError('file', 'Please send one file at a time')));
  parser.on('fieldsLimit', () => abort(createFieldError('file', 'Please send the file and nothing else')));
  parser.on('partsLimit', () => abort(createFieldError('file', 'Please send the file and nothing else')));

  try {
    await pipeline(body, parser, { signal: stop.signal });
    const [file] = files;
    if (!file || (await file.isEmpty)) throw new HttpError('FILE_REQUIRED', { fields: ['file'] });
    return { name: file.name, isPublic: parseFlag(fields.get('public')) };
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : toUploadError(error);
  } finally {
    clearTimeout(timer);
    stop.abort();
    await Promise.allSettled(files.map(({ isEmpty }) => isEmpty));
  }
}

function createParser(contentType: string) {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send multipart/form-data' });
  }
}

/**
 * Writes a stream to a file and returns whether it was empty. Resolves after the file is closed, so that it
 * can be deleted.
 */
async function writeTo(path: string, stream: BusboyFileStream, signal: AbortSignal): Promise<boolean> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const closed = new Promise<void>((resolve) => target.once('close', resolve));
  try {
    await pipeline(stream as Readable, target, { signal });
    return stream.bytesRead === 0;
  } finally {
    await closed;
  }
}

function parseFlag(text = 'false'): boolean {
  const value = parseBoolean(text);
  if (value === null) throw createFieldError('public', 'public must be true or false');
  return value;
}

const createFieldError = (field: string, message: string) =>
  new HttpError('VALIDATION_FAILED', { message, fields: [field] });

/**
 * Converts a failure to its error. An error of our disk stays as it is; any other means that the body was cut
 * off or is not multipart.
 */
function toUploadError(error: unknown): unknown {
  if (error instanceof HttpError || isDiskError(error)) return error;
  return Object.assign(createCutOffError(), { cause: error });
}

const createCutOffError = () =>
  new HttpError('FILE_INVALID', {
    message: 'The upload was interrupted. Try again.',
    fields: ['file'],
    headers: { connection: 'close' },
  });

const isDiskError = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EACCES', 'EIO', 'EROFS', 'ENOENT'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
