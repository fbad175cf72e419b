import { inflateSync } from 'node:zlib';

/**
 * The failure conditions of PDF/UA-1 that a program can find, by their numbers in the Matterhorn Protocol 1.1, for the files of
 * pdfkit: one object after the other, streams deflated. veraPDF, which checks more, is no package of npm or Debian.
 */

/** The standard types of structure that our documents use. */
const standardTypes = ['Document', 'H1', 'H2', 'P', 'Link', 'Figure', 'Span'];

/** Returns the objects of a PDF, by number, with the data of their streams. */
function readObjects(pdf: Buffer): Map<string, { head: string; data: string }> {
  const source = pdf.toString('latin1');
  const objects = [...source.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(
    ([, id = '', body = '']) => {
      const [head = '', data = ''] = body.split(/\nstream\n/);
      const bytes = Buffer.from(data.replace(/\nendstream$/, ''), 'latin1');
      const text = head.includes('/FlateDecode') && bytes.length ? inflateSync(bytes) : bytes;
      return [id, { head, data: text.toString('latin1') }] as const;
    },
  );
  return new Map(objects);
}

/** Returns the operators that draw the page. */
export function readContent(pdf: Buffer): string {
  const objects = readObjects(pdf);
  const page = [...objects.values()].find(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return objects.get(/\/Contents (\d+)/.exec(page?.head ?? '')?.[1] ?? '')?.data ?? '';
}

/** Returns the conditions that the file meets and must not. */
export function checkPdfUa(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const all = [...objects.values()];
  const heads = all.map(({ head }) => head);
  const of = (pattern: RegExp) => heads.filter((head) => pattern.test(head));
  const referred = (head: string, key: string) =>
    objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? '') ?? { head: '', data: '' };
  const [catalog = ''] = of(/\/Type \/Catalog/);
  const xmp = referred(catalog, 'Metadata').data;
  const elements = of(/^<<\n\/S \/\w+\n[\s\S]*\/P \d+ 0 R/);
  const types = elements.map((head) => /^<<\n\/S \/(\w+)/.exec(head)?.[1] ?? '');
  const links = of(/\/Subtype \/Link/);
  const parents = referred(catalog, 'StructTreeRoot').head;
  const fonts = of(/\/Type \/Font\b(?!D)/);
  const maps = fonts.map((head) => referred(head, 'ToUnicode').data).filter(Boolean);
  const isLink = (head: string) => {
    const key = /\/StructParent (\d+)/.exec(head)?.[1] ?? 'none';
    const parent = new RegExp(`\\n\\s*${key} (\\d+) 0 R`).exec(parents)?.[1] ?? '';
    return objects.get(parent)?.head.startsWith('<<\n/S /Link') ?? false;
  };
  const conditions: [name: string, isMet: boolean][] = [
    ...checkContent(readContent(pdf)),
    ['01-006 not marked as tagged', !referred(catalog, 'MarkInfo').head.includes('/Marked true')],
    ['01-007 suspects', referred(catalog, 'MarkInfo').head.includes('/Suspects true')],
    ['02-001 a type of structure that is not standard', types.some((type) => !standardTypes.includes(type))],
    ['06-001 no XMP metadata', xmp === ''],
    ['06-002 no PDF/UA identifier', !/<pdfuaid:part>1<\/pdfuaid:part>/.test(xmp)],
    [
      '06-003 no title in the metadata',
      !/<dc:title>\s*<rdf:Alt>\s*<rdf:li xml:lang="[^"]+">[^<]+</.test(xmp),
    ],
    [
      '07-001 the title is not displayed',
      !referred(catalog, 'ViewerPreferences').head.includes('/DisplayDocTitle true'),
    ],
    [
      '10-001 a font without letters',
      fonts.some((head) => /\/Type0/.test(head) && !/\/ToUnicode/.test(head)),
    ],
    ['11-006 no language', !/\/Lang \(\w\w(-\w\w)?\)/.test(catalog)],
    ['13-004 a figure without a description', of(/\/S \/Figure/).some((head) => !/\/Alt \(.+\)/.test(head))],
    ['14-002 the first heading is not H1', types.find((type) => /^H\d/.test(type)) !== 'H1'],
    ['14-007 two levels of the first heading', types.filter((type) => type === 'H1').length !== 1],
    ['20-001 optional content', catalog.includes('/OCProperties')],
    [
      '21-001 an attached file without its name',
      of(/\/Type \/Filespec/).some((head) => !/\/F \(/.test(head) || !/\/UF \(/.test(head)),
    ],
    ['25-001 a dynamic form', heads.some((head) => head.includes('/XFA'))],
    ['26-001 encrypted', pdf.includes('/Encrypt')],
    [
      '28-002 an annotation that is no link',
      heads.filter((head) => /\/Type \/Annot\b/.test(head)).length !== links.length,
    ],
    [
      '28-009 tabs not in the order of the structure',
      !of(/\/Type \/Page\b(?!s)/).every((head) => head.includes('/Tabs /S')),
    ],
    ['28-011 a link outside of its element', !links.every(isLink)],
    ['28-012 a link without a description', !links.every((head) => /\/Contents \(.+\)/.test(head))],
    [
      '31-004 glyphs without a map',
      of(/\/Subtype \/CIDFontType2/).some((head) => !/\/CIDToGIDMap \/Identity/.test(head)),
    ],
    [
      '31-009 a font that is not embedded',
      of(/\/Type \/FontDescriptor/).some((head) => !/\/FontFile[23]? \d+/.test(head)),
    ],
    ['31-009 a standard font', fonts.some((head) => /\/Subtype \/Type1\b/.test(head))],
    ['31-028 a letter that is none', maps.some((map) => /\[.*<(?:0000|feff|fffe)>/is.test(map))],
    ['31-030 a missing glyph', hasMissingGlyph(readContent(pdf))],
  ];
  return conditions.filter(([, isMet]) => isMet).map(([name]) => name);
}

/** Tells whether a text draws the glyph 0, which stands for a letter that the font lacks. */
const hasMissingGlyph = (content: string): boolean =>
  [...content.matchAll(/<([\da-f]+)>/gi)].some(([, glyphs]) => glyphs?.match(/.{4}/g)?.includes('0000'));

/** Checks that everything that is drawn is either content with a place in the structure, or an artifact, and never both. */
function checkContent(content: string): [string, boolean][] {
  const open: string[] = [];
  const found = { mixed: false, loose: false };
  const withoutTexts = content.replace(/\((?:\\.|[^\\)])*\)/gs, '()');
  for (const line of withoutTexts.replace(/<<\n([^>]*)\n>> BDC/g, '$1 BDC').split('\n')) {
    const has = (kind: string) => open.includes(kind);
    if (/ (?:BMC|BDC)$/.test(line)) {
      const kind = /^\/Artifact\b/.test(line) ? 'artifact' : /\/MCID \d+/.test(line) ? 'content' : 'span';
      if ((kind === 'artifact' && has('content')) || (kind === 'content' && open.length > 0))
        found.mixed = true;
      open.push(kind);
    } else if (line === 'EMC') open.pop();
    else if (/(?:^| )(?:Tj|TJ|f\*?|F|S|s|B\*?|b\*?|Do|sh)$/.test(line) && !has('content') && !has('artifact'))
      found.loose = true;
  }
  return [
    ['01-003 an artifact within content', found.mixed],
    ['01-005 neither content nor artifact', found.loose || open.length > 0],
  ];
}
