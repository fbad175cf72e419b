import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type OutputInfo } from 'sharp';
import { maxPicturePixels, maxPictureSide } from '#lib/domain/media/media.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { checkJpeg } from './check-jpeg.ts';
import { stripPng } from './strip-png.ts';

// As in the image proxy, each picture takes one thread.
sharp.concurrency(1);
sharp.cache(false);

/**
 * The largest size that a page shows (IMG-01: 1024 high, twice as wide). It has a sixth of the pixels of the
 * largest upload, which saves time and storage.
 */
const storedSide = 2048;
/**
 * Pages show the result at quality 85. Keeping the colours of screenshots and drawings sharp doubles the
 * encoding time.
 */
const quality = 90;
const secondsAllowed = 20;

export interface EncodedPicture {
  bytes: number;
  width: number;
  height: number;
}

/**
 * Writes a new WebP of the picture's pixels: upright, first frame only, without EXIF, position, profile or a
 * second format hidden in the bytes (C-32). Both this function and sharp check the headers first, because a
 * decompression bomb is a small file. Throws IMAGE_TOO_LARGE or FILE_INVALID.
 */
export async function encodePicture(path: string, type: string, target: string): Promise<EncodedPicture> {
  const { data, info } = await encode(path, type);
  // sharp's own error of a full disk has no code.
  await writeFile(target, data);
  return { bytes: info.size, width: info.width, height: info.height };
}

async function encode(path: string, type: string): Promise<{ data: Buffer; info: OutputInfo }> {
  try {
    const bytes = stripForDecoder(await readFile(path), type);
    await checkSize(bytes, type);
    return await sharp(bytes, {
      limitInputPixels: maxPicturePixels,
      pages: 1,
      // Accepts harmless irregularities of phone pictures and rejects truncated or damaged files.
      failOn: 'error',
    })
      .autoOrient()
      .timeout({ seconds: secondsAllowed })
      .resize(storedSide, storedSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality, smartSubsample: type === 'png' })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // sharp's errors have no code. Every error except a timeout means broken bytes.
    const isTimeout = error instanceof Error && error.message.includes('timeout');
    const httpError = isTimeout
      ? new HttpError('SERVICE_UNAVAILABLE', { retryAfter: 5 })
      : new HttpError('FILE_INVALID', { fields: ['file'] });
    throw Object.assign(httpError, { cause: error });
  }
}

/**
 * Returns the bytes that the decoder may read. A WebP stays whole: its metadata is not compressed, so it
 * cannot grow.
 */
function stripForDecoder(bytes: Buffer, type: string): Buffer {
  if (type === 'png') return stripPng(bytes);
  if (type === 'jpeg') checkJpeg(bytes);
  return bytes;
}

async function checkSize(bytes: Buffer, type: string): Promise<void> {
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (format !== type) throw new HttpError('FILE_INVALID', { fields: ['file'] });
  if (Math.max(width, height) > maxPictureSide || width * height > maxPicturePixels)
    throw new HttpError('IMAGE_TOO_LARGE', { fields: ['file'] });
}
