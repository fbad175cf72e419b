import { type ReadBytes, readZipEntry, type ZipEntry } from './zip-file.ts';

/**
 * The parts of a `.docx` that Word, LibreOffice, Google Docs, Pages and libraries write for a document without macros. Office
 * finds a part by its type and not by its name, so both are checked. [C-32]
 */

export type DocxProblem = 'MACRO' | 'OBJECT' | 'LINK' | 'UNREADABLE';

const folder = '(?:theme|glossary|diagrams|charts|ink|drawings)/';
const picture = 'png|jpe?g|jfif|gif|bmp|tiff?|emf|wmf|svg|webp|wdp';
const allowedParts = [
  /^\[Content_Types\]\.xml$/,
  /^_rels\/\.rels$/,
  /^docProps\/[\w-]+\.xml$/,
  /^docProps\/(_rels\/[\w-]+\.xml\.rels|thumbnail\.(jpe?g|png|emf|wmf))$/,
  /^docMetadata\/[\w-]+\.xml$/,
  /^customXml\/([\w-]+\.xml|_rels\/[\w-]+\.xml\.rels)$/,
  /^package\/services\/metadata\/core-properties\/[\w-]+\.psmdcp$/,
  new RegExp(`^word/(?:${folder})?[\\w-]+\\.xml$`),
  new RegExp(`^word/(?:${folder})?_rels/[\\w-]+\\.xml\\.rels$`),
  new RegExp(`^word/(?:${folder})?media/[\\w .-]+\\.(?:${picture})$`, 'i'),
  /^word\/fonts\/[\w .-]+\.(odttf|ttf|otf)$/i,
  // Some programs list the folders too.
  /^(_rels|docProps|docMetadata|customXml|word)\/([\w-]+\/){0,2}$/,
];
const macroPart = /vba|macro|activex/i;

/** Returns what is wrong with the names of the parts, or null. */
export function findForbiddenPart(names: readonly string[]): DocxProblem | null {
  if (names.some((name) => macroPart.test(name))) return 'MACRO';
  // Names that differ in their letters' case are one part.
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return 'UNREADABLE';
  return names.every((name) => allowedParts.some((pattern) => pattern.test(name))) ? null : 'OBJECT';
}

/** Word writes a few KB in each. */
const maxPartBytes = 1024 * 1024;
const maxCheckedParts = 100;

/** Returns what is wrong with the types of the parts and the relationships between them, or null. */
export async function checkDocxContent(
  read: ReadBytes,
  entries: readonly ZipEntry[],
): Promise<DocxProblem | null> {
  const parts = entries.filter(({ name }) => name === '[Content_Types].xml' || name.endsWith('.rels'));
  if (parts.length > maxCheckedParts) return 'UNREADABLE';
  for (const entry of parts) {
    const xml = decodeXml(await readZipEntry(read, entry, maxPartBytes));
    if (xml === null) return 'UNREADABLE';
    const problem = entry.name.endsWith('.rels') ? checkRelationships(xml) : checkTypes(xml);
    if (problem) return problem;
  }
  return null;
}

/**
 * Returns the text of a part; null unless it is plain UTF-8 XML. Office writes no comments, instructions or entities of its own
 * here, and each of them could conceal an element.
 */
function decodeXml(bytes: Buffer | null): string | null {
  if (!bytes) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const [declaration = ''] = /^<\?xml[^>]*\?>/.exec(text) ?? [];
    const isPlain =
      !/encoding\s*=\s*["'](?!utf-8["'])/i.test(declaration) &&
      !/\0|<[!?]/.test(text.slice(declaration.length));
    return isPlain ? text : null;
  } catch {
    return null;
  }
}

function checkTypes(xml: string): DocxProblem | null {
  const types = ['Default', 'Override'].flatMap((tag) => listElements(xml, tag));
  const names = types.map((one) => one.get('ContentType') ?? '');
  if (names.some((name) => /macroEnabled|vba|activeX/i.test(name))) return 'MACRO';
  return names.some((name) => /oleObject/i.test(name)) ? 'OBJECT' : null;
}

const macroRelation = /vba|macro|activeX|^control$|toolbars|customUI|^extensibility$|^keyMap/i;
const objectRelation = /^(oleObject|package|aFChunk|subDocument|frame|webextension.*)$/i;
/** Word notes which template on its author's disk a document was made from. */
const localTemplate = /^(?:file:\/\/(?:localhost)?\/[a-z]|[a-z]:[\\/](?![\\/])|[\w. ()-]+$)/i;

function checkRelationships(xml: string): DocxProblem | null {
  for (const relation of listElements(xml, 'Relationship')) {
    const type = relation.get('Type')?.split('/').at(-1) ?? '';
    if (macroRelation.test(type)) return 'MACRO';
    if (objectRelation.test(type)) return 'OBJECT';
    const isAllowed =
      (relation.get('TargetMode') ?? 'Internal') === 'Internal' ||
      type === 'hyperlink' ||
      (type === 'attachedTemplate' && localTemplate.test(relation.get('Target') ?? ''));
    if (!isAllowed) return 'LINK';
  }
  return null;
}

/** Lists the attributes of each element with this name, with any prefix. */
function listElements(xml: string, tag: string): Map<string, string>[] {
  const pattern = new RegExp(`<(?:[^\\s<>/:"']+:)?${tag}(?=[\\s/>])((?:[^<>"']|"[^"]*"|'[^']*')*)>`, 'g');
  return [...xml.matchAll(pattern)].map(
    ([, attributes = '']) =>
      new Map(
        [...attributes.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
          ([, name = '', double, single]) => [name, decodeReferences(double ?? single ?? '').trim()],
        ),
      ),
  );
}

const namedCharacters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeReferences = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) => {
    if (name) return namedCharacters[name] ?? all;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
