import { createRequire } from 'node:module';
import type { HarfBuzz } from 'harfbuzzjs';
import { type IndicScript, indicFonts } from './indic-fonts.ts';

/**
 * pdfkit shapes with fontkit, which fails on the marks of Indian scripts (it throws at some vowel signs). HarfBuzz, which
 * browsers use, decides which glyphs stand where; pdfkit embeds them.
 */

interface Glyph {
  id: number;
  advanceWidth: number;
  codePoints: number[];
}
interface FontkitFont {
  getGlyph(id: number, codePoints: number[]): Glyph;
  layout(text: string): { glyphs: Glyph[]; positions: object[]; advanceWidth: number };
}

/** Registers the typeface of a script under its name, with HarfBuzz as its shaper. */
export async function registerIndicFont(doc: PDFKit.PDFDocument, script: IndicScript): Promise<void> {
  // The package exports a promise, which an import would mistake for a module.
  const hb: HarfBuzz = await createRequire(import.meta.url)('harfbuzzjs');
  const bytes = indicFonts[script];
  const font = hb.createFont(hb.createFace(hb.createBlob(new Uint8Array(bytes).buffer), 0));
  doc.registerFont(script, bytes);
  doc.font(script);
  // pdfkit has no other way to the font that it has opened.
  const { font: opened } = (doc as unknown as { _font: { font: FontkitFont } })._font;
  opened.layout = (text) => {
    const buffer = hb.createBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    hb.shape(font, buffer);
    const shaped = buffer.json();
    buffer.destroy();
    const ends = [...new Set(shaped.map(({ cl }) => cl)), text.length].toSorted((a, b) => a - b);
    const named = new Set<number>();
    return {
      // The first glyph of a cluster stands for all of its letters.
      glyphs: shaped.map(({ g, cl }) => {
        const letters = named.has(cl) ? '' : text.slice(cl, ends[ends.indexOf(cl) + 1]);
        named.add(cl);
        return opened.getGlyph(
          g,
          [...letters].map((letter) => letter.codePointAt(0) ?? 0),
        );
      }),
      positions: shaped.map(({ ax, ay, dx, dy }) => ({
        ...{ xAdvance: ax, yAdvance: ay, xOffset: dx, yOffset: dy },
      })),
      advanceWidth: shaped.reduce((width, { ax }) => width + ax, 0),
    };
  };
}
