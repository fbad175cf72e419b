import sharp from 'sharp';
import type { ImageSource } from '#lib/server/images/source.ts';

/** Draws a person with the shades by which the detector recognises a face. */
const person = (x: number, y: number, scale: number) => `
  <g transform="translate(${x} ${y}) scale(${scale})">
    <ellipse cx="0" cy="-6" rx="58" ry="74" fill="#2a1d18"/>
    <path d="M-70 140c0-50 30-66 70-66s70 16 70 66z" fill="#40506a"/>
    <rect x="-20" y="40" width="40" height="50" fill="#a97a5c"/>
    <ellipse cx="0" cy="4" rx="47" ry="62" fill="#d9a883"/>
    <ellipse cx="0" cy="-28" rx="36" ry="18" fill="#e8bd98"/>
    <ellipse cx="-19" cy="-6" rx="16" ry="9" fill="#a87757"/><ellipse cx="19" cy="-6" rx="16" ry="9" fill="#a87757"/>
    <rect x="-33" y="-20" width="27" height="6" rx="3" fill="#2a1d18"/>
    <rect x="6" y="-20" width="27" height="6" rx="3" fill="#2a1d18"/>
    <ellipse cx="-19" cy="-5" rx="10" ry="5" fill="#f3e6da"/><ellipse cx="19" cy="-5" rx="10" ry="5" fill="#f3e6da"/>
    <circle cx="-19" cy="-5" r="5" fill="#20140f"/><circle cx="19" cy="-5" r="5" fill="#20140f"/>
    <path d="M-5-8L-9 20Q0 27 9 20L5-8z" fill="#e3b48e"/><path d="M-9 20Q0 28 9 20L7 25Q0 30-7 25z" fill="#9a6a4c"/>
    <ellipse cx="-26" cy="16" rx="12" ry="10" fill="#e6b692"/><ellipse cx="26" cy="16" rx="12" ry="10" fill="#e6b692"/>
    <path d="M-18 38Q0 33 18 38Q0 50-18 38z" fill="#8c4238"/><ellipse cx="0" cy="54" rx="14" ry="5" fill="#c4936f"/>
  </g>`;

interface Place {
  x: number;
  y: number;
  scale?: number;
}

/** Creates a JPEG of people whose noses are at the given places. */
export function createPhoto(people: readonly Place[], [width, height] = [900, 600]): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#9db0bd"/><rect y="72%" width="100%" height="28%" fill="#7d8a80"/>
    ${people.map(({ x, y, scale = 1 }) => person(x, y, scale)).join('')}</svg>`;
  return sharp(Buffer.from(drawing)).blur(1.5).jpeg({ quality: 92 }).toBuffer();
}

/** Creates a picture of one colour; the caller chooses the format. */
export const createPlainPicture = (width: number, height: number, background = '#3a7', channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } });

/** Creates a picture of noise. It cannot be compressed, so half of the file is half of the picture. */
export const createNoisePicture = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

/** An SVG of 100 by 100. */
export const drawing = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${inside}</svg>`);

/** Creates an image source from pictures by id. It counts the reads. */
export function createImageSource(
  pictures: Record<string, Uint8Array>,
  more: { isTrusted?: boolean; isImmutable?: boolean } = {},
) {
  const source: ImageSource & { reads: number } = {
    reads: 0,
    async find(id) {
      const bytes = pictures[id];
      if (!bytes) return null;
      const read = async () => {
        source.reads += 1;
        return bytes;
      };
      return { ...more, version: 'first', size: bytes.length, read };
    },
  };
  return source;
}
