import type { Crop } from '#lib/domain/account/crop.ts';
import { isPictureType, isWithinPictureLimits, maxUploadBytes } from '#lib/domain/media/media.ts';

/** Pictures that a person chose, decoded and drawn on this device. */

/** Decodes a picture and turns it upright as its EXIF orientation says. Rejects when the browser cannot decode it. */
export const openPicture = (file: Blob): Promise<ImageBitmap> => createImageBitmap(file);

/** Draws a square of a picture with sides of at most `maxSide` pixels. */
export function drawSquare(picture: ImageBitmap, { left, top, side }: Crop, maxSide: number): Promise<Blob> {
  const size = Math.round(Math.min(maxSide, side));
  return encodeDrawing({ width: size, height: size }, (context) =>
    context.drawImage(picture, left, top, side, side, 0, 0, size, size),
  );
}

/** The server stores no more than the first; the others are for browsers that compress badly. */
const shrunkSides = [2048, 1448, 1024];

/**
 * Returns the file itself when it may be uploaded, and a smaller picture when it exceeds a limit of C-32: bytes, pixels
 * or side. A phone's photo often does. The smaller picture is upright, has the same proportions and carries no metadata.
 * A file that the browser cannot decode is returned unchanged: the checks after this one explain what is wrong with it.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (!isPictureType(file.type)) return file;
  const picture = await openPicture(file).catch(() => null);
  if (!picture) return file;
  try {
    if (isWithinPictureLimits(file, picture)) return file;
    for (const maxSide of shrunkSides) {
      const shrunk = await drawWithin(picture, maxSide, file.type);
      if (shrunk.size <= maxUploadBytes) return renameForType(shrunk, file.name);
    }
    return file;
  } finally {
    picture.close();
  }
}

function drawWithin(picture: ImageBitmap, maxSide: number, sourceType: string): Promise<Blob> {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const draw = (context: CanvasRenderingContext2D) => context.drawImage(picture, 0, 0, width, height);
  return encodeDrawing({ width, height }, draw, sourceType);
}

const renameForType = (picture: Blob, name: string): File =>
  new File([picture], `${name.replace(/\.[^.]*$/, '')}.${picture.type.replace(/^image\//, '')}`, {
    type: picture.type,
  });

/**
 * Draws on a new canvas and encodes it as WebP. A browser that writes no WebP gets PNG from the canvas instead; for a
 * JPEG source we then ask for JPEG, because a photo as PNG exceeds the limit again.
 */
async function encodeDrawing(
  size: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D) => void,
  sourceType = '',
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  context.imageSmoothingQuality = 'high';
  draw(context);
  const encoded = await encodeCanvas(canvas, 'image/webp');
  return encoded.type !== 'image/webp' && sourceType === 'image/jpeg'
    ? encodeCanvas(canvas, 'image/jpeg')
    : encoded;
}

function encodeCanvas(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn'))),
      type,
      0.92,
    );
  });
}
