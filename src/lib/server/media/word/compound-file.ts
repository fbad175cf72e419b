import type { ReadBytes } from './zip-file.ts';

const entryLength = 128;
/** Sectors of the directory that are read; a Word file has a handful of entries. */
const maxDirectorySectors = 64;
const maxSectorNumber = 0xfffffffa;
const endOfChain = 0xfffffffe;

/**
 * Lists the names in the directory of an Office file of 1997 to 2003 ([MS-CFB]). Returns null for a directory that does not end
 * within its limit or leads out of the file, because the rest of it could conceal anything.
 */
export async function listCompoundEntries(read: ReadBytes): Promise<string[] | null> {
  const head = await read(0, 512);
  if (head.length < 512) return [];
  const sectorLength = 2 ** head.readUInt16LE(30);
  if (sectorLength !== 512 && sectorLength !== 4096) return null;
  const readSector = (number: number) => read((number + 1) * sectorLength, sectorLength);
  const names: string[] = [];
  let sector = head.readUInt32LE(48);
  for (let count = 0; sector !== endOfChain; count++) {
    if (sector >= maxSectorNumber || count >= maxDirectorySectors) return null;
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
