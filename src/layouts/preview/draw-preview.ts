import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import satori, { init } from 'satori/standalone';
import sharp, { type OverlayOptions } from 'sharp';
import medium from '../../assets/fonts/figtree-500.woff?inline';
import bold from '../../assets/fonts/figtree-700.woff?inline';
import { previewBackground } from './preview-background.ts';

export interface Preview {
  /** The kind of the page, such as `Programme`. */
  label: string;
  title: string;
  note: string;
  /** The bytes of a picture that is shown in the circle. */
  portrait?: Uint8Array | null;
  /** The bytes of a picture that fills the right side, behind the circle. */
  cover?: Uint8Array | null;
  /** The colour of the label where it is a warning, such as `Revoked`. */
  tone?: 'danger' | 'warning' | undefined;
  /** Draws Indian scripts too. */
  hasIndicScripts?: boolean;
  /** The title is the name of a person, which stays on one line where it can. */
  isName?: boolean;
}

/** A warning is a band of its colour, which is seen in a small picture too. */
const band = { alignSelf: 'flex-start', padding: '6px 20px', borderRadius: 10, marginBottom: 6 };
const warnings = {
  danger: { ...band, color: '#ffffff', backgroundColor: '#b3261e' },
  warning: { ...band, color: '#ffffff', backgroundColor: '#855000' },
};

const width = 1200;
const height = 630;

const fonts = [
  { name: 'Figtree', data: fontBytes(medium), weight: 500 as const },
  { name: 'Figtree', data: fontBytes(bold), weight: 700 as const },
];

let layoutEngine: Promise<void> | undefined;

/** Loads satori's WebAssembly from its file: the other entry of the package holds it as a text and as bytes too (docs/decisions/0053). */
async function loadLayoutEngine(): Promise<void> {
  await init(await readFile(createRequire(import.meta.url).resolve('satori/layout.wasm')));
}

/** Draws the picture that other sites show beside a link to a page, as a PNG of 1200 × 630. */
export async function drawPreview({
  label,
  title,
  note,
  portrait,
  cover,
  tone,
  hasIndicScripts = false,
  isName = false,
}: Preview): Promise<Buffer> {
  // Vowel signs of Indian scripts stand above and below their letter.
  const lineHeight = hasIndicScripts && indicLetters.test(title) ? 1.36 : 1.08;
  layoutEngine ??= loadLayoutEngine();
  await layoutEngine;
  const words = await satori(
    box({ flexDirection: 'column', width: 780, height: height - 128, margin: '64px 0 0 72px' }, [
      text('Liftoff', {
        fontSize: 38,
        fontWeight: 700,
        letterSpacing: -1.2,
        marginLeft: 62,
        lineHeight: 1.25,
      }),
      box({ flexDirection: 'column', marginTop: 'auto' }, [
        text(label, { fontSize: 28, color: '#2a4bd7', fontWeight: 700, ...(tone && warnings[tone]) }),
        text(title, {
          ...{ fontSize: sizeOf(title, isName), fontWeight: 700, lineHeight, marginTop: 14 },
          letterSpacing: lineHeight > 1.3 ? 0 : -2,
        }),
        // The flight path is at the right of the last line.
        text(note, {
          fontSize: 30,
          color: '#565c69',
          lineHeight: 1.4,
          marginTop: 22,
          maxWidth: 720,
          textWrap: 'balance',
          whiteSpace: 'pre-wrap',
        }),
      ]),
    ]),
    { width, height, fonts: hasIndicScripts ? [...fonts, ...(await loadIndicFonts())] : fonts },
  );
  return sharp(Buffer.from(previewBackground))
    .composite([
      ...(cover ? [plainGround] : []),
      { input: Buffer.from(words) },
      ...(cover ? [await cropToPanel(cover)] : []),
      ...(portrait ? await cropToCircle(portrait, cover ? panelCircle : plainCircle) : []),
    ])
    .png({ palette: true, quality: 90, effort: 7 })
    .toBuffer();
}

const indicLetters = /[\u0900-\u0d7f]/;
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the size of a title, by the number of its letters. */
function sizeOf(title: string, isName: boolean): number {
  const { length } = [...letters.segment(title)];
  if (isName) return length > 48 ? 46 : length > 24 ? 56 : length > 18 ? 64 : 76;
  return length > 58 ? 56 : length > 34 ? 64 : 76;
}

/** Loads the fonts with the first picture that needs them. */
async function loadIndicFonts() {
  const { indicFonts } = await import('#lib/server/documents/indic-fonts.ts');
  return Object.entries(indicFonts).map(([name, data]) => ({ name, data, weight: 700 as const }));
}

const panelWidth = 320;
/** The circle of the portrait: in the middle of the panel, or of the background's circles. */
const panelCircle = { x: width - panelWidth / 2, y: height / 2, side: 240, ring: 8 };
const plainCircle = { x: 1010, y: 236, side: 300, ring: 0 };

/** Hides the background's drawing, which the panel would cut. */
const plainGround: OverlayOptions = {
  input: Buffer.from('<svg width="600" height="630"><rect width="600" height="630" fill="#fbfaf7"/></svg>'),
  left: 600,
  top: 0,
};

/** Crops the cover to the panel at the right; the words end before it. */
async function cropToPanel(cover: Uint8Array): Promise<OverlayOptions> {
  const input = await sharp(cover).resize(panelWidth, height, { fit: 'cover' }).png().toBuffer();
  return { input, left: width - panelWidth, top: 0 };
}

/** Draws a disc, the mask of the portrait and the ring around it. */
const disc = (side: number, fill = '#000') =>
  Buffer.from(
    `<svg width="${side}" height="${side}"><circle cx="${side / 2}" cy="${side / 2}" r="${side / 2}" fill="${fill}"/></svg>`,
  );

/** Crops the portrait to a circle, which has a light ring on a cover. */
async function cropToCircle(
  portrait: Uint8Array,
  { x, y, side, ring }: typeof panelCircle,
): Promise<OverlayOptions[]> {
  const input = await sharp(portrait)
    .resize(side, side, { fit: 'cover' })
    .composite([{ input: disc(side), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const outer = side + 2 * ring;
  return [
    ...(ring ? [{ input: disc(outer, '#fbfaf7'), left: x - outer / 2, top: y - outer / 2 }] : []),
    { input, left: x - side / 2, top: y - side / 2 },
  ];
}

/**
 * Creates an element for Satori, which expects React's element shape and requires `display: flex` on elements with
 * children.
 */
const box = (style: object, children: unknown[] | string) =>
  ({ type: 'div', props: { style: { display: 'flex', ...style }, children } }) as unknown as Parameters<
    typeof satori
  >[0];

const text = (words: string, style: object) =>
  box({ fontFamily: 'Figtree', fontWeight: 500, color: '#171a21', ...style }, words);

function fontBytes(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}
