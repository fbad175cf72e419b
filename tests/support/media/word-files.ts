/** Builds Word files by hand, also hostile ones. */

const docxParts = ['[Content_Types].xml', 'word/document.xml'];
export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Creates a zip with empty files of these names; `unpackedBytes` is the size that each of them claims. */
export function createZip(names: readonly string[], { unpackedBytes = 0, flags = 0 } = {}): Buffer {
  const files = names.map((name) => {
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const entries = names.map((name) => {
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt32LE(unpackedBytes, 24);
    entry.writeUInt16LE(name.length, 28);
    return Buffer.concat([entry, Buffer.from(name)]);
  });
  const [body, list] = [Buffer.concat(files), Buffer.concat(entries)];
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, list, end]);
}

export const createDocx = (more: readonly string[] = [], options = {}): Buffer =>
  createZip([...docxParts, ...more], options);

/** Creates an Office file of 1997 to 2003 whose directory has these names, four in a sector. */
export function createCompoundFile(names: readonly string[]): Buffer {
  const sectorLength = 512;
  const directories = Math.ceil((names.length + 1) / 4);
  const head = Buffer.alloc(sectorLength);
  head.write('d0cf11e0a1b11ae1', 'hex');
  head.writeUInt16LE(9, 30);
  head.writeUInt32LE(1, 48);
  head.fill(0xff, 76);
  head.writeUInt32LE(0, 76);
  const table = Buffer.alloc(sectorLength, 0xff);
  for (let index = 1; index < directories; index++) table.writeUInt32LE(index + 1, index * 4);
  table.writeUInt32LE(0xfffffffe, directories * 4);
  const directory = Buffer.alloc(directories * sectorLength);
  for (const [index, name] of ['Root Entry', ...names].entries()) {
    directory.write(name, index * 128, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, index * 128 + 64);
  }
  return Buffer.concat([head, table, directory]);
}

export const createDoc = (more: readonly string[] = []): Buffer =>
  createCompoundFile(['1Table', 'WordDocument', ...more]);
