import { afterEach, expect, test, vi } from 'vitest';
import { shrinkPicture } from '#lib/browser/picture.ts';
import { maxUploadBytes } from '#lib/domain/media/media.ts';

afterEach(() => vi.unstubAllGlobals());

interface BrowserOptions {
  width: number;
  height: number;
  /** The types that the canvas can encode. It writes PNG for all others, as the standard requires. */
  encodes?: readonly string[];
  /** Bytes per pixel of an encoded picture. */
  bytesPerPixel?: number;
}

/** Fakes a browser that decodes every picture to this size. Records what it drew and whether it released the bitmap. */
function stubBrowser({
  width,
  height,
  encodes = ['image/webp', 'image/jpeg', 'image/png'],
  bytesPerPixel = 0.3,
}: BrowserOptions) {
  const seen = { drawn: [] as { width: number; height: number }[], isClosed: false };
  const close = () => {
    seen.isClosed = true;
  };
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close }));
  vi.stubGlobal('document', {
    createElement: () => ({
      width: 0,
      height: 0,
      getContext: () => ({ drawImage: () => undefined }),
      toBlob(done: (blob: Blob) => void, wanted: string) {
        seen.drawn.push({ width: this.width, height: this.height });
        const type = encodes.includes(wanted) ? wanted : 'image/png';
        done(new Blob(['x'.repeat(Math.round(this.width * this.height * bytesPerPixel))], { type }));
      },
    }),
  });
  return seen;
}

const file = (bytes: number, type = 'image/jpeg', name = 'IMG_2041.HEIC.JPG') =>
  new File(['x'.repeat(bytes)], name, { type });

test('[C-32] a picture within the limits is sent unchanged', async () => {
  const seen = stubBrowser({ width: 5000, height: 5000 });
  const photo = file(maxUploadBytes);
  expect(await shrinkPicture(photo)).toBe(photo);
  expect(seen).toEqual({ drawn: [], isClosed: true });
});

test.each([
  ['bytes', maxUploadBytes + 1, { width: 4000, height: 3000 }, { width: 2048, height: 1536 }],
  ['pixels', 1000, { width: 5001, height: 5000 }, { width: 2048, height: 2048 }],
  ['side', 1000, { width: 8193, height: 20 }, { width: 2048, height: 5 }],
])(
  '[C-32] a photo with too many %s is made smaller and keeps its proportions',
  async (_, bytes, size, expected) => {
    const seen = stubBrowser(size);
    const shrunk = await shrinkPicture(file(bytes));
    expect([shrunk.name, shrunk.type]).toEqual(['IMG_2041.HEIC.webp', 'image/webp']);
    expect(seen).toEqual({ drawn: [expected], isClosed: true });
  },
);

test('it is made even smaller when the first result still exceeds the limit', async () => {
  const seen = stubBrowser({ width: 4000, height: 3000, bytesPerPixel: 2 });
  const shrunk = await shrinkPicture(file(maxUploadBytes + 1));
  expect(shrunk.size).toBeLessThanOrEqual(maxUploadBytes);
  expect(seen.drawn.map(({ width }) => width)).toEqual([2048, 1448]);
});

test('a browser that cannot encode WebP makes a JPEG of a photo and a PNG of a drawing', async () => {
  stubBrowser({ width: 4000, height: 3000, encodes: ['image/jpeg', 'image/png'] });
  expect((await shrinkPicture(file(maxUploadBytes + 1))).name).toBe('IMG_2041.HEIC.jpeg');
  const drawing = await shrinkPicture(file(maxUploadBytes + 1, 'image/png', 'chart.png'));
  expect([drawing.name, drawing.type]).toEqual(['chart.png', 'image/png']);
});

test.each([
  ['image/heic', 'IMG_2041.HEIC'],
  ['image/avif', 'IMG_2041.avif'],
  ['image/bmp', 'scan.bmp'],
])('[C-32] a small %s is converted, because the server does not accept it', async (type, name) => {
  const seen = stubBrowser({ width: 400, height: 300 });
  const converted = await shrinkPicture(file(1000, type, name));
  expect([converted.name, converted.type]).toEqual([name.replace(/\.\w+$/, '.webp'), 'image/webp']);
  expect(seen).toEqual({ drawn: [{ width: 400, height: 300 }], isClosed: true });
});

test('on an iPhone, which cannot encode WebP, a HEIC photo becomes a JPEG', async () => {
  stubBrowser({ width: 4000, height: 3000, encodes: ['image/jpeg', 'image/png'] });
  const converted = await shrinkPicture(file(2000, 'image/heic', 'IMG_2041.HEIC'));
  expect([converted.name, converted.type]).toEqual(['IMG_2041.jpeg', 'image/jpeg']);
});

test('a GIF is converted only when it exceeds a limit and is not animated', async () => {
  stubBrowser({ width: 400, height: 300 });
  const gif = (frames: number, bytes: number) => {
    // A frame's graphic control block, and the separator of its image.
    const frame = new Uint8Array([0, 0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c]);
    const parts = [new TextEncoder().encode('GIF89a'), ...Array(frames).fill(frame), new Uint8Array(bytes)];
    return new File(parts, 'party.gif', { type: 'image/gif' });
  };
  const [small, animated] = [gif(1, 1000), gif(2, maxUploadBytes + 1)];
  expect(await shrinkPicture(small)).toBe(small);
  expect(await shrinkPicture(animated)).toBe(animated);
  expect((await shrinkPicture(gif(1, maxUploadBytes + 1))).name).toBe('party.webp');
});

test('a picture that the browser can decode but not draw stays unchanged', async () => {
  const seen = stubBrowser({ width: 4000, height: 3000 });
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => null }) });
  const photo = file(maxUploadBytes + 1);
  expect(await shrinkPicture(photo)).toBe(photo);
  expect(seen.isClosed).toBe(true);
});

test('a file that the browser cannot decode, or that is no picture, stays unchanged', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
  const broken = file(maxUploadBytes + 1);
  expect(await shrinkPicture(broken)).toBe(broken);
  const pdf = file(maxUploadBytes + 1, 'application/pdf', 'cv.pdf');
  expect(await shrinkPicture(pdf)).toBe(pdf);
});
