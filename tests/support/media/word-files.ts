import { deflateRawSync } from 'node:zlib';

/** Builds Word files by hand, also hostile ones. */

export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const officeTypes = 'application/vnd.openxmlformats-officedocument';
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Creates the part that gives the parts their types. */
export const contentTypes = (documentType = `${officeTypes}.wordprocessingml.document.main+xml`): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${documentType}"/></Types>`;

/** Creates a part of relationships; each is the end of its type and its other attributes. */
export const relationships = (...all: readonly [type: string, attributes: string][]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([type, attributes]) => `<Relationship Id="rId1" Type="${relationTypes}/${type}" ${attributes}/>`)
    .join('')}</Relationships>`;

interface ZipOptions {
  /** The size that each file claims instead of its own. */
  unpackedBytes?: number;
  flags?: number;
  /** Changes the list at the end. */
  editList?: (list: Buffer) => Buffer;
  /** How many more files the last record claims. */
  moreEntries?: number;
}

/** Creates a zip of files by their names. */
export function createZip(
  parts: readonly (readonly [name: string, text: string])[],
  { unpackedBytes, flags = 0, editList = (list) => list, moreEntries = 0 }: ZipOptions = {},
): Buffer {
  let offset = 0;
  const files = parts.map(([name, text]) => {
    const packed = deflateRawSync(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50);
    head.writeUInt16LE(flags, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(Buffer.byteLength(text), 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(unpackedBytes ?? Buffer.byteLength(text), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    const file = Buffer.concat([head, Buffer.from(name), packed]);
    offset += file.length;
    return { file, entry: Buffer.concat([entry, Buffer.from(name)]) };
  });
  const body = Buffer.concat(files.map(({ file }) => file));
  const list = editList(Buffer.concat(files.map(({ entry }) => entry)));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(parts.length + moreEntries, 8);
  end.writeUInt16LE(parts.length + moreEntries, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, list, end]);
}

/** Creates a `.docx`, with more parts: a name, or a name and a text. */
export const createDocx = (
  more: readonly (string | readonly [name: string, text: string])[] = [],
  options: ZipOptions = {},
  types = contentTypes(),
): Buffer =>
  createZip(
    [
      ['[Content_Types].xml', types],
      ['_rels/.rels', relationships(['officeDocument', 'Target="word/document.xml"'])],
      ['word/document.xml', '<w:document/>'],
      ...more.map((part) => (typeof part === 'string' ? ([part, ''] as const) : part)),
    ],
    options,
  );

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
