import { HttpError } from '#lib/server/http/http-error.ts';

/** A JPEG in several scans is decoded in one piece. Together with rotating and encoding that stays below 200 MB (C-32). */
const maxDecodedBytes = 100_000_000;
/**
 * Encoders write ten scans. Each scan is a pass over all pixels, which cannot be interrupted once it has
 * started.
 */
const maxScans = 64;

const startOfScan = 0xda;
const endOfImage = 0xd9;
const frames = [0xc0, 0xc1, 0xc2];
/** Lossless, hierarchical and arithmetic coding, which no current camera or program writes. */
const otherFrames = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

/**
 * Checks a JPEG by its markers, without decoding a pixel. Throws FILE_INVALID, and IMAGE_TOO_LARGE for several scans
 * that would take too much memory. [C-32]
 */
export function checkJpeg(bytes: Buffer): void {
  let frame: Buffer | null = null;
  let isProgressive = false;
  let scans = 0;
  for (let at = nextMarker(bytes, 2); at < bytes.length; ) {
    const marker = bytes[at] as number;
    if (marker === endOfImage) break;
    if (isBare(marker)) {
      at = nextMarker(bytes, at + 1);
      continue;
    }
    const segment = segmentAt(bytes, at + 1);
    if (otherFrames.includes(marker)) throw createInvalidFileError();
    if (frames.includes(marker)) {
      if (frame) throw createInvalidFileError();
      frame = segment;
      isProgressive = marker === 0xc2;
    }
    if (marker === startOfScan) scans += 1;
    if (scans > maxScans) throw tooLarge();
    at = nextMarker(bytes, at + 3 + segment.length);
  }
  if (!frame) throw createInvalidFileError();
  if ((isProgressive || scans > 1) && coefficientBytes(frame) > maxDecodedBytes) throw tooLarge();
}

/** Returns the position of the next marker's code. Skips entropy-coded data, stuffed zeros and fill bytes. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    while (at < bytes.length && bytes[at] !== 0xff) at += 1;
    while (bytes[at] === 0xff) at += 1;
    if (bytes[at] !== 0) return at;
  }
  return bytes.length;
}

/** Restart markers and the other markers without a length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

function segmentAt(bytes: Buffer, at: number): Buffer {
  if (at + 2 > bytes.length) throw createInvalidFileError();
  const length = bytes.readUInt16BE(at);
  if (length < 2 || at + length > bytes.length) throw createInvalidFileError();
  return bytes.subarray(at + 2, at + length);
}

/** Returns the bytes of all coefficients: two for each sample. Subsampled colours have a quarter of the samples. */
function coefficientBytes(frame: Buffer): number {
  const [precision, , , , , count = 0] = frame;
  if (precision !== 8 || frame.length !== 6 + 3 * count) throw createInvalidFileError();
  const pixels = frame.readUInt16BE(1) * frame.readUInt16BE(3);
  const sampling = Array.from({ length: count }, (_, n) => frame[7 + 3 * n] ?? 0x11);
  const areas = sampling.map((one) => (one >> 4) * (one & 15));
  const across = Math.max(...sampling.map((one) => one >> 4));
  const down = Math.max(...sampling.map((one) => one & 15));
  return 2 * pixels * (areas.reduce((sum, area) => sum + area, 0) / (across * down));
}

const createInvalidFileError = () => new HttpError('FILE_INVALID', { fields: ['file'] });
const tooLarge = () => new HttpError('IMAGE_TOO_LARGE', { fields: ['file'] });
