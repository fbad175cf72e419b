import regular from '#assets/fonts/figtree-500.woff?inline';
import bold from '#assets/fonts/figtree-700.woff?inline';

/** The pages' own typeface, in the format that PDFs embed; it has the rupee sign, which PDF's built-in fonts lack. */
export const fonts = { regular: bytesOf(regular), bold: bytesOf(bold) };

/** `data:font/woff;base64,…`: in the bundle, so that no file has to be found at run time. */
function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}
