import { crc32, deflateSync } from 'node:zlib';
import { createPlainPicture } from './pictures.ts';

// Small files that cost a decoder much memory or time.

export interface PngShape {
  width: number;
  height: number;
  /** Bits per channel. */
  depth?: number;
  /** The PNG colour type: 0 grey, 2 RGB, 6 RGB with alpha. */
  colour?: number;
  isInterlaced?: boolean;
  /** Chunks between the header and the pixels. */
  more?: readonly Buffer[];
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 6: 4 };

/** Creates a black PNG, which is a small file whatever its dimensions. */
export function createBlackPng({
  width,
  height,
  depth = 8,
  colour = 0,
  isInterlaced = false,
  more = [],
}: PngShape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  // The seven passes of an interlaced picture have more rows, and each row has a filter byte.
  const rows = Math.ceil((width * depth * (channels[colour] ?? 4)) / 8 + (isInterlaced ? 4 : 1)) * height;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.alloc(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Creates compressed text chunks that inflate to `bytes` each, 1000 times their size. */
export function createTextBombs(count: number, bytes: number): Buffer[] {
  const long = deflateSync(Buffer.alloc(bytes, 'A'), { level: 9 });
  return Array.from({ length: count }, (_, n) =>
    pngChunk('zTXt', Buffer.concat([Buffer.from(`key${n}\0\0`), long])),
  );
}

/** Creates a progressive JPEG that repeats its last scan `count` times. */
export async function createManyScansJpeg(count: number): Promise<Buffer> {
  const bytes = await createPlainPicture(64, 64).jpeg({ progressive: true }).toBuffer();
  const last = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(count).fill(last), bytes.subarray(-2)]);
}

export const createProgressiveJpeg = (width: number, height: number, chromaSubsampling = '4:2:0') =>
  createPlainPicture(width, height).jpeg({ progressive: true, chromaSubsampling }).toBuffer();
