import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { ImageShape } from '#lib/domain/media/images.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { squareAround } from './crop.ts';
import { findFaces } from './faces.ts';
import { type ChosenFormat, type ImageType, imageTypeOf } from './format.ts';

// C-34 lets two transforms run at once, one thread each; a cache of ours stands in front of libvips' own.
sharp.concurrency(1);
sharp.cache(false);

/** C-32. A bomb is small in bytes, so its header is read before any pixel. */
const mostPixels = 25_000_000;
const longestSide = 8192;
const quality = 85;
/** AVIF counts otherwise: this looks like 85 of the others, see docs/decisions/0010-images.md. */
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
 * [IMG-01] A new file of a new shape: nothing of the old one but its pixels, so no metadata, script or second format
 * that hides in it survives.
 * @throws HttpError IMAGE_SOURCE_FORBIDDEN for bytes that are no picture, or one that is too large
 */
export async function transform(
  bytes: Uint8Array,
  shape: ImageShape,
  format: ChosenFormat,
  { allowSvg, isFramed = false }: { allowSvg: boolean; isFramed?: boolean },
): Promise<Buffer> {
  const type = imageTypeOf(bytes);
  if (!type || (type === 'svg' && !allowSvg)) throw forbidden();
  try {
    const source = await measure(bytes, type);
    const shaped =
      'thumb' in shape ? await cropped(source, shape.thumb, isFramed) : scaled(source, shape.height);
    return await encode(shaped, format);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // sharp's errors have a text only; whatever is no time-out speaks of broken bytes.
    const late = error instanceof Error && error.message.includes('timeout');
    throw late ? new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 5 }) : forbidden(error);
  }
}

const forbidden = (cause?: unknown) =>
  Object.assign(new HttpError('IMAGE_SOURCE_FORBIDDEN', { message: 'This picture cannot be shown' }), {
    cause,
  });

async function measure(bytes: Uint8Array, type: ImageType): Promise<Source> {
  const { autoOrient, width, height } = await sharp(bytes, { limitInputPixels: mostPixels }).metadata();
  if (Math.max(width, height) > longestSide || width * height > mostPixels) throw forbidden();
  return { bytes, type, width: autoOrient.width, height: autoOrient.height };
}

/** Upright, first frame only. A drawing is rasterised at the size that is asked for. */
function open({ bytes, type, width, height }: Source, wanted: number, side: 'shorter' | 'height'): Sharp {
  const options: SharpOptions = { limitInputPixels: mostPixels, pages: 1 };
  const from = side === 'height' ? height : Math.min(width, height);
  if (type === 'svg') options.density = Math.min(2400, Math.max(72, (72 * wanted) / from));
  return sharp(bytes, options).autoOrient().timeout({ seconds: secondsAllowed });
}

async function cropped(source: Source, wanted: number, isFramed: boolean): Promise<Sharp> {
  const image = open(source, wanted, 'shorter');
  if (source.type === 'svg') return image.resize(wanted, wanted, { fit: 'cover' });
  const side = Math.min(wanted, source.width, source.height);
  if (isFramed) return image.resize(side, side, { fit: 'cover' });
  const faces = await facesOf(source);
  if (faces.length) image.extract(squareAround(faces, source.width, source.height, side));
  // Without a face: where the picture is busiest and has most of skin's colours.
  return image.resize(side, side, { fit: 'cover', position: sharp.strategy.attention });
}

async function facesOf(source: Source) {
  const { data, info } = await sharp(source.bytes, { limitInputPixels: mostPixels })
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

function scaled(source: Source, height: number): Sharp {
  // A strip would be many times as wide as it is high.
  return open(source, height, 'height').resize(2 * height, height, {
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
