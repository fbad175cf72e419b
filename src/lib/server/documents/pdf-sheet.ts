import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import regular from '#assets/fonts/figtree-500.woff?inline';
import bold from '#assets/fonts/figtree-700.woff?inline';

/** The typeface of the pages in the format that PDFs embed. It has the rupee sign, which PDF's built-in fonts lack. */
const fonts = { regular: bytesOf(regular), bold: bytesOf(bold) };

/** Fonts are inlined in the bundle as `data:font/woff;base64,…`, so that no file has to be found at run time. */
function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}

/** The light colours of the pages (src/styles/tokens.css). */
const colours = { ink: '#171a21', muted: '#565c69', line: '#e2dfd6', accent: '#2a4bd7', onAccent: '#ffffff' };
const margin = 56;
const coverHeight = 300;

type StructureRole = 'H1' | 'H2' | 'H3' | 'H4' | 'P' | 'Link';
interface TextStyle {
  size: number;
  font?: keyof typeof fonts;
  colour?: string;
  /** Space below the text. */
  after?: number;
  x?: number;
  y?: number;
  width?: number;
  link?: string;
}

/** An A4 document in our design, written from top to bottom. It is tagged, so that screen readers read it in order. */
export class PdfSheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  readonly width: number;
  #hasCover = false;

  constructor({ title, subject, author = 'Liftoff' }: { title: string; subject: string; author?: string }) {
    this.#doc = new PDFDocument({
      // The default would be a standard font, which pdfkit reads from its own folder.
      font: '',
      size: 'A4',
      margins: { top: margin, bottom: margin + 20, left: margin, right: margin },
      bufferPages: true,
      tagged: true,
      lang: 'en-IN',
      displayTitle: true,
      pdfVersion: '1.7',
      info: { Title: title, Subject: subject, Author: author },
    });
    for (const [name, bytes] of Object.entries(fonts)) this.#doc.registerFont(name, bytes);
    const chunks: Buffer[] = [];
    this.#bytes = new Promise((resolve, reject) => {
      this.#doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.#doc.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
    });
    this.width = this.#doc.page.width - 2 * margin;
  }

  cover(name: string, promise: string): void {
    const doc = this.#doc;
    this.#hasCover = true;
    this.#decorate(() => {
      doc.rect(0, 0, doc.page.width, coverHeight).fill(colours.accent);
      doc.save().translate(margin, margin).scale(1.25).lineWidth(3.2).lineCap('round').lineJoin('round');
      doc.path('M0 15.6c7.6 0 13.2-4 14.6-12.2').stroke(colours.onAccent);
      doc.path('m8.9 4.7 5.9-4.7 3 6.9').stroke(colours.onAccent).restore();
    });
    const white = { colour: colours.onAccent, x: margin, width: this.width };
    this.text('P', 'Liftoff', { ...white, size: 15, font: 'bold', x: margin + 34, y: margin + 3 });
    this.text('H1', name, { ...white, size: 34, font: 'bold', y: 136, after: 10 });
    this.text('P', promise, { ...white, size: 16 });
    doc.x = margin;
    doc.y = coverHeight + 32;
  }

  /** Draws the head of a page about a person: name, headline and contact above a short line. */
  nameplate(name: string, headline: string, facts: string, contact: string): void {
    const doc = this.#doc;
    this.text('H1', name, { size: 28, font: 'bold', after: 2 });
    if (headline) this.text('P', headline, { size: 14, after: 6 });
    for (const line of [facts, contact])
      if (line) this.text('P', line, { size: 9.5, colour: colours.muted, after: 1 });
    doc.y += 8;
    const y = doc.y;
    this.#decorate(() => doc.rect(margin, y, 48, 3).fill(colours.accent));
    doc.x = margin;
    doc.y = y + 14;
  }

  /** Draws small links, one per line. */
  addresses(links: readonly { text: string; url: string }[]): void {
    for (const { text, url } of links)
      this.text('Link', text, { size: 9.5, colour: colours.accent, link: url, after: 2 });
    this.#doc.y += 6;
  }

  /** Draws a heading. It starts a new page where less than `room` is left for the text below it. */
  heading(text: string, room = 96): void {
    if (this.#doc.y > coverHeight + 40 || !this.#hasCover) this.#doc.y += 16;
    this.ensureRoom(room);
    this.text('H2', text, { size: 17, font: 'bold', after: 8 });
  }

  /** Draws a heading within an entry. */
  label(text: string): void {
    this.ensureRoom(48);
    this.text('H4', text, { size: 9.5, font: 'bold', after: 1 });
  }

  paragraph(text: string): void {
    this.text('P', text, { size: 10.5, after: 8 });
  }

  /** Draws labels above their values, in two columns. */
  facts(pairs: readonly (readonly [label: string, value: string])[]): void {
    const column = this.width / 2;
    for (let index = 0; index < pairs.length; index += 2) {
      const top = this.#doc.y;
      let bottom = top;
      for (const [offset, [label, value]] of pairs.slice(index, index + 2).entries()) {
        const place = { x: margin + offset * column, width: column - 16 };
        this.text('P', label, { ...place, y: top, size: 8.5, colour: colours.muted, after: 1 });
        this.text('P', value, { ...place, size: 11, font: 'bold' });
        bottom = Math.max(bottom, this.#doc.y);
      }
      this.#doc.x = margin;
      this.#doc.y = bottom + 10;
    }
  }

  bullets(lines: readonly string[]): void {
    for (const line of lines) {
      this.ensureRoom(34);
      const top = this.#doc.y;
      this.#decorate(() => this.#doc.circle(margin + 3, top + 7, 1.8).fill(colours.accent));
      this.text('P', line, { size: 10.5, x: margin + 16, y: top, width: this.width - 16, after: 4 });
      this.#doc.x = margin;
    }
    this.#doc.y += 8;
  }

  /** Draws an entry: a bold title, a line in grey, and paragraphs or bullets. */
  entry(title: string, aside: string | null, lines: readonly string[], isList = false): void {
    this.ensureRoom(36 + lines.length * (isList ? 18 : 32));
    this.text('H3', title, { size: 11.5, font: 'bold', after: aside ? 1 : 3 });
    if (aside) this.text('P', aside, { size: 9, colour: colours.muted, after: 4 });
    if (isList) this.bullets(lines);
    else for (const line of lines) this.paragraph(line);
    this.#doc.y += 4;
  }

  link(text: string, url: string): void {
    this.text('Link', text, { size: 11, font: 'bold', colour: colours.accent, link: url, after: 8 });
  }

  /** Starts a new page unless this height is left on the current one. */
  ensureRoom(height: number): void {
    const bottom = this.#doc.page.height - this.#doc.page.margins.bottom;
    if (this.#doc.y + height > bottom) this.#doc.addPage();
  }

  text(
    role: StructureRole,
    text: string,
    { size, font, colour, after = 0, x, y, width, link }: TextStyle,
  ): void {
    const doc = this.#doc;
    const options = {
      width: width ?? this.width,
      lineGap: size * 0.28,
      ...(link && { link, underline: true }),
    };
    const write = () => {
      doc
        .font(font ?? 'regular')
        .fontSize(size)
        .fillColor(colour ?? colours.ink);
      doc.text(text, x ?? doc.x, y ?? doc.y, options);
    };
    doc.addStructure(doc.struct(role, {}, write));
    doc.y += after;
  }

  /** Adds the footers, ends the document and returns its bytes. */
  async end(footer: string): Promise<Buffer> {
    const { start, count } = this.#doc.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.#doc.switchToPage(start + index);
      this.#decorate(() => this.#footer(footer, `${index + 1} / ${count}`));
      // Other requests get a turn.
      if (index % 50 === 49) await setImmediate();
    }
    this.#doc.end();
    return this.#bytes;
  }

  #footer(left: string, right: string): void {
    const doc = this.#doc;
    const y = doc.page.height - 44;
    // A text below the margin would start a new page.
    doc.page.margins.bottom = 0;
    doc
      .moveTo(margin, y - 10)
      .lineTo(margin + this.width, y - 10)
      .lineWidth(0.7)
      .stroke(colours.line);
    doc.font('regular').fontSize(8.5).fillColor(colours.muted);
    doc.text(left, margin, y, { lineBreak: false });
    doc.text(right, margin, y, { width: this.width, align: 'right', lineBreak: false });
  }

  /** Draws decoration, which screen readers skip. */
  #decorate(draw: () => void): void {
    this.#doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#doc.endMarkedContent();
  }
}
