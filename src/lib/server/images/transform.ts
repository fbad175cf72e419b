import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { ImageShape } from '#lib/domain/media/images.ts';
import { maxPicturePixels, maxPictureSide } from '#lib/domain/media/media.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { cropSquareAround } from './crop.ts';
import { findFaces } from './faces.ts';
import { type ChosenFormat, type ImageType, imageTypeOf } from './format.ts';

// Two transforms run at once (C-34), one thread each. Our cache replaces that of libvips.
sharp.concurrency(1);
sharp.cache(false);

const quality = 85;
/** This value on AVIF's scale looks like 85 of the other formats, see docs/decisions/0010-images.md. */
const avifQuality = 65;
const detectorSide = 320;
const secondsAllowed = 10;

interface Source {
  bytes: Uint8Array;
  type: ImageType;
  width: number;
  height: number;
}

/**
 * Renders a picture in another shape and format and returns its bytes. Only pixels are taken over, so no metadata, script or
 * second format hidden in the file survives. Throws IMAGE_SOURCE_FORBIDDEN for bytes that are no picture or one that is too
 * large. [IMG-01] [C-32]
 */
export async function transform(
  bytes: Uint8Array,
  shape: ImageShape,
  format: ChosenFormat,
  { allowSvg, isFramed = false }: { allowSvg: boolean; isFramed?: boolean },
): Promise<Buffer> {
  const type = imageTypeOf(bytes);
  if (!type || (type === 'svg' && !allowSvg)) throw createForbiddenError();
  try {
    const source = await measure(bytes, type);
    const shaped =
      'thumb' in shape
        ? await cropToSquare(source, shape.thumb, isFramed)
        : scaleToHeight(source, shape.height);
    return await encode(shaped, format);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // sharp's errors have no code. Every error except a timeout means broken bytes.
    const isTimeout = error instanceof Error && error.message.includes('timeout');
    throw isTimeout ? new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 5 }) : createForbiddenError(error);
  }
}

const createForbiddenError = (cause?: unknown) =>
  Object.assign(new HttpError('IMAGE_SOURCE_FORBIDDEN', { message: 'This picture cannot be shown' }), {
    cause,
  });

/** Reads the header only: a decompression bomb is a small file. */
async function measure(bytes: Uint8Array, type: ImageType): Promise<Source> {
  const { autoOrient, width, height } = await sharp(bytes, { limitInputPixels: maxPicturePixels }).metadata();
  if (Math.max(width, height) > maxPictureSide || width * height > maxPicturePixels)
    throw createForbiddenError();
  return { bytes, type, width: autoOrient.width, height: autoOrient.height };
}

/** Opens the first frame of a picture, upright. A drawing is rasterised at the requested size. */
function openImage({ bytes, type, width, height }: Source, size: number, side: 'shorter' | 'height'): Sharp {
  const options: SharpOptions = { limitInputPixels: maxPicturePixels, pages: 1 };
  const sourceSize = side === 'height' ? height : Math.min(width, height);
  if (type === 'svg') options.density = Math.min(2400, Math.max(72, (72 * size) / sourceSize));
  return sharp(bytes, options).autoOrient().timeout({ seconds: secondsAllowed });
}

async function cropToSquare(source: Source, size: number, isFramed: boolean): Promise<Sharp> {
  const image = openImage(source, size, 'shorter');
  if (source.type === 'svg') return image.resize(size, size, { fit: 'cover' });
  const side = Math.min(size, source.width, source.height);
  if (isFramed) return image.resize(side, side, { fit: 'cover' });
  const faces = await findFacesIn(source);
  if (faces.length) image.extract(cropSquareAround(faces, source.width, source.height, side));
  // Without a face, sharp chooses the part with the most detail and skin colours.
  return image.resize(side, side, { fit: 'cover', position: sharp.strategy.attention });
}

async function findFacesIn(source: Source) {
  const { data, info } = await sharp(source.bytes, { limitInputPixels: maxPicturePixels })
    .autoOrient()
    .timeout({ seconds: secondsAllowed })
    .resize(detectorSide, detectorSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scale = source.width / info.width;
  const faces = await findFaces({ data, width: info.width, height: info.height });
  return faces.map(({ x, y, side, score }) => ({ x: x * scale, y: y * scale, side: side * scale, score }));
}

function scaleToHeight(source: Source, height: number): Sharp {
  // The width is limited too, for pictures that are much wider than high.
  return openImage(source, height, 'height').resize(2 * height, height, {
    fit: 'inside',
    withoutEnlargement: true,
  });
}

async function encode(image: Sharp, format: ChosenFormat): Promise<Buffer> {
  if (format === 'avif') return image.avif({ quality: avifQuality, effort: 2 }).toBuffer();
  if (format === 'webp') return image.webp({ quality }).toBuffer();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const pixels = sharp(data, { raw });
  const opaque = info.channels % 2 === 1 || (await pixels.stats()).isOpaque;
  return opaque
    ? pixels.flatten().jpeg({ quality, mozjpeg: true }).toBuffer()
    : pixels.png({ quality, palette: true }).toBuffer();
}
