import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { longestSide, mostPixels } from '#lib/domain/media/media.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { checkJpeg } from './check-jpeg.ts';
import { readablePng } from './readable-png.ts';

// As for the image proxy: one thread a picture.
sharp.concurrency(1);
sharp.cache(false);

/** As wide as any page shows one (IMG-01: 1024 high, twice as wide): a sixth of 25 megapixels to encode and to keep. */
const keptSide = 2048;
/** Of the source of what is shown at 85. Screenshots and drawings keep sharp colours at twice the time. */
const quality = 90;
const secondsAllowed = 20;

export interface EncodedPicture {
  bytes: number;
  width: number;
  height: number;
}

/**
 * A new WebP of the picture's pixels alone, upright, first frame: no EXIF, no position, no profile, no second format
 * that hid in the bytes (C-32). The headers are read first, by ourselves and then by sharp, since a bomb is small in bytes.
 * @throws HttpError IMAGE_TOO_LARGE, FILE_INVALID
 */
export async function encodePicture(path: string, type: string, target: string): Promise<EncodedPicture> {
  try {
    const bytes = decodable(await readFile(path), type);
    await checkSize(bytes, type);
    const { size, width, height } = await sharp(bytes, {
      limitInputPixels: mostPixels,
      pages: 1,
      // A phone's harmless oddities pass; what is cut off or damaged does not.
      failOn: 'error',
    })
      .autoOrient()
      .timeout({ seconds: secondsAllowed })
      .resize(keptSide, keptSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality, smartSubsample: type === 'png' })
      .toFile(target);
    return { bytes: size, width, height };
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // sharp's errors have a text only; whatever is no time-out speaks of broken bytes.
    const late = error instanceof Error && error.message.includes('timeout');
    const named = late
      ? new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 5 })
      : new HttpError('FILE_INVALID', { fields: ['file'] });
    throw Object.assign(named, { cause: error });
  }
}

/** What the decoder gets to see. A WebP keeps its metadata as they are, so none of it grows. */
function decodable(bytes: Buffer, type: string): Buffer {
  if (type === 'png') return readablePng(bytes);
  if (type === 'jpeg') checkJpeg(bytes);
  return bytes;
}

async function checkSize(bytes: Buffer, type: string): Promise<void> {
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (format !== type) throw new HttpError('FILE_INVALID', { fields: ['file'] });
  if (Math.max(width, height) > longestSide || width * height > mostPixels)
    throw new HttpError('IMAGE_TOO_LARGE', { fields: ['file'] });
}
