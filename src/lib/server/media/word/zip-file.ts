import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** Reads the list of a zip and its small parts, without trust in what the zip says of itself. [C-32] */

/** Reads up to `length` bytes from a position of the file. */
export type ReadBytes = (from: number, length: number) => Promise<Buffer>;

export interface ZipEntry {
  name: string;
  method: number;
  packedBytes: number;
  unpackedBytes: number;
  /** Position of the entry's own header. */
  offset: number;
}

const endLength = 22;
const maxCommentLength = 65_535;
const maxListBytes = 512 * 1024;
const maxEntries = 1000;
/** A résumé of 5 MB unpacks to a few times that; a zip bomb to a thousand times. */
const maxUnpackedBytes = 200 * 1024 * 1024;

/**
 * Lists the entries of a zip, each of which has been found where the list says. Returns null for a file that is no whole zip,
 * and UNREADABLE for one whose list is damaged or says something else than the entries, or that is encrypted or too large.
 */
export async function listZipEntries(
  read: ReadBytes,
  size: number,
): Promise<ZipEntry[] | 'UNREADABLE' | null> {
  const from = Math.max(0, size - endLength - maxCommentLength);
  const tail = await read(from, size - from);
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at < 0 || at + endLength > tail.length) return null;
  const listSize = tail.readUInt32LE(at + 12);
  const listStart = tail.readUInt32LE(at + 16);
  // Bytes before, between or behind the parts may be another file for another program.
  const isWhole =
    at + endLength + tail.readUInt16LE(at + 20) === tail.length && listStart + listSize === from + at;
  if (!isWhole || listSize > maxListBytes) return null;
  const entries = parseZipList(await read(listStart, listSize));
  const count = tail.readUInt16LE(at + 10);
  if (!entries || entries.length !== count || tail.readUInt16LE(at + 8) !== count) return 'UNREADABLE';
  return (await isGapless(read, entries, listStart)) ? entries : 'UNREADABLE';
}

/** Returns null unless the list is entries from its first byte to its last. */
function parseZipList(list: Buffer): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let unpackedBytes = 0;
  let at = 0;
  while (at < list.length) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== 0x02014b50) return null;
    const nameLength = list.readUInt16LE(at + 28);
    const end = at + 46 + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
    const isEncrypted = (list.readUInt16LE(at + 8) & 1) === 1;
    const entry = {
      name: list.toString('utf8', at + 46, at + 46 + nameLength),
      method: list.readUInt16LE(at + 10),
      packedBytes: list.readUInt32LE(at + 20),
      unpackedBytes: list.readUInt32LE(at + 24),
      offset: list.readUInt32LE(at + 42),
    };
    unpackedBytes += entry.unpackedBytes;
    if (isEncrypted || end > list.length || unpackedBytes > maxUnpackedBytes) return null;
    if (entries.push(entry) > maxEntries) return null;
    at = end;
  }
  return entries;
}

/** A sum and two sizes can follow an entry's bytes. A header, so an entry that the list conceals, is longer. */
const maxGap = 24;

/** Checks that the entries fill the file up to the list, under the names of the list. */
async function isGapless(read: ReadBytes, entries: readonly ZipEntry[], listStart: number): Promise<boolean> {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    const gap = entry.offset - end;
    const start = await findContentStart(read, entry);
    if (start === null || gap < 0 || gap > (end === 0 ? 0 : maxGap)) return false;
    end = start + entry.packedBytes;
  }
  return listStart >= end && listStart - end <= maxGap;
}

async function findContentStart(read: ReadBytes, { name, method, offset }: ZipEntry): Promise<number | null> {
  const nameBytes = Buffer.from(name);
  const head = await read(offset, 30 + nameBytes.length);
  const isEntry =
    head.length === 30 + nameBytes.length &&
    head.readUInt32LE(0) === 0x04034b50 &&
    head.readUInt16LE(8) === method &&
    head.readUInt16LE(26) === nameBytes.length &&
    head.subarray(30).equals(nameBytes);
  return isEntry ? offset + head.length + head.readUInt16LE(28) : null;
}

const inflate = promisify(inflateRaw);

/** Unpacks an entry of at most `maxBytes`; null for a larger or damaged one. */
export async function readZipEntry(
  read: ReadBytes,
  entry: ZipEntry,
  maxBytes: number,
): Promise<Buffer | null> {
  const start = await findContentStart(read, entry);
  if (start === null || entry.packedBytes > maxBytes) return null;
  const packed = await read(start, entry.packedBytes);
  if (packed.length !== entry.packedBytes) return null;
  if (entry.method === 0) return packed.length === entry.unpackedBytes ? packed : null;
  if (entry.method !== 8) return null;
  const bytes = packed.length
    ? await inflate(packed, { maxOutputLength: maxBytes }).catch(() => null)
    : packed;
  return bytes?.length === entry.unpackedBytes ? bytes : null;
}
