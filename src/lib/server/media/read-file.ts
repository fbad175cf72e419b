import { open } from 'node:fs/promises';
import { HttpError } from '#lib/server/http/http-error.ts';
import { imageTypeOf } from '#lib/server/images/format.ts';

export type SentType = 'jpeg' | 'png' | 'webp' | 'pdf';

const headBytes = 256;
/** A zip's last record, with the longest comment that may follow it. */
const tailBytes = 22 + 65_535;
const zipEnd = Buffer.from('PK\x05\x06', 'latin1');

/**
 * What a file is by its first bytes: name, ending and media type are only claims (C-32).
 * @throws HttpError FILE_TYPE_NOT_ALLOWED
 */
export async function sentTypeOf(path: string): Promise<SentType> {
  const { head } = await readEnds(path);
  const type = head.subarray(0, 5).toString('latin1') === '%PDF-' ? 'pdf' : imageTypeOf(head);
  if (type === null || type === 'svg' || type === 'avif')
    throw new HttpError('FILE_TYPE_NOT_ALLOWED', { fields: ['file'] });
  return type;
}

/**
 * A PDF is kept as it was sent, so nothing may follow its end, and it may not be a zip to those who read from behind:
 * they take the last record wherever it stands, whatever it says of the comment behind it.
 * @throws HttpError FILE_INVALID
 */
export async function checkPdf(path: string): Promise<void> {
  const { tail } = await readEnds(path);
  const isWhole = /%%EOF[\s\0]*$/.test(tail.subarray(-1024).toString('latin1'));
  if (!isWhole || tail.includes(zipEnd)) throw new HttpError('FILE_INVALID', { fields: ['file'] });
}

async function readEnds(path: string): Promise<{ head: Buffer; tail: Buffer }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    const tail = Math.min(size, tailBytes);
    return { head: await read(0, Math.min(size, headBytes)), tail: await read(size - tail, tail) };
  } finally {
    await file.close();
  }
}
