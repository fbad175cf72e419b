import { inflateSync } from 'node:zlib';

/**
 * Returns the text of a PDF without spaces, because a line break is no character in a PDF. It understands only the files of
 * pdfkit, which have hexadecimal glyphs and a table of letters per font.
 */
export function readPdf(bytes: Buffer): string {
  const source = bytes.toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(
      ([, id = '', body = '']) => [id, body] as const,
    ),
  );
  const fonts = new Map<string, Map<string, string>>();
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
      if (table) fonts.set(name, readTable(streamOf(objects.get(table))));
    }
  const pages = [...source.matchAll(/\/Type \/Page\b[^>]*?\/Contents (\d+) 0 R/gs)].map(([, id = '']) => id);
  return pages.map((id) => readPage(streamOf(objects.get(id)), fonts)).join('');
}

/** Removes spaces, to compare a text with `readPdf`. */
export const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');

function streamOf(body = ''): string {
  const data = /stream\n(.*)\nendstream/s.exec(body)?.[1] ?? '';
  return body.includes('/FlateDecode') ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1') : data;
}

/** Parses the letters of a range of glyphs: `<0000> <00ff> [<0041> <0042>]`. */
function readTable(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[(.*?)\]/gis))
    for (const [index, [, letter = '']] of [...list.matchAll(/<([\da-f ]+)>/gi)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(letter.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  return letters;
}

function readPage(content: string, fonts: Map<string, Map<string, string>>): string {
  let font: Map<string, string> | undefined;
  let text = '';
  for (const [, name, shown = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name);
    for (const [, glyphs = ''] of shown.matchAll(/<([\da-f]*)>/gi))
      for (const glyph of glyphs.match(/.{4}/g) ?? []) text += font?.get(glyph.toLowerCase()) ?? '�';
  }
  return withoutSpaces(text);
}
