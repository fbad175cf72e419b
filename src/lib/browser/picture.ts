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

/** The server stores no more than the first side length; the others are for browsers that compress badly. */
const shrunkSides = [2048, 1448, 1024];

/**
 * Returns the file itself when it may be uploaded. Returns a picture drawn again when it exceeds a limit of C-32 (bytes,
 * pixels or side), as a phone's photo often does, and when the server does not take its type, such as HEIC or AVIF. The
 * new picture is upright, has the same proportions and carries no metadata. A file that the browser cannot decode or
 * draw is returned unchanged: the checks after this one explain what is wrong with it.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file;
  const picture = await openPicture(file).catch(() => null);
  if (!picture) return file;
  try {
    return (await mustRedraw(file, picture)) ? await redraw(file, picture) : file;
  } catch {
    return file;
  } finally {
    picture.close();
  }
}

async function mustRedraw(file: File, picture: ImageBitmap): Promise<boolean> {
  const isWithinLimits = isWithinPictureLimits(file, picture);
  // Drawing would keep only the first frame, so an animated GIF stays as it is.
  if (file.type === 'image/gif') return !isWithinLimits && !(await isAnimatedGif(file));
  return !isWithinLimits || !isPictureType(file.type);
}

/** Returns whether a GIF has a second frame. Each frame begins with a graphic control block. */
async function isAnimatedGif(file: Blob): Promise<boolean> {
  const bytes = new TextDecoder('latin1').decode(await file.arrayBuffer());
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the text stands for bytes.
  return (bytes.match(/\x00!\xf9\x04[\s\S]{4}\x00[,!]/g)?.length ?? 0) > 1;
}

async function redraw(file: File, picture: ImageBitmap): Promise<File> {
  for (const maxSide of shrunkSides) {
    const drawn = await drawWithin(picture, maxSide, file.type);
    if (drawn.size <= maxUploadBytes) return renameForType(drawn, file.name);
  }
  return file;
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

/** Types that cameras write. Their pictures are never transparent. */
const photoType = /^image\/(jpeg|heic|heif)$/;

/**
 * Draws on a new canvas and encodes it as WebP. A browser that writes no WebP gets PNG from the canvas instead; for a
 * photo we then ask for JPEG, because a photo as PNG exceeds the limit again.
 */
async function encodeDrawing(
  size: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D) => void,
  sourceType = '',
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot show pictures');
  context.imageSmoothingQuality = 'high';
  draw(context);
  const encoded = await encodeCanvas(canvas, 'image/webp');
  return encoded.type !== 'image/webp' && photoType.test(sourceType)
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
