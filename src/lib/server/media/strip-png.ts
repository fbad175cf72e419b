import { HttpError } from '#lib/server/http/http-error.ts';

/**
 * An interlaced picture is decoded in one piece, which temporarily takes twice the memory. With rotating and
 * encoding that is below 200 MB.
 */
const maxDecodedBytes = 80_000_000;

const signatureBytes = 8;
/** The number of bytes of a chunk's length, name and checksum. */
const frameBytes = 12;

/**
 * The chunks that make up the pixels. The decoder gets no others, because a text chunk may inflate to 50 MB
 * (C-32).
 */
const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'IDAT', 'IEND']);

/** Decoded channels by colour type: grey, colours, palette, grey with alpha, colours with alpha. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 3, 4: 2, 6: 4 };

/**
 * Returns a PNG with its pixel chunks only. It reads the chunks' headers and inflates nothing. Throws
 * FILE_INVALID, and IMAGE_TOO_LARGE for an interlaced picture that would take too much memory. [C-32]
 */
export function stripPng(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, signatureBytes)];
  let header: Buffer | null = null;
  let hasAlpha = false;
  let at = signatureBytes;
  for (let name = ''; name !== 'IEND'; ) {
    if (at + frameBytes > bytes.length) throw createInvalidFileError();
    const end = at + frameBytes + bytes.readUInt32BE(at);
    name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || (name === 'IHDR') !== (header === null)) throw createInvalidFileError();
    header ??= bytes.subarray(at + 8, end - 4);
    if (name === 'tRNS') hasAlpha = true;
    if (pixelChunks.has(name)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  if (header?.length !== 13) throw createInvalidFileError();
  if (decodedBytes(header, hasAlpha) > maxDecodedBytes)
    throw new HttpError('IMAGE_TOO_LARGE', { fields: ['file'] });
  return Buffer.concat(parts);
}

function decodedBytes(header: Buffer, hasAlpha: boolean): number {
  const [depth = 8, colour = 6, , , interlace = 0] = header.subarray(8);
  if (interlace === 0) return 0;
  const channels = (channelsOf[colour] ?? 4) + (hasAlpha ? 1 : 0);
  return header.readUInt32BE(0) * header.readUInt32BE(4) * channels * (depth > 8 ? 2 : 1);
}

const createInvalidFileError = () => new HttpError('FILE_INVALID', { fields: ['file'] });
