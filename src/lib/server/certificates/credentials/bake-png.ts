import { crc32 } from 'node:zlib';

/** Puts a credential into a picture and finds it again, as Open Badges 3.0 says: in a text chunk of the PNG. */

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const keyword = 'openbadgecredential';
/** Length and name before a chunk's data, and the checksum behind it. */
const [headBytes, frameBytes] = [8, 12];
/** Signature and header, which is the first chunk of each PNG and always as long. */
const headerEnd = 33;

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, signature.length).equals(signature);

/** Returns the PNG with the credential in it. The picture looks the same. */
export function bakePng(png: Buffer, credential: string): Buffer {
  // Keyword, its end, two bytes that say "not compressed", and an empty language and translated keyword.
  const data = Buffer.from(`${keyword}\0\0\0\0\0${credential}`);
  return Buffer.concat([png.subarray(0, headerEnd), createChunk('iTXt', data), png.subarray(headerEnd)]);
}

function createChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(frameBytes);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 8);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(8)]);
}

/**
 * Returns the credential in a PNG, or null where there is none. A compressed text counts as none: the standard forbids it, and it
 * could inflate to any size. Nothing else of the picture is decoded. [C-32]
 */
export function unbakePng(png: Buffer): string | null {
  for (let at = signature.length; at + frameBytes <= png.length; ) {
    const end = at + frameBytes + png.readUInt32BE(at);
    if (end > png.length) return null;
    const name = png.toString('latin1', at + 4, at + headBytes);
    const text = name === 'iTXt' ? readText(png.subarray(at + headBytes, end - 4)) : null;
    if (text !== null) return text;
    at = end;
  }
  return null;
}

function readText(data: Buffer): string | null {
  const start = `${keyword}\0\0\0`;
  if (data.toString('latin1', 0, start.length) !== start) return null;
  const languageEnd = data.indexOf(0, start.length);
  const keywordEnd = languageEnd < 0 ? -1 : data.indexOf(0, languageEnd + 1);
  return keywordEnd < 0 ? null : data.toString('utf8', keywordEnd + 1);
}
