import { type FileHandle, open } from 'node:fs/promises';
import { HttpError } from '#lib/server/http/http-error.ts';
import { imageTypeOf } from '#lib/server/images/format.ts';
import { findWordType, type WordType } from './word/word-file.ts';

export type UploadType = 'jpeg' | 'png' | 'webp' | 'pdf' | WordType;

const headBytes = 256;
/** Size of a zip's last record with the longest possible comment. */
const tailBytes = 22 + 65_535;
const zipEnd = Buffer.from('PK\x05\x06', 'latin1');

/**
 * Returns the type of a file from its first bytes, because its name and media type can be wrong (C-32).
 * Throws FILE_TYPE_NOT_ALLOWED, and FILE_INVALID for a Word file with macros.
 */
export async function detectFileType(path: string): Promise<UploadType> {
  const { head } = await readEnds(path);
  const type =
    head.subarray(0, 5).toString('latin1') === '%PDF-'
      ? 'pdf'
      : (imageTypeOf(head) ?? (await withFile(path, findWordType)));
  if (type === null || type === 'svg' || type === 'avif')
    throw new HttpError('FILE_TYPE_NOT_ALLOWED', { fields: ['file'] });
  return type;
}

/**
 * Checks that a PDF ends as one and is not a zip as well. It is stored unchanged, and a program that reads zips from their
 * end accepts a zip's last record wherever it stands. Throws FILE_INVALID. [C-32]
 */
export async function checkPdf(path: string): Promise<void> {
  const { tail } = await readEnds(path);
  const isWhole = /%%EOF[\s\0]*$/.test(tail.subarray(-1024).toString('latin1'));
  if (!isWhole || tail.includes(zipEnd)) throw new HttpError('FILE_INVALID', { fields: ['file'] });
}

async function readEnds(path: string): Promise<{ head: Buffer; tail: Buffer }> {
  return withFile(path, async (file) => {
    const { size } = await file.stat();
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    const tail = Math.min(size, tailBytes);
    return { head: await read(0, Math.min(size, headBytes)), tail: await read(size - tail, tail) };
  });
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
