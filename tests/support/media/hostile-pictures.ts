import { crc32, deflateSync } from 'node:zlib';
import { plain } from './pictures.ts';

/** Small files that would take much of a decoder. */

export interface PngShape {
  width: number;
  height: number;
  /** Bits of a channel. */
  depth?: number;
  /** 0 grey, 2 colours, 6 colours with alpha. */
  colour?: number;
  isInterlaced?: boolean;
  /** Between the header and the pixels. */
  more?: readonly Buffer[];
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 6: 4 };

/** All of one colour, so that it is small however many pixels it has. */
export function blackPng({
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
  // The seven passes of an interlaced one have more rows, each with its first byte.
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

/** Texts that are so long once they are inflated, 1000 times shorter before. */
export function textBombs(count: number, bytes: number): Buffer[] {
  const long = deflateSync(Buffer.alloc(bytes, 'A'), { level: 9 });
  return Array.from({ length: count }, (_, n) =>
    pngChunk('zTXt', Buffer.concat([Buffer.from(`key${n}\0\0`), long])),
  );
}

/** A progressive JPEG whose last scan comes so many times. */
export async function manyScans(count: number): Promise<Buffer> {
  const bytes = await plain(64, 64).jpeg({ progressive: true }).toBuffer();
  const last = bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([bytes.subarray(0, -2), ...Array<Buffer>(count).fill(last), bytes.subarray(-2)]);
}

export const progressive = (width: number, height: number, chromaSubsampling = '4:2:0') =>
  plain(width, height).jpeg({ progressive: true, chromaSubsampling }).toBuffer();
