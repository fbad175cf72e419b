import PDFDocument from 'pdfkit';
import regular from '#assets/fonts/figtree-500.woff?inline';
import bold from '#assets/fonts/figtree-700.woff?inline';
import { splitByScript } from './script-runs.ts';
import { registerIndicFont } from './shape-text.ts';

const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

export interface PageText {
  role: 'H1' | 'H2' | 'P' | 'Link';
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
  isBold?: boolean;
  colour: string;
  /** The size may fall to this, so that at most `lines` lines are needed. */
  minSize?: number;
  lines?: number;
  align?: 'left' | 'right';
  link?: string;
}

type Measured = Pick<PageText, 'text' | 'width' | 'size' | 'minSize' | 'lines' | 'isBold'>;

/** One landscape A4 page on which texts in several scripts are placed. Screen readers read them in their order. */
export class PdfPage {
  readonly doc: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  /** The element that holds all others, as PDF/UA says. */
  readonly #root: PDFKit.PDFStructureElement;

  private constructor(info: { title: string; subject: string; author: string }) {
    this.doc = new PDFDocument({
      // The default would be a standard font, which pdfkit reads from its own folder.
      font: '',
      ...{ size: 'A4', layout: 'landscape', margin: 0, tagged: true, lang: 'en-IN', displayTitle: true },
      // The file says that it conforms to PDF/UA-1.
      ...({ pdfVersion: '1.7', subset: 'PDF/UA' } as object),
      info: { Title: info.title, Subject: info.subject, Author: info.author },
    });
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
    this.doc.registerFont('regular', bytesOf(regular));
    this.doc.registerFont('bold', bytesOf(bold));
    const chunks: Buffer[] = [];
    this.#bytes = new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.doc.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
    });
  }

  /** Creates a page that can draw the scripts of these texts. */
  static async create(
    info: { title: string; subject: string; author: string },
    texts: readonly string[],
  ): Promise<PdfPage> {
    const page = new PdfPage(info);
    const scripts = new Set(texts.flatMap(splitByScript).flatMap(({ script }) => script ?? []));
    for (const script of scripts) await registerIndicFont(page.doc, script);
    return page;
  }

  /** Draws decoration, which screen readers skip. */
  decorate(draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw(this.doc);
    this.doc.endMarkedContent();
  }

  /** Draws a picture with its description. */
  figure(alt: string, draw: (doc: PDFKit.PDFDocument) => void): void {
    this.#root.add(this.doc.struct('Figure', { alt }, () => draw(this.doc)));
  }

  /** Draws a text and returns the y below it. A long one gets smaller, then takes more lines. */
  text(one: PageText): number {
    const { role, text, x, y, width, colour, isBold = false } = one;
    const { size, wrapped, height } = this.#layOut(one);
    const lefts = wrapped.map((line) =>
      one.align === 'right' ? x + width - this.#measure(line, size, isBold) : x,
    );
    const draw = () => {
      for (const [index, line] of wrapped.entries())
        this.#drawLine(line, lefts[index] ?? x, y + index * height, { size, isBold, colour });
    };
    const element = this.doc.struct(role);
    this.#root.add(element);
    element.add(draw);
    const end = y + wrapped.length * height;
    // A link belongs to its element and has a description, so that a screen reader announces it where it stands.
    const link = { structParent: element, Contents: Object(text) } as object;
    const left = Math.min(...lefts);
    if (one.link) this.doc.link(left, y, x + width - left, end - y, one.link, link);
    element.end();
    return end;
  }

  /** Returns the height of a text, which is not drawn. */
  heightOf(one: Measured): number {
    const { wrapped, height } = this.#layOut(one);
    return wrapped.length * height;
  }

  async end(): Promise<Buffer> {
    this.#root.end();
    // pdfkit maps the glyph of a missing letter, which no text has, to U+0000, which PDF/UA forbids.
    const { _fontFamilies } = this.doc as unknown as {
      _fontFamilies: Record<string, { unicode?: number[][] }>;
    };
    for (const { unicode } of Object.values(_fontFamilies)) unicode?.splice(0, 1, [0xfffd]);
    this.doc.end();
    return this.#bytes;
  }

  /** Wraps a text at the largest size that fits. `height` is that of a line. */
  #layOut({ text, width, size: largest, minSize = largest, lines = 99, isBold = false }: Measured) {
    let size = largest;
    let wrapped = this.#wrap(text, size, isBold, width);
    while (wrapped.length > lines && size > minSize) {
      size -= 1;
      wrapped = this.#wrap(text, size, isBold, width);
    }
    return { size, wrapped, height: size * 1.36 };
  }

  #drawLine(
    line: string,
    x: number,
    y: number,
    { size, isBold, colour }: { size: number; isBold: boolean; colour: string },
  ): void {
    const { doc } = this;
    let left = x;
    for (const { script, text } of splitByScript(line)) {
      doc
        .font(script ?? (isBold ? 'bold' : 'regular'))
        .fontSize(size)
        .fillColor(colour);
      // All fonts stand on one line.
      const draw = () => doc.text(text, left, y + size, { baseline: 'alphabetic', lineBreak: false });
      if (script) this.#markLetters(text, draw);
      else draw();
      left += doc.widthOfString(text);
    }
  }

  /**
   * Marks the glyphs of a text, which are in the order of the eye, with its letters in their order. The mark stands directly around
   * the text, because pdftotext places the letters by the coordinates that hold where it ends, and pdfkit turns them for a text.
   */
  #markLetters(text: string, draw: () => void): void {
    const doc = this.doc as unknown as { addContent(data: string): unknown };
    const { addContent } = doc;
    doc.addContent = (data) => {
      if (data === 'BT') this.doc.markContent('Span', { actual: text });
      addContent.call(doc, data);
      if (data === 'ET') this.doc.endMarkedContent();
      return doc;
    };
    draw();
    doc.addContent = addContent;
  }

  #measure(line: string, size: number, isBold: boolean): number {
    return splitByScript(line).reduce((width, { script, text }) => {
      this.doc.font(script ?? (isBold ? 'bold' : 'regular')).fontSize(size);
      return width + this.doc.widthOfString(text);
    }, 0);
  }

  /** Breaks a text at its spaces, and a word that is wider than a line between two letters. */
  #wrap(text: string, size: number, isBold: boolean, width: number): string[] {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const last = lines.at(-1);
      const joined = last === undefined ? word : `${last} ${word}`;
      if (this.#measure(joined, size, isBold) <= width) lines.splice(-1, 1, joined);
      else lines.push(...this.#breakWord(word, size, isBold, width));
    }
    return lines;
  }

  #breakWord(word: string, size: number, isBold: boolean, width: number): string[] {
    const parts = [''];
    for (const { segment } of letters.segment(word)) {
      const longer = `${parts.at(-1)}${segment}`;
      if (this.#measure(longer, size, isBold) <= width) parts.splice(-1, 1, longer);
      else parts.push(segment);
    }
    return parts.filter(Boolean);
  }
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
