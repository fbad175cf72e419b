import type { Crop } from '#lib/domain/account/crop.ts';
import { largestUpload } from '#lib/domain/media/media.ts';

/** Pictures that a person chose, read and drawn on this device. */

/** Upright, whatever a camera noted. @throws when the browser cannot read it */
export const openPicture = (file: Blob): Promise<ImageBitmap> => createImageBitmap(file);

/** The square, at most so many pixels a side. */
export function drawSquare(picture: ImageBitmap, { left, top, side }: Crop, most: number): Promise<Blob> {
  const size = Math.round(Math.min(most, side));
  return encode(size, size, (context) => context.drawImage(picture, left, top, side, side, 0, 0, size, size));
}

/** No page shows more; the server keeps no more either. */
const mostSide = 2048;

/**
 * The file itself if it may be uploaded as it is, else a smaller picture: a phone's photo is often larger than an upload
 * may be, and on a slow network the smaller one is there sooner. What is no picture stays what it is.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= largestUpload / 2) return file;
  const picture = await openPicture(file).catch(() => null);
  if (!picture) return file;
  const scale = Math.min(1, mostSide / Math.max(picture.width, picture.height));
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const smaller = await encode(width, height, (context) => context.drawImage(picture, 0, 0, width, height));
  picture.close();
  if (smaller.size >= file.size) return file;
  return new File([smaller], file.name.replace(/\.[^.]*$/, '.webp'), { type: smaller.type });
}

/** As WebP, or as PNG where the browser writes none. */
async function encode(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  draw(context);
  return new Promise((done, failed) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : failed(new Error('The picture could not be drawn'))),
      'image/webp',
      0.92,
    );
  });
}
