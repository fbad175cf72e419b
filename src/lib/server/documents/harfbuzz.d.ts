/** The part of harfbuzzjs 0.10 that we use; the package has no types. */
declare module 'harfbuzzjs' {
  interface ShapedGlyph {
    /** The glyph's number in the font. */
    g: number;
    /** Where its letters begin in the text. */
    cl: number;
    /** Advance and offset in units of the font. */
    ax: number;
    ay: number;
    dx: number;
    dy: number;
  }
  interface HarfBuzzBuffer {
    addText(text: string): void;
    guessSegmentProperties(): void;
    json(): ShapedGlyph[];
    destroy(): void;
  }
  interface HarfBuzzFont {
    readonly ptr: number;
  }
  export interface HarfBuzz {
    createBlob(bytes: ArrayBuffer): object;
    createFace(blob: object, index: number): object;
    createFont(face: object): HarfBuzzFont;
    createBuffer(): HarfBuzzBuffer;
    shape(font: HarfBuzzFont, buffer: HarfBuzzBuffer): void;
  }
}
