import bengali from '#assets/fonts/noto-sans-bengali-600.ttf?inline';
import devanagari from '#assets/fonts/noto-sans-devanagari-600.ttf?inline';
import tamil from '#assets/fonts/noto-sans-tamil-600.ttf?inline';
import telugu from '#assets/fonts/noto-sans-telugu-600.ttf?inline';

/** Fonts are inlined in the bundle as `data:font/ttf;base64,…`, so that no file has to be found at run time. */
const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** The typefaces of names in Indian scripts, which Figtree lacks. Import this file when one is needed: it has 760 KB. */
export const indicFonts = {
  devanagari: bytesOf(devanagari),
  tamil: bytesOf(tamil),
  bengali: bytesOf(bengali),
  telugu: bytesOf(telugu),
};
export type IndicScript = keyof typeof indicFonts;
