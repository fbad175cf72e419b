import type { FileHandle } from 'node:fs/promises';
import { HttpError } from '#lib/server/http/http-error.ts';

/** Recognises Word files by their parts, because zips and Office files of other kinds begin alike. [C-32] */

export type WordType = 'doc' | 'docx';

/** Reads up to `length` bytes from a position of the file. */
type Read = (from: number, length: number) => Promise<Buffer>;

const zipStart = Buffer.from('PK\x03\x04', 'latin1');
const compoundStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Returns the type of a Word file, or null for any other file. Throws FILE_INVALID for one with macros, and for a zip
 * that is damaged, encrypted or too large when unpacked.
 */
export async function findWordType(file: FileHandle): Promise<WordType | null> {
  const { size } = await file.stat();
  const read: Read = async (from, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  };
  const head = await read(0, 8);
  const names = head.equals(compoundStart)
    ? await listCompoundEntries(read)
    : head.subarray(0, 4).equals(zipStart)
      ? await listZipEntries(read, size)
      : [];
  const type = typeOf(names);
  if (type && names.some((name) => macroPattern.test(name)))
    throw createWordError('This Word file has macros. Save it as a PDF and choose that.');
  return type;
}

const macroPattern = /(^|\/)vbaproject\.bin$|^macros$|^_vba_project/i;

function typeOf(names: readonly string[]): WordType | null {
  if (names.includes('[Content_Types].xml') && names.includes('word/document.xml')) return 'docx';
  return names.includes('WordDocument') ? 'doc' : null;
}

const createWordError = (message: string) => new HttpError('FILE_INVALID', { message, fields: ['file'] });

const endLength = 22;
const maxCommentLength = 65_535;
const maxListBytes = 512 * 1024;
/** A résumé of 5 MB unpacks to a few times that; a zip bomb to a thousand times. */
const maxUnpackedBytes = 200 * 1024 * 1024;

/** Lists the names in a zip. An empty list means that the file is no whole zip. */
async function listZipEntries(read: Read, size: number): Promise<string[]> {
  const from = Math.max(0, size - endLength - maxCommentLength);
  const tail = await read(from, size - from);
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at < 0 || at + endLength > tail.length) return [];
  const listSize = tail.readUInt32LE(at + 12);
  const listStart = tail.readUInt32LE(at + 16);
  // Bytes before, between or behind the parts may be another file for another program.
  const isWhole =
    at + endLength + tail.readUInt16LE(at + 20) === tail.length && listStart + listSize === from + at;
  if (!isWhole || listSize > maxListBytes) return [];
  return parseZipList(await read(listStart, listSize));
}

function parseZipList(list: Buffer): string[] {
  const names: string[] = [];
  let unpackedBytes = 0;
  for (let at = 0; at + 46 <= list.length && list.readUInt32LE(at) === 0x02014b50; ) {
    const nameLength = list.readUInt16LE(at + 28);
    const isEncrypted = (list.readUInt16LE(at + 8) & 1) === 1;
    unpackedBytes += list.readUInt32LE(at + 24);
    if (isEncrypted || unpackedBytes > maxUnpackedBytes)
      throw createWordError('We cannot open this file. Save it as a PDF and choose that.');
    names.push(list.toString('utf8', at + 46, at + 46 + nameLength));
    at += 46 + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return names;
}

const entryLength = 128;
/** Sectors of the directory that are read; a Word file has a handful of entries. */
const maxDirectorySectors = 64;
const maxSectorNumber = 0xfffffffa;

/** Lists the names in the directory of an Office file of 1997 to 2003 ([MS-CFB]). */
async function listCompoundEntries(read: Read): Promise<string[]> {
  const head = await read(0, 512);
  if (head.length < 512) return [];
  const sectorLength = head.readUInt16LE(30) === 12 ? 4096 : 512;
  const readSector = (number: number) => read((number + 1) * sectorLength, sectorLength);
  const names: string[] = [];
  let sector = head.readUInt32LE(48);
  for (let count = 0; sector < maxSectorNumber && count < maxDirectorySectors; count++) {
    names.push(...parseDirectory(await readSector(sector)));
    sector = await findNextSector(head, sector, sectorLength, readSector);
  }
  return names;
}

function parseDirectory(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + entryLength <= bytes.length; at += entryLength) {
    const nameLength = bytes.readUInt16LE(at + 64);
    if (nameLength >= 2 && nameLength <= 64) names.push(bytes.toString('utf16le', at, at + nameLength - 2));
  }
  return names;
}

/** The header lists the first 109 sectors of the allocation table, which are enough for 7 MB. */
async function findNextSector(
  head: Buffer,
  sector: number,
  sectorLength: number,
  readSector: (number: number) => Promise<Buffer>,
): Promise<number> {
  const perTable = sectorLength / 4;
  const tableIndex = Math.floor(sector / perTable);
  const tableSector = tableIndex < 109 ? head.readUInt32LE(76 + tableIndex * 4) : maxSectorNumber;
  if (tableSector >= maxSectorNumber) return maxSectorNumber;
  const table = await readSector(tableSector);
  const at = (sector % perTable) * 4;
  return at + 4 <= table.length ? table.readUInt32LE(at) : maxSectorNumber;
}
