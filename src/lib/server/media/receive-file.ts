import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { parseBoolean } from '#lib/domain/core/text.ts';
import { largestUpload } from '#lib/domain/media/media.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type Upload, uploadTooLarge } from '#lib/server/http/multipart.ts';

/** A file as it was sent, on this machine's disk: twenty at once cost twenty small buffers. */
export interface ReceivedFile {
  path: string;
  /** As the sender named it. */
  name: string;
  isPublic: boolean;
}

/** C-32 */
const limits = {
  files: 1,
  fields: 4,
  parts: 5,
  fileSize: largestUpload,
  fieldSize: 1024,
  fieldNameSize: 100,
  headerPairs: 20,
};

/**
 * Reads `public` and `file` (API-34), in either order, and hands the file to `use`, after which it is deleted. The limits
 * hold while bytes arrive.
 * @throws HttpError FILE_REQUIRED, PAYLOAD_TOO_LARGE, FILE_INVALID for a body that ends early, VALIDATION_FAILED
 */
export async function withReceivedFile<T>(
  upload: Upload,
  folder: string,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  try {
    const { isPublic, name } = await receive(upload, path);
    return await use({ path, name, isPublic });
  } finally {
    await rm(path, { force: true });
  }
}

async function receive({ contentType, body }: Upload, path: string) {
  const parser = open(contentType);
  const stop = new AbortController();
  const refuse = (error: HttpError) => stop.abort(error);
  const fields = new Map<string, string>();
  const files: { name: string; isEmpty: Promise<boolean> }[] = [];

  parser.on('field', (name, value) => fields.set(name, value));
  // A part of bytes is a file without a name too, whatever the types say.
  parser.on('file', (field, stream, name: string | undefined) => {
    if (field !== 'file') return void stream.resume();
    stream.on('limit', () => refuse(uploadTooLarge()));
    const isEmpty = writeTo(path, stream, stop.signal);
    // It is awaited below, unless the body ends before that.
    isEmpty.catch(() => undefined);
    files.push({ name: name ?? '', isEmpty });
  });
  parser.on('filesLimit', () => refuse(invalid('file', 'Please send one file at a time')));
  parser.on('fieldsLimit', () => refuse(invalid('file', 'Please send the file and nothing else')));
  parser.on('partsLimit', () => refuse(invalid('file', 'Please send the file and nothing else')));

  try {
    await pipeline(body, parser, { signal: stop.signal });
    const [file] = files;
    if (!file || (await file.isEmpty)) throw new HttpError('FILE_REQUIRED', { fields: ['file'] });
    return { name: file.name, isPublic: flag(fields.get('public')) };
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : named(error);
  } finally {
    stop.abort();
    await Promise.allSettled(files.map(({ isEmpty }) => isEmpty));
  }
}

function open(contentType: string) {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE', { message: 'Send multipart/form-data' });
  }
}

/** Whether nothing came. Settles when the file is closed, however it ends: what is deleted then stays deleted. */
async function writeTo(path: string, stream: BusboyFileStream, signal: AbortSignal): Promise<boolean> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const closed = new Promise<void>((done) => target.once('close', done));
  try {
    await pipeline(stream as Readable, target, { signal });
    return stream.bytesRead === 0;
  } finally {
    await closed;
  }
}

function flag(text = 'false'): boolean {
  const value = parseBoolean(text);
  if (value === null) throw invalid('public', 'public must be true or false');
  return value;
}

const invalid = (field: string, message: string) =>
  new HttpError('VALIDATION_FAILED', { message, fields: [field] });

/** A full disk is ours; everything else that a body does wrong is that it ends too early or is no multipart. */
function named(error: unknown): unknown {
  if (error instanceof HttpError || isOfDisk(error)) return error;
  const cutOff = new HttpError('FILE_INVALID', {
    message: 'The file did not arrive whole. Try again.',
    fields: ['file'],
    headers: { connection: 'close' },
  });
  return Object.assign(cutOff, { cause: error });
}

const isOfDisk = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EACCES', 'EIO', 'EROFS', 'ENOENT'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
